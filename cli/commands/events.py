"""`deadreckon events`: the words a log of a game is written in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from cli import options, printing
from engine.kernel.events import MAX_NAME, MAX_NUMBER, MAX_TEXT

if TYPE_CHECKING:
    from engine.kernel.game import Game
    from engine.kernel.vocabulary import Field, Form

EVERYWHERE = re.compile(rf" from -{MAX_NUMBER} to {MAX_NUMBER}| of at most ({MAX_NAME}|{MAX_TEXT}) characters")


@click.command("events", short_help="List what a game's log can say.")
@options.game_argument
@options.listing_format
def command(game: Game, form: str) -> None:
    """List every event that a log of GAME can hold, with its fields and a line to copy.

    \b
    deadreckon events tailwinds
    deadreckon events tailwinds --format json
    """
    from audit.catalogue import event_document

    forms = list(game.vocabulary.forms.values())
    if form == "json":
        printing.hand_over_json([event_document(one) for one in forms])
        return
    for one in forms:
        _print(one)


def _print(described: Form) -> None:
    from audit.catalogue import sentence

    who = "a seat" if described.seated else described.cls.actor
    printing.say(printing.paint(described.verb, "id"), printing.paint(f"  said by {who}", "quiet"))
    printing.say_paragraph(sentence(described), 4, lead="    ")
    for field in described.fields:
        printing.say_paragraph(_takes(field), 22, "quiet", lead=f"      {field.name:<14}  ")
    printing.say("    ", printing.paint(described.usage, "strong"))
    printing.say()


def _takes(field: Field) -> str:
    """Say what a field takes; limits that every number and text has are not worth saying."""
    named = field.kind not in {"", "text"}
    what = f"a {field.kind}" if named else EVERYWHERE.sub("", field.expects)
    often = ", any number of them" if field.many else ""
    return f"{what}{often}{'' if field.required else ' (may be left out)'}"
