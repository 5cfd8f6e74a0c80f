"""Ranks all players by points and then by each tie-break in order, and records what decided each place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from msgspec import Struct

from audit.tournaments.scoring.ledger import PointsLedger, PointsLine
from audit.tournaments.scoring.schemes import Undefined
from audit.tournaments.scoring.tie_breaks import KeyValue, compare_totals, find_key

POINTS, ORGANISER = "points", "organiser"
Unsure = Callable[[str, Sequence[str]], bool]


class KeyShown(Struct, frozen=True):
    """One key as evaluated for a player: its value, or why it does not apply to this group."""

    key: str
    value: tuple[Fraction, ...] | None
    says: str


class Decided(Struct, frozen=True):
    """What puts a row ahead of the next one: the key, and both values in words."""

    key: str
    own: str
    other: str


class StandingRow(Struct, frozen=True):
    """A player's place and what it is based on. `level` is the number of players on this place."""

    place: int
    level: int
    player: str
    total: Fraction
    lines: tuple[PointsLine, ...]
    keys: tuple[KeyShown, ...]
    decided: Decided | None

    @property
    def label(self) -> str:
        """The place as lists write it: 1, 2=, 2=, 4."""
        return f"{self.place}=" if self.level > 1 else str(self.place)


def compute_standings(ledger: PointsLedger, keys: Sequence[str], *, restart: bool = False) -> list[StandingRow]:
    """Rank all players."""
    ranking = Ranking(ledger, keys, restart=restart)
    parts = ranking.split_group(sorted(ledger.players), list_ranking_keys(ledger, keys))
    rows: list[StandingRow] = []
    place = 1
    for at, part in enumerate(parts):
        decided = ranking.find_deciding_key(part[0], parts[at + 1][0]) if at + 1 < len(parts) else None
        for player in part:
            total_of, lines = ledger.compute_total(player), ledger.list_lines(player)
            rows.append(StandingRow(place, len(part), player, total_of, lines, tuple(ranking.shown[player]), decided))
        place += len(part)
    return rows


def find_place_ranges(
    ledger: PointsLedger, keys: Sequence[str], *, restart: bool, unsure: Unsure, group: Sequence[str]
) -> dict[str, tuple[int, int]]:
    """Return the best and worst place of each player in a tie. They differ if an uncertain key must break it."""
    ranking = Ranking(ledger, keys, restart=restart, unsure=unsure)
    places: dict[str, tuple[int, int]] = {}
    place = 1
    for part in ranking.split_group(sorted(group), list_ranking_keys(ledger, keys)[1:]):
        worst = place + len(part) - 1 if part[0] in ranking.unsettled and len(part) > 1 else place
        places |= dict.fromkeys(part, (place, worst))
        place += len(part)
    return places


def list_ranking_keys(ledger: PointsLedger, keys: Sequence[str]) -> list[str]:
    """List all keys in order: points first, and the organiser's decision last, if there is one."""
    return [POINTS, *keys, *[ORGANISER] * bool(ledger.orders)]


class Ranking:
    """A ranking in progress. It splits groups key by key and records each comparison.

    `unsure` says which groups a key cannot split yet. They stay together and are `unsettled`.
    """

    def __init__(
        self, ledger: PointsLedger, keys: Sequence[str], *, restart: bool, unsure: Unsure = lambda _key, _group: False
    ) -> None:
        """Start without a comparison."""
        self.ledger, self.keys, self.restart, self.unsure = ledger, tuple(keys), restart, unsure
        self.unsettled: set[str] = set()
        self.shown: dict[str, list[KeyShown]] = {player: [] for player in ledger.players}

    def split_group(self, group: list[str], keys: list[str]) -> list[list[str]]:
        """Split a group by the first key, and each part by the next. Players that no key splits share a place."""
        while len(group) > 1 or keys[:1] == [POINTS]:
            if not keys:
                break
            key, *keys = keys
            if self.unsure(key, group):
                self.unsettled |= set(group)
                break
            values = self._find_values(key, group)
            if values is None:
                continue
            classes = sorted({one.value for one in values.values()}, reverse=True)
            if len(classes) > 1:
                later = list(self.keys) if self.restart and key != POINTS else keys
                found = [[player for player in group if values[player].value == value] for value in classes]
                return [part for one in found for part in self.split_group(one, later)]
        return [group]

    def _find_values(self, key: str, group: list[str]) -> dict[str, KeyValue] | None:
        try:
            values = self._compute_values(key, group)
        except Undefined as why:
            for player in group:
                self.shown[player].append(KeyShown(key, None, f"left out: {why}"))
            return None
        for player in group:
            self.shown[player].append(KeyShown(key, values[player].value, values[player].says))
        return values

    def _compute_values(self, key: str, group: list[str]) -> dict[str, KeyValue]:
        if key == POINTS:
            return compare_totals(self.ledger, group)
        if key != ORGANISER:
            return find_key(key)(self.ledger, group)
        order = next((order for order in reversed(self.ledger.orders) if set(group) <= set(order)), None)
        if order is None:
            raise Undefined("no decision has broken this tie")
        return {
            player: KeyValue((Fraction(-order.index(player)),), f"put {order.index(player) + 1}. of those level")
            for player in group
        }

    def find_deciding_key(self, one: str, other: str) -> Decided | None:
        """Find the key that separates two adjacent players."""
        for mine, theirs in zip(self.shown[one], self.shown[other], strict=False):
            if mine.value != theirs.value and mine.key == theirs.key:
                return Decided(mine.key, mine.says, theirs.says)
        return None
