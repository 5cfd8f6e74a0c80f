"""Finds where the two books of a record diverge: the first event after which their tables differ."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.kernel.events import Event, Insert
from engine.kernel.facts import Fact
from engine.kernel.replay.fact_digest import Diff, diff_facts
from engine.kernel.replay.replay import Replay
from engine.kernel.table import AnyTable

Entry = tuple[int, Event]
Look = Callable[[AnyTable], Mapping[str, Fact]]


class BookSide(NamedTuple):
    """One book from some place on: a replay up to there, and the events that follow."""

    run: Replay
    entries: Sequence[Entry]


class Divergence(NamedTuple):
    """The event after which the books differ, and each fact that differs, as played and as adjudicated."""

    seq: int
    facts: Diff


def count_common_entries(one: Sequence[Entry], other: Sequence[Entry]) -> int:
    """Count the entries that both books begin with.

    Events compare by identity, since unknown values are never equal.
    """
    for place, (mine, theirs) in enumerate(zip(one, other, strict=False)):
        if mine[0] != theirs[0] or mine[1] is not theirs[1]:
            return place
    return min(len(one), len(other))


def find_divergence(played: BookSide, adjudicated: BookSide, seqs: range, look: Look) -> Divergence | None:
    """Replay both books and compare their tables after each event of the record."""
    late = {seq for seq, event in played.entries if type(event) is Insert}
    both = zip(_list_tables(played, seqs, late), _list_tables(adjudicated, seqs, late), strict=True)
    for seq, (mine, theirs) in zip(seqs, both, strict=True):
        if differing := diff_facts(look(mine), look(theirs)):
            return Divergence(seq, differing)
    return None


def _list_tables(side: BookSide, seqs: range, late: set[int]) -> Iterator[AnyTable]:
    """Yield the table after each event of the record, with the insertions after that event."""
    place = 0
    for seq in seqs:
        while place < len(side.entries) and (side.entries[place][0] <= seq or _is_late(side.entries[place], late)):
            side.run.run([side.entries[place]])
            place += 1
        yield side.run.table


def _is_late(entry: Entry, late: set[int]) -> bool:
    """Return whether an event was inserted by a correction."""
    return entry[0] in late and type(entry[1]) is not Insert
