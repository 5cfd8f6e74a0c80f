"""`deadreckon events`: the vocabulary of a game's logs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from cli import options, output
from engine.kernel.events import MAX_NAME, MAX_NUMBER, MAX_TEXT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.kernel.absence import Absence, Word
    from engine.kernel.game import Game
    from engine.kernel.vocabulary import Field, Form

EVERYWHERE = re.compile(rf" from -{MAX_NUMBER} to {MAX_NUMBER}| of at most ({MAX_NAME}|{MAX_TEXT}) characters")

# The meaning of a missing line, for each kind of absence.
MEANING: dict[Word, str] = {
    "shown": "shown by ",
    "open": "open, because its content is unknown; ",
    "due": "a breach, because it is due ",
    "free": "free; ",
}
# What people read in place of the word that the log has.
NAMES = {"fate": "fate (dice and cards)"}


@click.command("events", short_help="List the lines of a game's log.")
@options.game_argument
@options.format_option
def command(game: Game, form: str) -> None:
    """List every event that a log of GAME can hold, with its fields and a line to copy.

    \b
    deadreckon events tailwinds
    deadreckon events tailwinds --format json
    """
    from audit.browse.catalogue import event_document

    forms = list(game.vocabulary.forms.values())
    if form == "json":
        output.write_json([event_document(one) for one in forms])
        return
    for one in forms:
        _print_event(one)
    output.say_paragraph(f"What a claim may state: deadreckon facts {game.name}", style="quiet")


def _print_event(described: Form) -> None:
    from audit.browse.catalogue import describe_event_kind

    who = "a seat" if described.has_seat else NAMES.get(described.cls.actor, described.cls.actor)
    output.say(output.paint(described.verb, "id"), output.paint(f"  by {who}", "quiet"))
    output.say_paragraph(describe_event_kind(described), 4, lead="    ")
    for field in described.fields:
        output.say_paragraph(_describe_values(field), 22, "quiet", lead=f"      {field.name:<14}  ")
    absence = described.cls.absence
    for lead, meaning in _list_meanings(absence) if absence is not None else ():
        output.say_paragraph(f"{lead}{meaning}", 6, "quiet", lead="    ")
    output.say("    ", output.paint(described.usage, "strong"))
    output.say()


def _list_meanings(absence: Absence) -> Iterator[tuple[str, str]]:
    """List the meanings of a missing line: the general one, then those of readings and layers."""
    yield "Not written: ", f"{MEANING[absence.word]}{absence.says}."
    for answer, then in absence.otherwise:
        yield f"under {answer}: ", f"{MEANING[then.word]}{then.says}."


def _describe_values(field: Field) -> str:
    """Describe the values of a field, without the limits that all numbers and texts share."""
    named = field.kind not in {"", "text"}
    what = f"a {field.kind}" if named else EVERYWHERE.sub("", field.expects)
    often = ", any number of them" if field.many else ""
    return f"{what}{often}{'' if field.required else ' (may be left out)'}"
