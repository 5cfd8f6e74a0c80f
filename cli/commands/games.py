"""`deadreckon games`: which games there are, and what is known of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import options
from cli import output as printing

if TYPE_CHECKING:
    from engine.kernel.game import Game


@click.command("games", short_help="List the games.")
@options.listing_format
def command(form: str) -> None:
    """List the games that can be audited, with their layers.

    \b
    deadreckon games
    deadreckon games --format json
    """
    from audit.browse.catalogue import game_document

    known = options.games()
    if form == "json":
        printing.hand_over_json([game_document(game) for game in known.values()])
        return
    for game in known.values():
        _print(game)


def _print(game: Game) -> None:
    from audit.browse.catalogue import game_document

    document = game_document(game)
    counts = (
        f"{document['rules']} rules, {document['rulings']} open questions, {len(document['events'])} kinds of event"
    )
    printing.say(printing.paint(game.name, "id"), "  ", printing.paint(game.title, "strong"), f"  {counts}")
    for layer in game.layers:
        printing.say_paragraph(layer.says, 24, lead=f"    {layer.id}  ")
