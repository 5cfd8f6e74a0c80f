"""How far a place may move, sought outcome by outcome: the best and the worst met, and what could not be settled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

# Of each open table the number of its alternative.
Picks = Mapping[str, int]
Step = Literal["one open table each", "all outcomes", "all outcomes near it", "bounds only"]


class Reach(NamedTuple):
    """How far somebody's place may move, and by which outcomes; `exact`: both ends can really be reached."""

    best: int
    worst: int
    exact: bool
    step: Step
    best_by: Picks | None = None
    worst_by: Picks | None = None


class OpenField(NamedTuple):
    """All open tables seen from so many points: what lets most pass, and fewest, and how many each may let pass."""

    most_pass: Picks
    fewest_pass: Picks
    # By table who has more at least, and who has as much at most; and both over all, with those who are at no open one.
    ends: Mapping[str, tuple[int, int]]
    strict: int
    loose: int


class PlaceSearch:
    """The best and the worst place met so far, and what could not be settled."""

    def __init__(self) -> None:
        """Begin with no outcome met."""
        self.best, self.worst = 10**9, 0
        self.best_by: Picks | None = None
        self.worst_by: Picks | None = None
        # Where ties could not be settled the ends are bounds.
        self.low, self.high = 10**9, 0

    def may_move(self, best: int, worst: int) -> bool:
        """Say whether an outcome may lie beyond what was met."""
        return best < self.best or worst > self.worst

    def take_place(self, found: tuple[int, int], picks: Picks) -> None:
        """Take a place in one outcome, or what bounds it where it could not be settled."""
        low, high = found
        self.widen_bounds(low, high)
        if low != high:
            return
        if low < self.best:
            self.best, self.best_by = low, dict(picks)
        if high > self.worst:
            self.worst, self.worst_by = high, dict(picks)

    def widen_bounds(self, best: int, worst: int) -> None:
        """Take note that a place may lie as far as this."""
        self.low, self.high = min(self.low, best), max(self.high, worst)

    def sum_up(self, step: Step) -> Reach:
        """Sum up."""
        exact = self.low == self.best and self.high == self.worst
        return Reach(min(self.low, self.best), max(self.high, self.worst), exact, step, self.best_by, self.worst_by)


def count_ahead_and_level(totals: Mapping[str, int]) -> Iterator[tuple[str, int, int]]:
    """Say of everybody how many are ahead by points, and how many level."""
    counts: dict[int, int] = {}
    for total in totals.values():
        counts[total] = counts.get(total, 0) + 1
    ahead, above = 0, {}
    for total in sorted(counts, reverse=True):
        above[total] = ahead
        ahead += counts[total]
    for player, total in totals.items():
        yield player, above[total], counts[total] - 1
