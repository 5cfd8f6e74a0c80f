"""Trials: the ways a log may have been meant where it goes wrong, among them the slips of a tired scorekeeper."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import chain, islice

from audit.document import Repair
from audit.repair import LOOKED_THROUGH, NEAREST, alternatives, difference
from audit.sitting import Sitting
from engine.kernel.events import Chance, Event, Move, Unreadable
from engine.kernel.legal import allowed
from engine.kernel.spellings import line_of
from engine.kernel.table import Table
from engine.kernel.unknown import Undetermined, known

# How many events are tried for one that is missing, and compared with a line that cannot be read.
MISSING = 12
COMPARED = 300
# How many of a seat's own moves before the event at fault are doubted, and how far back they may lie.
EARLIER = 4
LOOKED_BACK = 16

Tables = Callable[[int], Table]
Tail = tuple[tuple[int, Event], ...]


@dataclass(frozen=True, slots=True)
class Trial:
    """One way the log might have been meant: from place `start`, `tail` stands instead of `taken` entries."""

    start: int
    taken: int
    tail: Tail
    repair: Repair
    legal: bool = False


def near(sitting: Sitting, at: Tables, place: int) -> Iterator[Trial]:
    """List what may have been meant at a place itself. `at` sets the table as before any place."""
    seq, event = sitting.entries[place]
    if isinstance(event, Unreadable):
        yield from _garbled(sitting, at(place), place, event)
    if not isinstance(event, (Move, Chance)):
        return
    if (due := _due(sitting, at(place), event)) is not None:
        yield _inserted(sitting, place, due, "this was due before; write down what really came")
    for other in alternatives(sitting, at(place), event):
        repair = Repair(line_of(other, sitting.game.vocabulary), difference(event, other))
        yield Trial(place, 1, ((seq, other),), repair, legal=True)
    yield from _swaps(sitting, place)


def far(sitting: Sitting, at: Tables, place: int, seat: str) -> Iterator[Trial]:
    """List what may have gone wrong before a place: something missing, or something of that seat misrecorded."""
    if isinstance(sitting.entries[place][1], (Move, Chance)):
        yield from _missing(sitting, at(place), place)
    back = range(place - 1, max(0, place - LOOKED_BACK), -1)
    own = (q for q in back if is_by(sitting.entries[q][1], seat))
    for earlier in islice(own, EARLIER):
        seq, event = sitting.entries[earlier]
        tail = tuple(sitting.entries[earlier + 1 : place])
        for other in alternatives(sitting, at(earlier), event):
            line = f"record: amend {seq} {_quoted(line_of(other, sitting.game.vocabulary))}"
            repair = Repair(line, f"event {seq}: {difference(event, other)}")
            yield Trial(earlier, place - earlier, ((seq, other), *tail), repair)


def left_out(sitting: Sitting, place: int) -> Trial:
    """Try the log without the event at a place."""
    seq, _ = sitting.entries[place]
    return Trial(place, 1, (), Repair(f"record: retract {seq}", "leave this event out"))


def _missing(sitting: Sitting, table: Table, place: int) -> Iterator[Trial]:
    """Something that could have come before an event, and was not written down; samples of each kind."""
    _, event = sitting.entries[place]
    could = [other for other in _offered(sitting, table) if allowed(sitting.program, table, other)]
    if isinstance(event, Move) and not _too_early(sitting, table, event):
        could = [other for other in could if is_by(other, event.by)]
    for other in could[:: max(1, -(-len(could) // MISSING))]:
        yield _inserted(sitting, place, other, "something like this is missing before")


def _inserted(sitting: Sitting, place: int, other: Event, note: str) -> Trial:
    seq, event = sitting.entries[place]
    before = sitting.entries[place - 1][0] if place else 0
    line = f"record: insert {before} {_quoted(line_of(other, sitting.game.vocabulary))}"
    return Trial(place, 1, ((seq, other), (seq, event)), Repair(line, note))


def is_by(event: Event, seat: str) -> bool:
    """Say whether a move is this seat's."""
    return isinstance(event, Move) and known(event.by) and known(seat) and event.by == seat


def _due(sitting: Sitting, table: Table, event: Event) -> Event | None:
    """Find one way in which what was owed could have come."""
    if not table.owed or table.owed[-1].settled_by(event):
        return None
    due = table.owed[-1]
    fitting = (other for other in _offered(sitting, table) if due.settled_by(other))
    return next((other for other in fitting if allowed(sitting.program, table, other)), None)


def _too_early(sitting: Sitting, table: Table, event: Event) -> bool:
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


def _garbled(sitting: Sitting, table: Table, place: int, event: Unreadable) -> Iterator[Trial]:
    """Find the legal events that look most like a line that cannot be read."""
    seq, write = sitting.entries[place][0], sitting.game.vocabulary
    legal = (other for other in _offered(sitting, table) if allowed(sitting.program, table, other))
    lines = [(line_of(other, write), other) for other in islice(legal, COMPARED)]
    alike = SequenceMatcher(b=event.text, autojunk=False)

    def unlike(told: tuple[str, Event]) -> float:
        alike.set_seq1(told[0])
        return -alike.ratio()

    for line, other in sorted(lines, key=unlike)[:NEAREST]:
        yield Trial(place, 1, ((seq, other),), Repair(line, "legal here, and much like what stands there"), legal=True)


def _offered(sitting: Sitting, table: Table) -> Iterator[Event]:
    """List what could be done at a table, then what chance could bring."""
    game = sitting.game
    return islice(chain(game.offers(table), game.outcomes(table)), LOOKED_THROUGH)


def _quoted(line: str) -> str:
    return '"' + line.replace("\\", "\\\\").replace('"', '\\"') + '"'
