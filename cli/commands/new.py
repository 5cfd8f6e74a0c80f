"""`deadreckon new`: the header of a log, to fill in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import options, output

if TYPE_CHECKING:
    from engine.kernel.game import Game


@click.command("new", short_help="Print a log header to fill in.")
@options.game_argument
@options.layer_option
def command(game: Game, layers: tuple[str, ...]) -> None:
    """Print the header of a log of GAME, with comments that explain each line.

    \b
    deadreckon new tailwinds > tonight.log
    deadreckon new windward --layer solo   with the players and the set-up of that layer
    deadreckon events tailwinds            what may follow below the line
    """
    if not layers:
        output.write_document(game.sample)
        return
    from cli.writing.new_log import write_sample_header
    from engine.kernel.layers import LayerError

    try:
        output.write_document(write_sample_header(game, layers))
    except LayerError as wrong:
        raise click.UsageError(f"No log of {game.title} can begin like this: {wrong}") from None
