"""Finds decisive tables: finished tables of which another result alone would cost a player the place."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from audit.tournaments.count.count import TournamentCount
from audit.tournaments.safety.open_tables import Alternative, OrderPoints, make_any_result_table
from audit.tournaments.scoring.ledger import PointsLedger
from audit.tournaments.scoring.schemes import NOBODY
from audit.tournaments.scoring.standings import find_place_ranges
from audit.tournaments.scoring.tie_breaks import SCORED_KEYS

# A limit on the number of results times the number of players. Beyond it the search is skipped.
MOST_TRIED = 1_000_000


def find_decisive_tables(count: TournamentCount, player: str, place: int) -> tuple[str, ...] | None:
    """List the tables that alone could push a player below a place. Return None if the search is skipped."""
    rules, ledger = count.tournament.scoring, count.build_ledger()
    points = {one.table: one.points for one in ledger.sittings}
    orders = OrderPoints(rules)
    tables = [make_any_result_table(one, orders) for one in count.tables if one.table.id in points]
    tried = sum(len(table.alternatives) for table in tables) * len(ledger.players)
    if tried > MOST_TRIED or rules.best_of or not all(table.alternatives for table in tables):
        return None
    totals = {one: ledger.compute_total(one) for one in ledger.players}
    found = []
    for table in tables:
        fixed = {one: total - points[table.id].get(one, NOBODY) for one, total in totals.items()}
        if any(_can_lose(count, table.id, one, fixed, (player, place)) for one in table.alternatives):
            found.append(table.id)
    return tuple(found)


def _can_lose(
    count: TournamentCount, table: str, one: Alternative, fixed: Mapping[str, Fraction], claim: tuple[str, int]
) -> bool:
    """Return whether this result certainly pushes a player below a place. Ties are broken by places alone."""
    player, place = claim
    totals = {key: total + one.points.get(key, NOBODY) for key, total in fixed.items()}
    ahead = sum(total > totals[player] for total in totals.values())
    level = [key for key, total in totals.items() if total == totals[player]]
    if ahead >= place or ahead + len(level) <= place:
        return ahead >= place
    ledger: PointsLedger = count.build_ledger("adjudicated", {table: one.finishes})
    ranges = find_place_ranges(
        ledger,
        count.tournament.tie_breaks,
        restart=count.tournament.restart,
        unsure=lambda key, group: key in SCORED_KEYS and not set(one.points).isdisjoint(group),
        group=level,
    )
    return ahead + ranges[player][0] > place
