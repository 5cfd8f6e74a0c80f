"""Collects the range of a place outcome by outcome: best, worst, and bounds for what could not be settled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

# Maps each open table to the index of its alternative.
Picks = Mapping[str, int]
Step = Literal["one open table each", "all outcomes", "all outcomes near it", "bounds only"]


class Reach(NamedTuple):
    """The range of a player's place, and outcomes that reach its ends. `exact`: both ends can be reached."""

    best: int
    worst: int
    exact: bool
    step: Step
    best_by: Picks | None = None
    worst_by: Picks | None = None


class OpenField(NamedTuple):
    """All open tables as seen from one total: the alternatives that let the most and the fewest players pass."""

    most_pass: Picks
    fewest_pass: Picks
    # By table: players ahead at least, and players level or ahead at most. `strict` and `loose` are the sums over all.
    ends: Mapping[str, tuple[int, int]]
    strict: int
    loose: int


class PlaceSearch:
    """The best and worst place found so far, and bounds for what could not be settled."""

    def __init__(self) -> None:
        """Start without an outcome."""
        self.best, self.worst = 10**9, 0
        self.best_by: Picks | None = None
        self.worst_by: Picks | None = None
        # If ties could not be settled, these ends are only bounds.
        self.low, self.high = 10**9, 0

    def may_move(self, best: int, worst: int) -> bool:
        """Return whether an outcome may extend the range."""
        return best < self.best or worst > self.worst

    def take_place(self, found: tuple[int, int], picks: Picks) -> None:
        """Add the place in one outcome, or its bounds if it could not be settled."""
        low, high = found
        self.widen_bounds(low, high)
        if low != high:
            return
        if low < self.best:
            self.best, self.best_by = low, dict(picks)
        if high > self.worst:
            self.worst, self.worst_by = high, dict(picks)

    def widen_bounds(self, best: int, worst: int) -> None:
        """Widen the bounds to include these places."""
        self.low, self.high = min(self.low, best), max(self.high, worst)

    def sum_up(self, step: Step) -> Reach:
        """Return the range found."""
        exact = self.low == self.best and self.high == self.worst
        return Reach(min(self.low, self.best), max(self.high, self.worst), exact, step, self.best_by, self.worst_by)


def count_ahead_and_level(totals: Mapping[str, int]) -> Iterator[tuple[str, int, int]]:
    """Yield for each player how many are ahead by points, and how many are level."""
    counts: dict[int, int] = {}
    for total in totals.values():
        counts[total] = counts.get(total, 0) + 1
    ahead, above = 0, {}
    for total in sorted(counts, reverse=True):
        above[total] = ahead
        ahead += counts[total]
    for player, total in totals.items():
        yield player, above[total], counts[total] - 1
