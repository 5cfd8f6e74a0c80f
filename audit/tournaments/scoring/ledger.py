"""Collects what counts for a standing in one book: sittings with points, byes, penalties, and manual tie orders."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from audit.tournaments.scoring.schemes import ABSENT, NOBODY, Finish, Finishes, compute_bye_value, compute_points
from audit.tournaments.tournament import ScoringRules


class Sitting(Struct, frozen=True):
    """One table with its result. `points` are the points of each player."""

    round: int
    table: str
    finishes: Finishes
    points: Mapping[str, Fraction]

    def without_absent(self) -> dict[str, Finish]:
        """Return the finishes of the players who played."""
        return {player: finish for player, finish in self.finishes.items() if finish.state != ABSENT}


class PointsLine(Struct, frozen=True):
    """One line of a player's total: its source, its points, and whether it is among the results that count."""

    what: str
    round: int
    points: Fraction
    counts: bool = True
    place: int = 0


class Extra(Struct, frozen=True):
    """Points without a table: a bye, or a penalty on the total."""

    player: str
    what: str
    points: Fraction
    round: int = 0


class PointsLedger:
    """All points that count, indexed by player."""

    def __init__(
        self,
        players: Iterable[str],
        sittings: Iterable[Sitting],
        rules: ScoringRules,
        extras: Iterable[Extra] = (),
        orders: Iterable[tuple[str, ...]] = (),
    ) -> None:
        """Index everything by player."""
        self.players, self.rules = tuple(players), rules
        self.sittings = sorted(sittings, key=lambda one: (one.round, one.table))
        self.extras, self.orders = tuple(extras), tuple(orders)
        self.at: dict[str, list[Sitting]] = defaultdict(list)
        for sitting in self.sittings:
            for player in sitting.without_absent():
                self.at[player].append(sitting)
        self._lines: dict[str, tuple[PointsLine, ...]] = {}

    def list_lines(self, player: str) -> tuple[PointsLine, ...]:
        """List the parts of a player's total, round by round. Results beyond the best ones do not count."""
        if player not in self._lines:
            rows = [
                PointsLine(one.table, one.round, one.points[player], place=one.finishes[player].place)
                for one in self.sittings
                if player in one.finishes
            ]
            own = [extra for extra in self.extras if extra.player == player]
            rows += [PointsLine(one.what, one.round, one.points) for one in own if one.round]
            rows = _keep_best(sorted(rows, key=lambda row: row.round), self.rules.best_of)
            rows += [PointsLine(one.what, 0, one.points) for one in own if not one.round]
            self._lines[player] = tuple(rows)
        return self._lines[player]

    def compute_total(self, player: str) -> Fraction:
        """Sum the points that count."""
        return sum((line.points for line in self.list_lines(player) if line.counts), NOBODY)

    def list_sittings(self, player: str) -> list[Sitting]:
        """List the sittings of a player that count."""
        counts = {line.what for line in self.list_lines(player) if line.counts}
        return [sitting for sitting in self.at[player] if sitting.table in counts]

    def average_per_table(self, player: str) -> Fraction | None:
        """Return a player's average points per table played, or None if the player has played none."""
        played = self.at[player]
        return sum((one.points[player] for one in played), NOBODY) / len(played) if played else None


def _keep_best(rows: list[PointsLine], most: int) -> list[PointsLine]:
    """Mark all but the best results as not counting. Among equals the better place wins, then the earlier round."""
    if not most or len(rows) <= most:
        return rows
    ranked = sorted(rows, key=lambda row: (-row.points, row.place or len(rows) + 1, row.round))
    kept = {id(row) for row in ranked[:most]}
    return [row if id(row) in kept else replace(row, counts=False) for row in rows]


def sum_best(values: Iterable[Fraction], most: int) -> Fraction:
    """Sum the `most` best values (0: all)."""
    listed = sorted(values, reverse=True)
    return sum(listed[:most] if most else listed, NOBODY)


def score_table(number: int, table: str, finishes: Finishes, rules: ScoringRules) -> Sitting:
    """Add points to the result of a table. Raises `Undefined` if the scheme needs an unknown value."""
    return Sitting(number, table, finishes, compute_points(finishes, rules))


def make_bye(player: str, number: int, rules: ScoringRules, size: int) -> Extra:
    """Make a player's bye in a round. Raises `Undefined`."""
    return Extra(player, f"bye in round {number}", compute_bye_value(rules, size), number)
