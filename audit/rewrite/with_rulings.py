"""Parses an arbiter's rulings: readings of open questions, and lines about the record."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from audit.intake.programs import get_program
from audit.options import Pins
from engine.kernel.events import Amend, Insert, Retract, Ruling
from engine.kernel.game import Game
from engine.kernel.layers import LayerError
from engine.kernel.log import LogError
from engine.kernel.spellings import Misread, echo_text, parse_event_line, suggest_nearest

RuledLine = Amend | Retract | Insert | Ruling
PREFIX = "record: "
AS_IN = 'Write ruling 3, amend 3 "green: move aft 3", retract 3 or insert 3 "fate: roll wind 3".'


def read_ruled_line(game: Game, line: str, who: str = "", why: str = "") -> RuledLine:
    """Parse one line about the record. `who` and `why` apply if the line names none. Raises `LogError`."""
    said = line.strip()
    if len(said.splitlines()) > 1:
        raise LogError(f"{echo_text(line)} is more than one line.", "Give each line separately.", 0, 0)
    try:
        event = parse_event_line(said if said.startswith(PREFIX) else PREFIX + said, game.vocabulary)
    except Misread as wrong:
        raise LogError(f"{echo_text(line)} cannot be read: {wrong.says}", AS_IN, 0, 0) from None
    if not isinstance(event, RuledLine):
        raise LogError(f"{echo_text(line)} is neither a correction nor a ruling.", AS_IN, 0, 0)
    return replace(event, who=event.who or who, why=event.why or why)


def find_strange_lines(game: Game, lines: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield a fault and a remedy for each line that no log of the game accepts."""
    for line in lines:
        try:
            read_ruled_line(game, line)
        except LogError as wrong:
            yield wrong.fault.says, wrong.fault.hint


def find_strange_readings(
    game: Game, readings: Mapping[str, str], pins: Pins | None = None
) -> Iterator[tuple[str, str]]:
    """Yield a fault and a remedy for each reading that does not exist or does not fit the pins."""
    strange = False
    for question, reading in readings.items():
        known = game.questions.get(question)
        strange = strange or known is None or reading not in known.readings
        if known is None:
            hint = suggest_nearest(question, game.questions) or f"`deadreckon rulings {game.name}` lists them."
            yield f"{game.title} has no open question {echo_text(question)}.", hint
        elif reading not in known.readings:
            yield f"{question} has no reading {echo_text(reading)}.", suggest_nearest(reading, known.readings)
    if strange or not readings or pins is None:
        return
    try:
        get_program(game, pins.layers, {**pins.rulings, **readings})
    except LayerError as wrong:
        yield str(wrong), f"`deadreckon rulings {game.name}` lists what goes together."
