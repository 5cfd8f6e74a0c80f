"""One random log: part of a game, from its start or from a position, damaged here and there, and how it is read."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, NamedTuple

from msgspec.structs import replace

from audit import AuditOptions
from engine.kernel.events import Event
from engine.kernel.log import Header, Log, LogError
from engine.kernel.replay.books import Book
from engine.kernel.replay.replay import POLICIES
from engine.kernel.spellings import SPELLINGS, write
from engine.kernel.unknown import is_known
from tests.measure.fuzzing.scenes import Scene, any_scene, other_readings
from tests.measure.fuzzing.wounds import WOUNDS

# This many logs share one random game, because playing one takes longer than auditing a log.
SHARING = 25
# How much of a game a log contains, seldom all of it, and how often it is damaged.
LENGTHS = (3, 4, 6, 8, 10, 12, 15, 20, 25, 30, 40, 1_000)
WOUNDED = (0, 1, 1, 2, 2, 3, 5, 8)
# A position is written at the next place that allows one, which is seldom far.
NEAR = 12
# The share of logs that name no pack, so that everything no rulebook prints is unknown.
BARE = 0.15
# The share of facts that are wrong in some positions.
UNSURE = (0, 0, 1, 2, 6)
# What no position declares, because a game that is over is no place to begin at.
ENDING = {"winner", "ending", "tiebreak"}
BOOKS: tuple[Book, ...] = ("adjudicated", "adjudicated", "played")


class Drawn(NamedTuple):
    """A log and how to read it. `reading`: the question and the reading that were drawn."""

    raw: bytes
    asked: AuditOptions
    reading: tuple[str, str]


def reading_of(game: str, number: int) -> tuple[str, str]:
    """Draw a reading: in each round of numbers every reading once, in random order."""
    others = other_readings(game)
    turn, place = divmod(number, max(1, len(others)))
    return random.Random(f"{game} {turn}").sample(others, len(others))[place] if others else ("", "")


def drawn(game: str, number: int, attempt: int = 0) -> Drawn:
    """Draw the log of this number; another attempt gives another log, because a refused one shows little."""
    dice = random.Random(f"{game} {number} {attempt}")
    scene = any_scene(game, number // SHARING, dice)
    header, start, events = _part(scene, dice)
    for _ in range(dice.choice(WOUNDED)):
        at = dice.randrange(len(events))
        # After a few kinds of damage the table differs from this one, but is similar.
        events = dice.choice(WOUNDS)(scene, scene.table(start + at), events, at, dice)
    spelling = dice.choice(("text", "text", *SPELLINGS))
    raw = write(Log(header, events, range(len(events)), "text"), spelling, scene.game.vocabulary).encode()
    reading = reading_of(game, number)
    asked = AuditOptions(
        policy=dice.choice(POLICIES),
        book=dice.choice(BOOKS),
        rulings=dict([reading] if reading[0] else []),
        readings=dice.random() < 0.03,
    )
    return Drawn(raw, asked, reading)


def _part(scene: Scene, dice: random.Random) -> tuple[Header, int, list[Event]]:
    """Take some events from the start of a log, or from a place at which a position is written."""
    length, start = dice.choice(LENGTHS), dice.randrange(len(scene.events))
    header = scene.header
    if dice.random() < BARE and not header.inline:
        header = replace(header, pack="")
    if not header.position and dice.random() < 0.6:
        for place in range(start, min(start + NEAR, len(scene.events))):
            begun = replace(header, position=_position(scene, place, dice))
            if _can_begin(scene, begun):
                return begun, place, list(scene.events[place : place + length])
    return header, 0, list(scene.events[:length])


def _position(scene: Scene, place: int, dice: random.Random) -> dict[str, int | str]:
    """Return what a header might state of a table: all or a part, and now and then one wrong fact."""
    facts = {name: value for name, value in scene.game.facts(scene.table(place)).items() if is_known(value)}
    share = dice.choice((1.0, 0.9, 0.5))
    said = {name: value for name, value in facts.items() if name not in ENDING and dice.random() < share}
    for name in dice.sample(sorted(said), min(dice.choice(UNSURE), len(said))):
        said[name] = _another(said[name], facts, dice)
    said["phase"] = facts.get("phase", "")
    return {name: value if isinstance(value, int) else str(value) for name, value in said.items()}


def _another(value: Any, facts: Mapping[str, Any], dice: random.Random) -> Any:
    """State a wrong fact: a number near it, a list cut short or with a gap, or the value of another fact."""
    if isinstance(value, int):
        return value + dice.choice((-1, 1, 3))
    words = str(value).split()
    hole = " ".join(dice.choice((word, "??")) for word in words)
    return dice.choice((hole, " ".join(words[1:]) or "none", "??", dice.choice(list(facts.values()))))


def _can_begin(scene: Scene, header: Header) -> bool:
    game = scene.game
    try:
        table = game.lay(header, game.content(header, {}), scene.line.program.rulebook.terms)
        game.declare(table, header.position)
    except LogError:
        return False
    return True
