"""Trials: the ways a log may have been meant where it goes wrong, among them the slips of a tired scorekeeper."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import chain, islice

from audit.document import Repair
from audit.prepared import PreparedLog
from audit.repair import LOOKED_THROUGH, NEAREST, alternatives, difference
from engine.kernel.events import Chance, Event, Move, Unreadable
from engine.kernel.legal import allowed
from engine.kernel.spellings import line_of
from engine.kernel.table import AnyTable
from engine.kernel.unknown import Undetermined, known

# How many events are tried for one that is missing, and compared with a line that cannot be read.
MISSING = 12
COMPARED = 300
# How many of a seat's own moves before the event at fault are doubted, and how far back they may lie.
EARLIER = 4
LOOKED_BACK = 16

Tables = Callable[[int], AnyTable]
Tail = tuple[tuple[int, Event], ...]


@dataclass(frozen=True, slots=True)
class WhatIf:
    """One way the log might have been meant: from place `start`, `tail` stands instead of `taken` entries."""

    start: int
    taken: int
    tail: Tail
    repair: Repair
    legal: bool = False


def near(prepared: PreparedLog, at: Tables, place: int) -> Iterator[WhatIf]:
    """List what may have been meant at a place itself. `at` sets the table as before any place."""
    seq, event = prepared.entries[place]
    if isinstance(event, Unreadable) and not event.fact:
        yield from _garbled(prepared, at(place), place, event)
    if not isinstance(event, (Move, Chance)):
        return
    if (due := _due(prepared, at(place), event)) is not None:
        yield _inserted(prepared, place, due, "this was due before; write down what really came")
    for other in alternatives(prepared, at(place), event):
        repair = Repair(line_of(other, prepared.game.vocabulary), difference(event, other))
        yield WhatIf(place, 1, ((seq, other),), repair, legal=True)
    yield from _swaps(prepared, place)


def far(prepared: PreparedLog, at: Tables, place: int, seat: str) -> Iterator[WhatIf]:
    """List what may have gone wrong before a place: something missing, or something of that seat misrecorded."""
    if isinstance(prepared.entries[place][1], (Move, Chance)):
        yield from _missing(prepared, at(place), place)
    back = range(place - 1, max(0, place - LOOKED_BACK), -1)
    own = (q for q in back if is_by(prepared.entries[q][1], seat))
    for earlier in islice(own, EARLIER):
        seq, event = prepared.entries[earlier]
        tail = tuple(prepared.entries[earlier + 1 : place])
        for other in alternatives(prepared, at(earlier), event):
            line = f"record: amend {seq} {_quoted(line_of(other, prepared.game.vocabulary))}"
            repair = Repair(line, f"event {seq}: {difference(event, other)}")
            yield WhatIf(earlier, place - earlier, ((seq, other), *tail), repair)


def left_out(prepared: PreparedLog, place: int) -> WhatIf:
    """Try the log without the event at a place."""
    seq, _ = prepared.entries[place]
    return WhatIf(place, 1, (), Repair(f"record: retract {seq}", "leave this event out"))


def _missing(prepared: PreparedLog, table: AnyTable, place: int) -> Iterator[WhatIf]:
    """Something that could have come before an event, and was not written down; samples of each kind."""
    _, event = prepared.entries[place]
    could = [other for other in _offered(prepared, table) if allowed(prepared.program, table, other)]
    if isinstance(event, Move) and not _too_early(prepared, table, event):
        could = [other for other in could if is_by(other, event.by)]
    for other in could[:: max(1, -(-len(could) // MISSING))]:
        yield _inserted(prepared, place, other, "something like this is missing before")


def _inserted(prepared: PreparedLog, place: int, other: Event, note: str) -> WhatIf:
    seq, event = prepared.entries[place]
    before = prepared.entries[place - 1][0] if place else 0
    line = f"record: insert {before} {_quoted(line_of(other, prepared.game.vocabulary))}"
    return WhatIf(place, 1, ((seq, other), (seq, event)), Repair(line, note))


def is_by(event: Event, seat: str) -> bool:
    """Say whether a move is this seat's."""
    return isinstance(event, Move) and known(event.by) and known(seat) and event.by == seat


def _due(prepared: PreparedLog, table: AnyTable, event: Event) -> Event | None:
    """Find one way in which what was owed could have come."""
    if not table.owed or table.owed[-1].settled_by(event):
        return None
    due = table.owed[-1]
    fitting = (other for other in _offered(prepared, table) if due.settled_by(other))
    return next((other for other in fitting if allowed(prepared.program, table, other)), None)


def _too_early(prepared: PreparedLog, table: AnyTable, event: Event) -> bool:
    gate = prepared.program.steps[type(event)][0]
    try:
        return gate is not None and bool(gate(table, event))
    except Undetermined:
        return False


def _swaps(prepared: PreparedLog, place: int) -> Iterator[WhatIf]:
    """Two neighbours written in the wrong order."""
    for first in (place, place - 1):
        pair = prepared.entries[first : first + 2] if first > 0 else []
        if len(pair) == 2 and all(isinstance(event, (Move, Chance)) for _, event in pair):  # noqa: PLR2004 - a pair
            (one, earlier), (two, later) = pair
            note = f"written in the wrong order: this comes before event {one}"
            repair = Repair(line_of(later, prepared.game.vocabulary), note)
            yield WhatIf(first, 2, ((two, later), (one, earlier)), repair)


def _garbled(prepared: PreparedLog, table: AnyTable, place: int, event: Unreadable) -> Iterator[WhatIf]:
    """Find the legal events that look most like a line that cannot be read."""
    seq, write = prepared.entries[place][0], prepared.game.vocabulary
    legal = (other for other in _offered(prepared, table) if allowed(prepared.program, table, other))
    lines = [(line_of(other, write), other) for other in islice(legal, COMPARED)]
    alike = SequenceMatcher(b=event.text, autojunk=False)

    def unlike(candidate: tuple[str, Event]) -> float:
        alike.set_seq1(candidate[0])
        return -alike.ratio()

    for line, other in sorted(lines, key=unlike)[:NEAREST]:
        yield WhatIf(place, 1, ((seq, other),), Repair(line, "legal here, and much like what stands there"), legal=True)


def _offered(prepared: PreparedLog, table: AnyTable) -> Iterator[Event]:
    """List what could be done at a table, then what chance could bring."""
    game = prepared.game
    return islice(chain(game.offers(table), game.outcomes(table)), LOOKED_THROUGH)


def _quoted(line: str) -> str:
    return '"' + line.replace("\\", "\\\\").replace('"', '\\"') + '"'
