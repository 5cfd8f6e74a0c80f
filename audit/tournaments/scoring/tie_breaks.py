"""Defines the tie-breaks: what is compared when points are equal, each as an exact value with its arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from msgspec import Struct

from audit.tournaments.exact_numbers import parse_exact_in_bounds, spell_fraction, spell_sum
from audit.tournaments.scoring.ledger import PointsLedger
from audit.tournaments.scoring.schemes import (
    NOBODY,
    Finishes,
    Undefined,
    list_shared_places,
    score_by_share,
    score_by_winner,
)

LIST = "list:"
HALF = Fraction(1, 2)
MOST_LISTED = 20


class KeyValue(Struct, frozen=True):
    """The value of one key for a player, compared from the left, and its arithmetic."""

    value: tuple[Fraction, ...]
    says: str


Values = dict[str, KeyValue]
Key = Callable[[PointsLedger, Sequence[str]], Values]


def _make_value(value: Fraction, says: str = "") -> KeyValue:
    return KeyValue((value,), says or spell_fraction(value))


def compare_totals(ledger: PointsLedger, group: Sequence[str]) -> Values:
    """Compare the points, by which all players are ranked first."""
    lines = {player: [line.points for line in ledger.list_lines(player) if line.counts] for player in group}
    return {player: _make_value(ledger.compute_total(player), spell_sum(lines[player])) for player in group}


def count_places(ledger: PointsLedger, player: str, size: int) -> list[Fraction]:
    """Count firsts, seconds and so on. A shared place counts in part for each player."""
    counts = [NOBODY] * size
    for sitting in ledger.list_sittings(player):
        played = sitting.without_absent()
        places = list_shared_places(played[player].place, played)
        for place in places:
            counts[place - 1] += Fraction(1, len(places))
    return counts


def _find_largest_table(ledger: PointsLedger) -> int:
    return max((len(sitting.finishes) for sitting in ledger.sittings), default=1)


def compare_by_places(ledger: PointsLedger, group: Sequence[str]) -> Values:
    """Compare the number of firsts, then of seconds, and so on."""
    profiles = {player: count_places(ledger, player, _find_largest_table(ledger)) for player in group}
    return {
        player: KeyValue(tuple(counts), f"({', '.join(map(spell_fraction, counts))})")
        for player, counts in profiles.items()
    }


def _make_place_key(at: int) -> Key:
    def compare_by_place(ledger: PointsLedger, group: Sequence[str]) -> Values:
        size = max(_find_largest_table(ledger), at + 1)
        return {player: _make_value(count_places(ledger, player, size)[at]) for player in group}

    return compare_by_place


def compare_by_average_place(ledger: PointsLedger, group: Sequence[str]) -> Values:
    """Compare the mean place, lower is better. A shared place counts as the mean of the places it covers."""
    values = {}
    for player in group:
        places = [_average_place(player, sitting.without_absent()) for sitting in ledger.list_sittings(player)]
        if not places:
            raise Undefined("a player has played no table")
        mean = sum(places, NOBODY) / len(places)
        values[player] = _make_value(
            -mean, f"({spell_sum(places).partition(' = ')[0]}) / {len(places)} = {spell_fraction(mean)}"
        )
    return values


def _average_place(player: str, finishes: Finishes) -> Fraction:
    places = list_shared_places(finishes[player].place, finishes)
    return Fraction(places[0] + places[-1], 2)


def compare_by_shares(ledger: PointsLedger, group: Sequence[str]) -> Values:
    """Compare the sum of a player's shares of each table's points."""
    values = {}
    for player in group:
        shares = [
            score_by_share(sitting.without_absent(), ledger.rules)[player] for sitting in ledger.list_sittings(player)
        ]
        values[player] = _make_value(sum(shares, NOBODY), spell_sum(shares))
    return values


def compare_by_part_of_winner(ledger: PointsLedger, group: Sequence[str]) -> Values:
    """Compare the mean of a player's scores relative to the table's highest score."""
    values = {}
    for player in group:
        parts = [
            score_by_winner(sitting.without_absent(), ledger.rules)[player] for sitting in ledger.list_sittings(player)
        ]
        if not parts:
            raise Undefined("a player has played no table")
        mean = sum(parts, NOBODY) / len(parts)
        values[player] = _make_value(
            mean, f"({spell_sum(parts).partition(' = ')[0]}) / {len(parts)} = {spell_fraction(mean)}"
        )
    return values


def compare_by_scores(ledger: PointsLedger, group: Sequence[str]) -> Values:
    """Compare the sum of the scores in all games."""
    values = {}
    for player in group:
        found = [sitting.finishes[player].score for sitting in ledger.list_sittings(player)]
        scores = [score for score in found if score is not None]
        if len(scores) < len(found):
            raise Undefined("not every score is known")
        values[player] = _make_value(sum(scores, NOBODY), spell_sum(scores))
    return values


def compare_by_best(ledger: PointsLedger, group: Sequence[str]) -> Values:
    """Compare the best result, then the second best, and so on."""
    most = max(len(ledger.list_lines(player)) for player in group)
    values = {}
    for player in group:
        results = sorted(
            (line.points for line in ledger.list_lines(player) if line.round and line.counts), reverse=True
        )
        # A player with fewer games has no result there, which is less than any result.
        padded = (*results, *[Fraction(-(10**9))] * (most - len(results)))
        values[player] = KeyValue(padded, ", ".join(map(spell_fraction, results)))
    return values


def compare_by_last_round(ledger: PointsLedger, group: Sequence[str]) -> Values:
    """Compare the points of the last round."""
    last = max((sitting.round for sitting in ledger.sittings), default=0)
    return {
        player: _make_value(sum((line.points for line in ledger.list_lines(player) if line.round == last), NOBODY))
        for player in group
    }


UNEQUALLY_MET = "not all of them met each other equally often"


def compare_by_encounter(ledger: PointsLedger, group: Sequence[str]) -> Values:
    """Compare the order at shared tables. It applies only if all pairs met equally often."""
    everybody, first = set(group), group[0]
    # Usually some player has not met all the others. This test finds that quickly.
    if not everybody <= {first}.union(*(sitting.without_absent() for sitting in ledger.at[first])):
        raise Undefined(UNEQUALLY_MET)
    met = {pair: [s for s in ledger.at[pair[0]] if pair[1] in s.without_absent()] for pair in combinations(group, 2)}
    if len({len(sittings) for sittings in met.values()}) != 1 or not all(met.values()):
        raise Undefined(UNEQUALLY_MET)
    parts: dict[str, list[Fraction]] = {player: [] for player in group}
    for (one, other), sittings in met.items():
        for sitting in sittings:
            ahead = sitting.finishes[other].place - sitting.finishes[one].place
            worth = HALF if not ahead else Fraction(ahead > 0)
            parts[one].append(worth)
            parts[other].append(1 - worth)
    return {player: _make_value(sum(found, NOBODY), spell_sum(found)) for player, found in parts.items()}


def compare_by_opponents(ledger: PointsLedger, group: Sequence[str]) -> Values:
    """Compare the mean strength of opponents, each counted as often as met: their points per table played."""
    values = {}
    for player in group:
        met = [other for sitting in ledger.at[player] for other in sitting.without_absent() if other != player]
        strengths = [strength for other in met if (strength := ledger.average_per_table(other)) is not None]
        if not strengths:
            raise Undefined("a player has met no opponent")
        mean = sum(strengths, NOBODY) / len(strengths)
        values[player] = _make_value(
            mean, f"{spell_fraction(sum(strengths, NOBODY))} / {len(strengths)} = {spell_fraction(mean)}"
        )
    return values


def compare_by_win_rate(ledger: PointsLedger, group: Sequence[str]) -> Values:
    """Compare the won part of all possible points, without byes, and at least the part that draws would give."""
    values = {}
    for player in group:
        played = ledger.at[player]
        if not played:
            raise Undefined("a player has played no table")
        could = [2 * len(sitting.without_absent()) - 1 for sitting in played]
        points = sum((sitting.points[player] for sitting in played), NOBODY)
        rate, least = points / sum(could), Fraction(1, max(could))
        says = f"{spell_fraction(points)} / {sum(could)} = {spell_fraction(rate)}"
        values[player] = _make_value(
            max(rate, least), says if rate >= least else f"{says}, at least {spell_fraction(least)}"
        )
    return values


def _make_list_key(key: str) -> Key:
    values = _parse_list(key)

    def compare_by_list(ledger: PointsLedger, group: Sequence[str]) -> Values:
        found = {}
        for player in group:
            parts = []
            for sitting in ledger.list_sittings(player):
                played = sitting.without_absent()
                worth = [
                    values[place - 1] if place <= len(values) else NOBODY for place in _list_own_places(player, played)
                ]
                parts.append(sum(worth, NOBODY) / len(worth))
            found[player] = _make_value(sum(parts, NOBODY), spell_sum(parts))
        return found

    return compare_by_list


def _list_own_places(player: str, finishes: Finishes) -> range:
    return list_shared_places(finishes[player].place, finishes)


def _parse_list(key: str) -> list[Fraction]:
    found = [parse_exact_in_bounds(part) for part in key.removeprefix(LIST).split("/", MOST_LISTED)]
    return [part for part in found if part is not None] if len(found) <= MOST_LISTED and None not in found else []


KEYS: Mapping[str, Key] = {
    "places": compare_by_places,
    "wins": _make_place_key(0),
    "seconds": _make_place_key(1),
    "thirds": _make_place_key(2),
    "average-place": compare_by_average_place,
    "share": compare_by_shares,
    "of-winner": compare_by_part_of_winner,
    "score": compare_by_scores,
    "best": compare_by_best,
    "last-round": compare_by_last_round,
    "direct": compare_by_encounter,
    "opponents": compare_by_opponents,
    "win-rate": compare_by_win_rate,
}
# The tie-breaks that need scores, which are unknown for a table without a result.
SCORED_KEYS = frozenset({"share", "of-winner", "score"})
# The names of keys in explanations of what decided a place.
NAMES = {
    "points": "points",
    "places": "firsts, then seconds, and so on",
    "wins": "firsts",
    "seconds": "seconds",
    "thirds": "thirds",
    "average-place": "average place",
    "share": "shares of each table's points",
    "of-winner": "part of the winner's score",
    "score": "game points",
    "best": "best single results",
    "last-round": "points of the last round",
    "direct": "direct encounter",
    "opponents": "strength of opponents",
    "win-rate": "win rate",
    "organiser": "the organiser's word",
}


def find_key(name: str) -> Key:
    """Find a key by its name."""
    return _make_list_key(name) if name.startswith(LIST) else KEYS[name]


def is_known_key(name: str) -> bool:
    """Return whether there is such a tie-break."""
    return bool(_parse_list(name)) if name.startswith(LIST) else name in KEYS


def list_all_keys() -> tuple[str, ...]:
    """List all tie-breaks."""
    return (*KEYS, f"{LIST}1000/100/10/1")
