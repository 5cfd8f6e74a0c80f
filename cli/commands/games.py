"""`deadreckon games`: the games that can be audited."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli import options, output

if TYPE_CHECKING:
    from engine.kernel.game import Game


@click.command("games", short_help="List the games.")
@options.format_option
def command(form: str) -> None:
    """List the games that can be audited, with their layers.

    \b
    deadreckon games
    deadreckon games --format json
    """
    from audit.browse.catalogue import game_document

    known = options.load_games()
    if form == "json":
        output.write_json([game_document(game) for game in known.values()])
        return
    for game in known.values():
        _print_game(game)


def _print_game(game: Game) -> None:
    from audit.browse.catalogue import game_document

    document = game_document(game)
    counts = (
        f"{document['rules']} rules, {document['rulings']} open questions, {len(document['events'])} kinds of event"
    )
    output.say(output.paint(game.name, "id"), "  ", output.paint(game.title, "strong"), f"  {counts}")
    for layer in game.layers:
        output.say_paragraph(layer.says, 24, lead=f"    {layer.id}  ")
