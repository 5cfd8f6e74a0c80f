"""Lists the tables with an open result, each with all results that it may still have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product

from msgspec import Struct

from audit.tournaments.count.count import CountedTable, TournamentCount
from audit.tournaments.count.possible_results import PossibleResult
from audit.tournaments.scoring.schemes import ABSENT, BY_PLACES, NOBODY, Finish, Finishes, Undefined, compute_points
from audit.tournaments.tournament import ScoringRules

# The number of orders with shared places is 3, 13, 75, 541, 4683 for two to six seats. Larger tables only have bounds.
MOST_SEATS = 6
# Bounds for the schemes that need scores. Schemes without an entry have none, because any score is possible.
BOUNDS = {"share": (0, 1), "of-winner": (0, 1), "sum-of-squares": (0, 100), "draw-size": (0, 100)}


class Alternative(Struct, frozen=True):
    """One possible result of a table. `scored`: its scores are known too."""

    finishes: Finishes
    points: Mapping[str, Fraction]
    says: str
    scored: bool = True


class OpenTable(Struct, frozen=True):
    """A table with its alternatives.

    If they cannot be listed, it has bounds per seat, or None if any result is possible.
    """

    id: str
    players: tuple[str, ...]
    alternatives: tuple[Alternative, ...] = ()
    bounds: tuple[Fraction, Fraction] | None = None

    def least_points(self, player: str) -> Fraction | None:
        """Return the least points that a player may get here."""
        if self.alternatives:
            return min(one.points[player] for one in self.alternatives)
        return None if self.bounds is None else self.bounds[0]

    def most_points(self, player: str) -> Fraction | None:
        """Return the most points that a player may get here."""
        if self.alternatives:
            return max(one.points[player] for one in self.alternatives)
        return None if self.bounds is None else self.bounds[1]

    def list_distinct(self) -> list[int]:
        """List the indices of the alternatives that may count differently."""
        seen: set[tuple[Fraction, ...]] = set()
        found = []
        for at, one in enumerate(self.alternatives):
            key = tuple(one.points[player] for player in self.players)
            if one.scored or key not in seen:
                seen.add(key)
                found.append(at)
        return found


def list_open_tables(count: TournamentCount) -> list[OpenTable]:
    """List all tables that may still end with another result than the one that counts."""
    orders = OrderPoints(count.tournament.scoring)
    return [make_open_table(one, orders) for one in count.tables if one.is_open]


class OrderPoints(dict[int, tuple[tuple[tuple[int, ...], tuple[Fraction, ...]], ...]]):
    """The points of every order of a table, seat by seat. They are computed once for each table size."""

    def __init__(self, rules: ScoringRules) -> None:
        """Compute points by these rules."""
        super().__init__()
        self.rules = rules

    def __missing__(self, size: int) -> tuple[tuple[tuple[int, ...], tuple[Fraction, ...]], ...]:
        """Compute the points of all orders of this many seats."""
        found = []
        for places in list_weak_orders(size):
            points = compute_points({str(at): Finish(place) for at, place in enumerate(places)}, self.rules)
            found.append((places, tuple(points.values())))
        self[size] = tuple(found)
        return self[size]


def make_open_table(one: CountedTable, orders: OrderPoints) -> OpenTable:
    """List the possible results of a table: those that its log leaves open, or every order."""
    listed = [_make_alternative(one, result, orders.rules) for result in one.possible]
    known = [each for each in listed if each is not None]
    if one.whole and len(known) == len(listed):
        return OpenTable(one.table.id, one.table.players, tuple(known))
    return make_any_result_table(one, orders, tuple(known))


def make_any_result_table(one: CountedTable, orders: OrderPoints, known: tuple[Alternative, ...] = ()) -> OpenTable:
    """List every order of a table, after the results known of it."""
    players = [player for player in one.table.players if player not in one.absent]
    away = {player: Finish(0, None, ABSENT) for player in one.absent}
    rules = orders.rules
    if rules.scheme not in BY_PLACES or len(players) > MOST_SEATS:
        return OpenTable(one.table.id, one.table.players, bounds=_find_bounds(rules, len(players)))
    results = []
    for places, points in orders[len(players)]:
        finishes = {**{player: Finish(place) for player, place in zip(players, places, strict=True)}, **away}
        worth = {**dict(zip(players, points, strict=True)), **dict.fromkeys(away, NOBODY)}
        results.append(Alternative(finishes, worth, "", scored=False))
    return OpenTable(one.table.id, one.table.players, (*known, *results))


def _make_alternative(one: CountedTable, result: PossibleResult, rules: ScoringRules) -> Alternative | None:
    """Add points to a result. Absent players get none."""
    try:
        points = compute_points(result.finishes, rules)
    except Undefined:
        return None
    return Alternative(result.finishes, {**dict.fromkeys(one.table.players, NOBODY), **points}, result.says)


def _find_bounds(rules: ScoringRules, size: int) -> tuple[Fraction, Fraction] | None:
    if rules.scheme in BY_PLACES:
        first = compute_points({str(place): Finish(place) for place in range(1, size + 1)}, rules).values()
        drawn = compute_points({str(place): Finish(1) for place in range(size)}, rules).values()
        return min(*first, *drawn, Fraction(0)), max(*first, *drawn)
    found = BOUNDS.get(rules.scheme)
    return (Fraction(found[0]), Fraction(found[1])) if found else None


@cache
def list_weak_orders(seats: int) -> tuple[tuple[int, ...], ...]:
    """List the places in all orders of this many seats: strict orders first, then ever more shared places."""
    return tuple(sorted(set(_list_orders(seats)), key=lambda places: (-len(set(places)), places)))


def _list_orders(seats: int) -> Iterator[tuple[int, ...]]:
    for ranks in product(range(seats), repeat=seats):
        yield tuple(1 + sum(other < rank for other in ranks) for rank in ranks)
