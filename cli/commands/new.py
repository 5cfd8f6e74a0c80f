"""`deadreckon new`: the top of a log, to fill in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import options, printing

if TYPE_CHECKING:
    from engine.kernel.game import Game


@click.command("new", short_help="Print a log header to fill in.")
@options.game_argument
def command(game: Game) -> None:
    """Print the header of a log of GAME, with comments that say what goes where.

    \b
    deadreckon new tailwinds > tonight.log
    deadreckon events tailwinds            what may follow below the line
    """
    printing.hand_over(game.sample)
