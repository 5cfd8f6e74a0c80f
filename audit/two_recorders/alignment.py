"""Aligns two lists of lines with as few gaps as possible, in bounded work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.kernel.log import LogError

# Two records of one game differ in few lines. The work grows with the square of the differences.
MOST_EDITS = 1_000


class Gap(NamedTuple):
    """Lines `a` to `a_end` of one list that correspond to lines `b` to `b_end` of the other."""

    a: int
    a_end: int
    b: int
    b_end: int


def find_gaps(one: Sequence[str], other: Sequence[str]) -> list[Gap]:
    """List the gaps between two lists of lines, in order. Raises `LogError` if they have too little in common."""
    head = 0
    while head < min(len(one), len(other)) and one[head] == other[head]:
        head += 1
    tail = 0
    while tail < min(len(one), len(other)) - head and one[-1 - tail] == other[-1 - tail]:
        tail += 1
    mine, theirs = one[head : len(one) - tail], other[head : len(other) - tail]
    found = [
        Gap(*(place + head for place in gap))
        for gap in _list_gaps(list(_pair_common_lines(mine, theirs)), mine, theirs)
    ]
    return _join_gaps(found, one, other)


def _list_gaps(common: list[tuple[int, int]], one: Sequence[str], other: Sequence[str]) -> Iterator[Gap]:
    a = b = 0
    for mine, theirs in [*common, (len(one), len(other))]:
        if a < mine or b < theirs:
            yield Gap(a, mine, b, theirs)
        a, b = mine + 1, theirs + 1


def _pair_common_lines(one: Sequence[str], other: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of common lines with the fewest unpaired lines (greedy algorithm of Myers)."""
    trail = _trace_edit_path(one, other)
    found: list[tuple[int, int]] = []
    x, y = len(one), len(other)
    for edits in range(len(trail) - 1, 0, -1):
        before = trail[edits - 1]
        slope = x - y
        down = slope == -edits or (slope != edits and before[slope - 1] < before[slope + 1])
        slope += 1 if down else -1
        from_x = before[slope]
        from_y = from_x - slope
        begin = from_x if down else from_x + 1
        while x > begin:
            x, y = x - 1, y - 1
            found.append((x, y))
        x, y = from_x, from_y
    while x > 0 and y > 0:
        x, y = x - 1, y - 1
        found.append((x, y))
    return reversed(found)


def _trace_edit_path(one: Sequence[str], other: Sequence[str]) -> list[dict[int, int]]:
    """Record how far each diagonal reaches, for each number of edits."""
    trail: list[dict[int, int]] = []
    reached = {1: 0}
    for edits in range(min(len(one) + len(other), MOST_EDITS) + 1):
        now: dict[int, int] = {}
        for slope in range(-edits, edits + 1, 2):
            down = slope == -edits or (slope != edits and reached[slope - 1] < reached[slope + 1])
            x = reached[slope + 1] if down else reached[slope - 1] + 1
            while 0 <= x - slope < len(other) and x < len(one) and one[x] == other[x - slope]:
                x += 1
            now[slope] = x
            if x >= len(one) and x - slope >= len(other):
                return [*trail, now]
        trail.append(now)
        reached = now
    says = f"More than {MOST_EDITS:,} lines stand in one of the two logs alone."
    raise LogError(says, "Are they records of one game? Compare two copies of the same evening.", 0, 0)


def _join_gaps(gaps: list[Gap], one: Sequence[str], other: Sequence[str]) -> list[Gap]:
    """Join an extra line and a missing line that can be seen as one changed line: `y y` against `z y`."""
    found: list[Gap] = []
    for gap in gaps:
        if found and (whole := _join_two_gaps(found[-1], gap, one, other)):
            found[-1] = whole
        elif found:
            found[-1:] = _move_gaps_together(found[-1], gap, one, other)
        else:
            found.append(gap)
    return found


def _join_two_gaps(first: Gap, second: Gap, one: Sequence[str], other: Sequence[str]) -> Gap | None:
    between = second.a - first.a_end
    mine, theirs = _measure_gap(first), _measure_gap(second)
    if 0 in mine and mine == (theirs[1], theirs[0]):
        lines, start, end = (one, first.a, first.a_end) if mine[0] else (other, first.b, first.b_end)
        if lines[start : start + between] == lines[end : end + between]:
            # The lines between can also be paired on the other side of the first gap.
            return Gap(first.a + between, second.a_end, first.b + between, second.b_end)
        lines, start, end = (one, second.a, second.a_end) if theirs[0] else (other, second.b, second.b_end)
        if lines[start - between : start] == lines[end - between : end]:
            return Gap(first.a, second.a_end - between, first.b, second.b_end - between)
    return None


def _move_gaps_together(first: Gap, second: Gap, one: Sequence[str], other: Sequence[str]) -> tuple[Gap, Gap]:
    """Move an extra line and the same missing line together, past repeats of it: `x y` against `y x`."""
    if (_measure_gap(first), _measure_gap(second)) not in {((1, 0), (0, 1)), ((0, 1), (1, 0))}:
        return first, second
    line, again = (one[first.a], other[second.b]) if first.a < first.a_end else (other[first.b], one[second.a])
    if line != again:
        return first, second
    while first.a_end < second.a and one[first.a_end] == line:
        first = Gap(*(place + 1 for place in first))
    while first.a_end < second.a - 1 and one[second.a - 1] == line:
        second = Gap(*(place - 1 for place in second))
    return first, second


def _measure_gap(gap: Gap) -> tuple[int, int]:
    return gap.a_end - gap.a, gap.b_end - gap.b
