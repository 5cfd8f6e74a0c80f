"""`deadreckon events`: the words a log of a game is written in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from cli import options
from cli import output as printing
from engine.kernel.events import MAX_NAME, MAX_NUMBER, MAX_TEXT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.kernel.absence import Absence, Word
    from engine.kernel.game import Game
    from engine.kernel.vocabulary import Field, Form

EVERYWHERE = re.compile(rf" from -{MAX_NUMBER} to {MAX_NUMBER}| of at most ({MAX_NAME}|{MAX_TEXT}) characters")

# What each word for a missing line means to whoever writes a log.
MEANING: dict[Word, str] = {
    "shown": "shown by ",
    "open": "open, for nobody knows what it held; ",
    "due": "a breach, for it is due ",
    "free": "free; ",
}


@click.command("events", short_help="List what a game's log can say.")
@options.game_argument
@options.listing_format
def command(game: Game, form: str) -> None:
    """List every event that a log of GAME can hold, with its fields and a line to copy.

    \b
    deadreckon events tailwinds
    deadreckon events tailwinds --format json
    """
    from audit.browse.catalogue import event_document

    forms = list(game.vocabulary.forms.values())
    if form == "json":
        printing.hand_over_json([event_document(one) for one in forms])
        return
    for one in forms:
        _print(one)
    printing.say_paragraph(f"What a claim may state: deadreckon facts {game.name}", style="quiet")


def _print(described: Form) -> None:
    from audit.browse.catalogue import sentence

    who = "a seat" if described.seated else described.cls.actor
    printing.say(printing.paint(described.verb, "id"), printing.paint(f"  said by {who}", "quiet"))
    printing.say_paragraph(sentence(described), 4, lead="    ")
    for field in described.fields:
        printing.say_paragraph(_takes(field), 22, "quiet", lead=f"      {field.name:<14}  ")
    absence = described.cls.absence
    for lead, meaning in _meanings(absence) if absence is not None else ():
        printing.say_paragraph(f"{lead}{meaning}", 6, "quiet", lead="    ")
    printing.say("    ", printing.paint(described.usage, "strong"))
    printing.say()


def _meanings(absence: Absence) -> Iterator[tuple[str, str]]:
    """Say what it means that nobody wrote such a line, then where a reading or a layer has it otherwise."""
    yield "Not written: ", f"{MEANING[absence.word]}{absence.says}."
    for answer, then in absence.otherwise:
        yield f"under {answer}: ", f"{MEANING[then.word]}{then.says}."


def _takes(field: Field) -> str:
    """Say what a field takes; limits that every number and text has are not worth saying."""
    named = field.kind not in {"", "text"}
    what = f"a {field.kind}" if named else EVERYWHERE.sub("", field.expects)
    often = ", any number of them" if field.many else ""
    return f"{what}{often}{'' if field.required else ' (may be left out)'}"
