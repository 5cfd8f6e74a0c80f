"""Where the two books of one record part: the first event after which their tables differ, and in what."""

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
    """One book from some place on: a replay that has come there, and the events that follow in it."""

    run: Replay
    entries: Sequence[Entry]


class Divergence(NamedTuple):
    """After which event the books differ, and each fact in which they do, as played and as adjudicated."""

    seq: int
    facts: Diff


def count_common_entries(one: Sequence[Entry], other: Sequence[Entry]) -> int:
    """How many entries two books begin alike with. Events are compared by identity: an unknown value equals nothing."""
    for place, (mine, theirs) in enumerate(zip(one, other, strict=False)):
        if mine[0] != theirs[0] or mine[1] is not theirs[1]:
            return place
    return min(len(one), len(other))


def find_divergence(played: BookSide, adjudicated: BookSide, seqs: range, look: Look) -> Divergence | None:
    """Play on in both books, and look at both tables after each event of the record."""
    late = {seq for seq, event in played.entries if type(event) is Insert}
    both = zip(_list_tables(played, seqs, late), _list_tables(adjudicated, seqs, late), strict=True)
    for seq, (mine, theirs) in zip(seqs, both, strict=True):
        if differing := diff_facts(look(mine), look(theirs)):
            return Divergence(seq, differing)
    return None


def _list_tables(side: BookSide, seqs: range, late: set[int]) -> Iterator[AnyTable]:
    """Give the table after each event of the record, what was inserted behind an event included."""
    place = 0
    for seq in seqs:
        while place < len(side.entries) and (side.entries[place][0] <= seq or _is_late(side.entries[place], late)):
            side.run.run([side.entries[place]])
            place += 1
        yield side.run.table


def _is_late(entry: Entry, late: set[int]) -> bool:
    """Say whether an event stands behind another because it was forgotten there."""
    return entry[0] in late and type(entry[1]) is not Insert
