"""A place in a log where something is wrong, and one way it might have been meant."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from audit.causes.repairs import Change, Look, ignore_work
from audit.intake.prepared import PreparedLog
from audit.model.document import Repair
from engine.kernel.events import Chance, Event
from engine.kernel.replay.replay import Judgement
from engine.kernel.spellings import write_line
from engine.kernel.table import AnyTable
from engine.kernel.unknown import is_known

TWICE = "leave this event out: it is written twice"
Tables = Callable[[int], AnyTable]
Tail = tuple[tuple[int, Event], ...]


class RepairRank(IntEnum):
    """How near a mend is to what stands there: the nearest first."""

    REPEAT = 1
    UNSTATED = 2
    MISSING = 3
    AMOUNT = 4
    NAME = 5
    SEAT = 6
    SWAP = 7
    LEFT_OUT = 8
    # No mends, but worth a word to the reader.
    FAR = 9


RANKS = {Change.AMOUNT: RepairRank.AMOUNT, Change.NAME: RepairRank.NAME, Change.SEAT: RepairRank.SEAT}


@dataclass(frozen=True, slots=True)
class WhatIf:
    """One way the log might have been meant: from place `start`, `tail` stands instead of `taken` entries.

    `changed` are the seqs of the lines that are not as they were.
    """

    rank: RepairRank
    start: int
    taken: int
    tail: Tail
    repair: Repair
    changed: frozenset[int] = frozenset()
    # What chance brought is left open: no check that it then lacks stands against it.
    open: bool = False

    @property
    def has_unknown(self) -> bool:
        """Whether something is not known any more with it."""
        changed = (event for seq, event in self.tail if seq in self.changed)
        return self.open or any(
            not is_known(getattr(event, name)) for event in changed for name in event.__struct_fields__
        )


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a log where something is wrong: the tables on the way to it, and what was met there."""

    prepared: PreparedLog
    at: Tables
    place: int
    met: tuple[Judgement, ...] = ()
    # Told what work it is to look around here.
    look: Look = ignore_work

    @property
    def seq(self) -> int:
        """The seq of the line at fault."""
        return self.prepared.entries[self.place][0]

    @property
    def event(self) -> Event:
        """The line at fault."""
        return self.prepared.entries[self.place][1]

    @property
    def table(self) -> AnyTable:
        """The table before it."""
        return self.at(self.place)

    def write_line(self, event: Event) -> str:
        """Write an event down."""
        return write_line(event, self.prepared.game.vocabulary)

    def replace_event(self, rank: RepairRank, other: Event, note: str) -> WhatIf:
        """Write another event at this place."""
        return WhatIf(
            rank, self.place, 1, ((self.seq, other),), Repair(self.write_line(other), note), frozenset({self.seq})
        )


def leave_out_event(place: Place, rank: RepairRank = RepairRank.LEFT_OUT, note: str = "leave this event out") -> WhatIf:
    """Leave out what stands at a place; what chance really brought there instead, if anything, nobody knows."""
    doubt = rank is RepairRank.LEFT_OUT and isinstance(place.event, Chance)
    return WhatIf(rank, place.place, 1, (), Repair(f"record: retract {place.seq}", note), open=doubt)
