"""Finds where two records of one game differ: lines that are missing, doubled, swapped or changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from msgspec.structs import replace

from audit.intake.prepared import PreparedLog
from audit.two_recorders.alignment import Gap, find_gaps
from engine.kernel.events import Amend, Event, Insert, Retract, Ruling, Start, Unreadable
from engine.kernel.spellings import write_line

Kind = Literal["missing", "doubled", "swapped", "differing"]
# Corrections are applied before the comparison. They and rulings use the event numbers of one log only.
LAID_BEFORE = (Start, Amend, Retract, Insert, Ruling)


class Entry(NamedTuple):
    """One event of a log: its number there, and its canonical line."""

    seq: int
    event: Event
    line: str


class Difference(NamedTuple):
    """One place where two logs differ: the entries of each, after `behind` common events."""

    kind: Kind
    a: tuple[Entry, ...]
    b: tuple[Entry, ...]
    behind: int


class Alignment(NamedTuple):
    """Two aligned logs: their common events and, in order, their differences."""

    common: list[tuple[Entry, Entry]]
    differences: list[Difference]


def list_entries(prepared: PreparedLog) -> list[Entry]:
    """List the events that count in a log, after its own corrections. Stated numbers are left out."""
    return [
        Entry(seq, event, _write_line(event, prepared))
        for seq, event in prepared.entries
        if not isinstance(event, LAID_BEFORE)
    ]


def _write_line(event: Event, prepared: PreparedLog) -> str:
    if isinstance(event, Unreadable):
        # No readable line begins like this.
        return f"?: {event.text}"
    return write_line(replace(event, seq=0) if event.seq else event, prepared.game.vocabulary)


def align_logs(one: Sequence[Entry], other: Sequence[Entry]) -> Alignment:
    """Align two logs. Raises `LogError` if they have too little in common."""
    mine, theirs = [entry.line for entry in one], [entry.line for entry in other]
    gaps = list(_split_gaps(_join_swaps(find_gaps(mine, theirs), mine, theirs), mine, theirs))
    common: list[tuple[Entry, Entry]] = []
    differences: list[Difference] = []
    ends = Gap(0, 0, 0, 0)
    for gap in [*gaps, Gap(len(one), len(one), len(other), len(other))]:
        common += zip(one[ends.a_end : gap.a], other[ends.b_end : gap.b], strict=True)
        if gap.a < gap.a_end or gap.b < gap.b_end:
            a, b = tuple(one[gap.a : gap.a_end]), tuple(other[gap.b : gap.b_end])
            differences.append(Difference(_classify_gap(gap, mine, theirs), a, b, len(common)))
        ends = gap
    return Alignment(common, differences)


def _join_swaps(gaps: list[Gap], one: list[str], other: list[str]) -> Iterator[Gap]:
    """Join two gaps around one line if they are a swap of two lines."""
    taken = False
    for gap, after in pairwise([*gaps, Gap(-1, -1, -1, -1)]):
        if taken:
            taken = False
        elif _is_swap(whole := Gap(gap.a, after.a_end, gap.b, after.b_end), one, other):
            taken = True
            yield whole
        else:
            yield gap


def _is_swap(gap: Gap, one: list[str], other: list[str]) -> bool:
    mine, theirs = one[gap.a : gap.a_end], other[gap.b : gap.b_end]
    return len(mine) == 2 and mine[0] != mine[1] and mine == theirs[::-1]  # noqa: PLR2004 - neighbours


def _split_gaps(gaps: Iterator[Gap], one: list[str], other: list[str]) -> Iterator[Gap]:
    """Split changed lines into single ones if both logs have the same number of them."""
    for gap in gaps:
        size = gap.a_end - gap.a
        if size != gap.b_end - gap.b or _is_swap(gap, one, other):
            yield gap
        else:
            yield from _split_gap(gap, size)


def _split_gap(gap: Gap, size: int) -> Iterator[Gap]:
    for at in range(size):
        yield Gap(gap.a + at, gap.a + at + 1, gap.b + at, gap.b + at + 1)


def _classify_gap(gap: Gap, one: list[str], other: list[str]) -> Kind:
    if _is_swap(gap, one, other):
        return "swapped"
    if gap.a < gap.a_end and gap.b < gap.b_end:
        return "differing"
    lines, start, end = (one, gap.a, gap.a_end) if gap.a < gap.a_end else (other, gap.b, gap.b_end)
    extra = lines[start:end]
    twice = extra == lines[max(0, start - len(extra)) : start] or extra == lines[end : end + len(extra)]
    return "doubled" if twice else "missing"
