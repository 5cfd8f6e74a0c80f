"""Trials: the ways a log may have been meant where it goes wrong, among them the slips of a tired scorekeeper."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import chain, islice
from typing import Any

from audit.findings import Repair
from audit.repair import LOOKED_THROUGH, NEAREST, alternatives, difference
from audit.sitting import Sitting
from engine.kernel.events import Chance, Event, Move, Unreadable
from engine.kernel.legal import allowed
from engine.kernel.spellings import line_of
from engine.kernel.unknown import Undetermined

# How many events are tried for one that is missing, and compared with a line that cannot be read.
MISSING = 3
COMPARED = 300

Tail = tuple[tuple[int, Event], ...]


@dataclass(frozen=True, slots=True)
class Trial:
    """One way the log might have been meant: from place `start`, `tail` stands instead of `taken` entries."""

    start: int
    taken: int
    tail: Tail
    repair: Repair
    legal: bool = False


def trials(sitting: Sitting, table: Any, place: int) -> Iterator[Trial]:  # noqa: ANN401 - any game's
    """List what may have been meant at a place, most likely first. `table` stands as before it."""
    seq, event = sitting.entries[place]
    if isinstance(event, Unreadable):
        yield from _garbled(sitting, table, place, event)
    if not isinstance(event, (Move, Chance)):
        return
    yield from _missing(sitting, table, place, event)
    for other in alternatives(sitting, table, event):
        repair = Repair(line_of(other, sitting.game.vocabulary), difference(event, other))
        yield Trial(place, 1, ((seq, other),), repair, legal=True)
    yield from _swaps(sitting, place)


def left_out(sitting: Sitting, place: int) -> Trial:
    """Try the log without the event at a place."""
    seq, _ = sitting.entries[place]
    return Trial(place, 1, (), Repair(f"record: retract {seq}", "leave this event out"))


def _missing(sitting: Sitting, table: Any, place: int, event: Event) -> Iterator[Trial]:  # noqa: ANN401 - any game's
    """Where an event comes too early: what was due, or else what could have come, before it."""
    seq, _ = sitting.entries[place]
    before = _own_seq(sitting, place - 1)
    note = "this was due before; write down what really came"
    found = [] if (due := _due(sitting, table, event)) is None else [due]
    if not found and _too_early(sitting, table, event):
        note = "something like this is missing before"
        could = [other for other in _offered(sitting, table) if allowed(sitting.program, table, other)]
        found = could[:: max(1, len(could) // MISSING)][:MISSING]
    for other in found:
        line = f"record: insert {before} {_quoted(line_of(other, sitting.game.vocabulary))}"
        yield Trial(place, 1, ((seq, other), (seq, event)), Repair(line, note))


def _due(sitting: Sitting, table: Any, event: Event) -> Event | None:  # noqa: ANN401 - any game's
    """Find one way in which what was owed could have come."""
    if not table.owed or table.owed[-1].settled_by(event):
        return None
    due = table.owed[-1]
    fitting = (other for other in _offered(sitting, table) if due.settled_by(other))
    return next((other for other in fitting if allowed(sitting.program, table, other)), None)


def _too_early(sitting: Sitting, table: Any, event: Event) -> bool:  # noqa: ANN401 - any game's
    gate = sitting.program.steps[type(event)][0]
    try:
        return gate is not None and bool(gate(table, event))
    except Undetermined:
        return False


def _swaps(sitting: Sitting, place: int) -> Iterator[Trial]:
    """Two neighbours written in the wrong order."""
    for first in (place, place - 1):
        pair = sitting.entries[first : first + 2] if first > 0 else []
        if len(pair) == 2 and all(isinstance(event, (Move, Chance)) for _, event in pair):  # noqa: PLR2004 - a pair
            (one, earlier), (two, later) = pair
            note = f"written in the wrong order: this comes before event {one}"
            repair = Repair(line_of(later, sitting.game.vocabulary), note)
            yield Trial(first, 2, ((two, later), (one, earlier)), repair)


def _garbled(sitting: Sitting, table: Any, place: int, event: Unreadable) -> Iterator[Trial]:  # noqa: ANN401 - any game's
    """Find the legal events that look most like a line that cannot be read."""
    seq, write = _own_seq(sitting, place), sitting.game.vocabulary
    legal = (other for other in _offered(sitting, table) if allowed(sitting.program, table, other))
    lines = [(line_of(other, write), other) for other in islice(legal, COMPARED)]
    alike = SequenceMatcher(b=event.text, autojunk=False)

    def unlike(told: tuple[str, Event]) -> float:
        alike.set_seq1(told[0])
        return -alike.ratio()

    for line, other in sorted(lines, key=unlike)[:NEAREST]:
        yield Trial(place, 1, ((seq, other),), Repair(line, "legal here, and much like what stands there"), legal=True)


def _offered(sitting: Sitting, table: Any) -> Iterator[Event]:  # noqa: ANN401 - any game's
    """List what could be done at a table, then what chance could bring."""
    game = sitting.game
    return islice(chain(game.offers(table), game.outcomes(table)), LOOKED_THROUGH)


def _own_seq(sitting: Sitting, place: int) -> int:
    """Name the event at a place, 0 being the header."""
    return sitting.entries[place][0] if place >= 0 else 0


def _quoted(line: str) -> str:
    return '"' + line.replace("\\", "\\\\").replace('"', '\\"') + '"'
