"""Describes a place in a log where something is wrong, and a what-if for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from audit.causes.repairs import Change, Look, ignore_work
from audit.intake.prepared import PreparedLog
from audit.model.findings import Repair
from engine.kernel.events import Chance, Event
from engine.kernel.replay.replay import Judgement
from engine.kernel.spellings import write_line
from engine.kernel.table import AnyTable
from engine.kernel.unknown import is_known

TWICE = "leave this event out: it is written twice"
Tables = Callable[[int], AnyTable]
Tail = tuple[tuple[int, Event], ...]


class RepairRank(IntEnum):
    """How close a repair is to the written line, closest first."""

    REPEAT = 1
    UNSTATED = 2
    MISSING = 3
    AMOUNT = 4
    NAME = 5
    SEAT = 6
    SWAP = 7
    LEFT_OUT = 8
    # These are no repairs, but the report mentions them.
    FAR = 9


RANKS = {Change.AMOUNT: RepairRank.AMOUNT, Change.NAME: RepairRank.NAME, Change.SEAT: RepairRank.SEAT}


@dataclass(frozen=True, slots=True)
class WhatIf:
    """One way in which the log may have been meant.

    From place `start`, `tail` replaces `taken` entries. `changed` holds the seqs of the changed lines.
    """

    rank: RepairRank
    start: int
    taken: int
    tail: Tail
    repair: Repair
    changed: frozenset[int] = frozenset()
    # The outcome of chance is left open, so checks that then lack a value do not count against the what-if.
    open: bool = False

    @property
    def has_unknown(self) -> bool:
        """Whether the what-if makes a value unknown."""
        changed = (event for seq, event in self.tail if seq in self.changed)
        return self.open or any(
            not is_known(getattr(event, name)) for event in changed for name in event.__struct_fields__
        )


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a log where something is wrong, with the tables before it and the judgements there."""

    prepared: PreparedLog
    at: Tables
    place: int
    met: tuple[Judgement, ...] = ()
    # Called with the amount of work that each search at this place takes.
    look: Look = ignore_work

    @property
    def seq(self) -> int:
        """The seq of the line at fault."""
        return self.prepared.entries[self.place][0]

    @property
    def event(self) -> Event:
        """The event at fault."""
        return self.prepared.entries[self.place][1]

    @property
    def table(self) -> AnyTable:
        """The table before the event."""
        return self.at(self.place)

    def write_line(self, event: Event) -> str:
        """Write an event as a line."""
        return write_line(event, self.prepared.game.vocabulary)

    def replace_event(self, rank: RepairRank, other: Event, note: str) -> WhatIf:
        """Return the what-if that another event happened at this place."""
        return WhatIf(
            rank, self.place, 1, ((self.seq, other),), Repair(self.write_line(other), note), frozenset({self.seq})
        )


def leave_out_event(place: Place, rank: RepairRank = RepairRank.LEFT_OUT, note: str = "leave this event out") -> WhatIf:
    """Return the what-if without this event. A dropped chance event leaves its real outcome unknown."""
    doubt = rank is RepairRank.LEFT_OUT and isinstance(place.event, Chance)
    return WhatIf(rank, place.place, 1, (), Repair(f"record: retract {place.seq}", note), open=doubt)
