"""Adds up points in an outcome of the open tables, as cached whole numbers over a common denominator."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm

from audit.tournaments.safety.open_tables import OpenTable
from audit.tournaments.scoring.ledger import PointsLedger, sum_best
from audit.tournaments.scoring.schemes import NOBODY

Total = int


class Totals:
    """The fixed points of each player, and the points that open tables may add."""

    def __init__(self, ledger: PointsLedger, tables: Iterable[OpenTable], players: Sequence[str], most: int) -> None:
        """Sum the fixed points. `most` limits how many best results count (0: all)."""
        self.tables = {table.id: table for table in tables}
        self._most = most
        self.at: dict[str, list[OpenTable]] = {player: [] for player in players}
        for table in self.tables.values():
            for player in table.players:
                self.at[player].append(table)
        fixed = {
            player: [(one.points, one.round) for one in ledger.list_lines(player) if one.what not in self.tables]
            for player in players
        }
        self._rounds = {player: [points for points, number in lines if number] for player, lines in fixed.items()}
        self._others = {
            player: sum((points for points, number in lines if not number), NOBODY) for player, lines in fixed.items()
        }
        self._unit = lcm(
            *(points.denominator for lines in fixed.values() for points, _ in lines), *self._list_open_units()
        )
        self._added: dict[str, dict[tuple[int, ...], Total]] = {player: {} for player in players}

    def _list_open_units(self) -> Iterable[int]:
        for table in self.tables.values():
            yield from (end.denominator for end in table.bounds or ())
            yield from (points.denominator for one in table.alternatives for points in one.points.values())

    def add_values(self, player: str, values: Iterable[Fraction]) -> Total:
        """Add points from open tables to a player's fixed points."""
        total = self._others[player] + sum_best([*self._rounds[player], *values], self._most)
        return int(total * self._unit)

    def add_picks(self, player: str, picked: tuple[int, ...]) -> Total:
        """Add the points of alternatives at the player's own open tables. An index of -1 does not count."""
        known = self._added[player]
        if picked not in known:
            mine = zip(self.at[player], picked, strict=True)
            known[picked] = self.add_values(
                player, [table.alternatives[at].points[player] for table, at in mine if at >= 0]
            )
        return known[picked]

    def add_outcome(self, player: str, picks: Mapping[str, int]) -> Total:
        """Add the points of an outcome. Tables without an alternative do not count."""
        return self.add_picks(player, tuple(picks.get(table.id, -1) for table in self.at[player]))
