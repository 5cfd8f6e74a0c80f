"""Tie-breaks: what is compared where points are level, each an exact value with its arithmetic."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from msgspec import Struct

from audit.tournaments.exact_numbers import added_up, spelt_out, written
from audit.tournaments.scoring.ledger import PointsLedger
from audit.tournaments.scoring.schemes import NOBODY, Finishes, Undefined, by_share, by_winner, covered

LIST = "list:"
HALF = Fraction(1, 2)
MOST_LISTED = 20


class KeyValue(Struct, frozen=True):
    """What one key comes to for somebody: its value, compared from the left, and how it comes about."""

    value: tuple[Fraction, ...]
    says: str


Values = dict[str, KeyValue]
Key = Callable[[PointsLedger, Sequence[str]], Values]


def _one(value: Fraction, says: str = "") -> KeyValue:
    return KeyValue((value,), says or spelt_out(value))


def total(ledger: PointsLedger, group: Sequence[str]) -> Values:
    """Give the points, which all who take part are ranked by first."""
    lines = {player: [line.points for line in ledger.lines(player) if line.counts] for player in group}
    return {player: _one(ledger.total(player), added_up(lines[player])) for player in group}


def profile(ledger: PointsLedger, player: str, size: int) -> list[Fraction]:
    """Count firsts, seconds and so on; a place that several share counts for each of them in part."""
    counts = [NOBODY] * size
    for sitting in ledger.counted(player):
        played = sitting.played()
        places = covered(played[player].place, played)
        for place in places:
            counts[place - 1] += Fraction(1, len(places))
    return counts


def _largest(ledger: PointsLedger) -> int:
    return max((len(sitting.finishes) for sitting in ledger.sittings), default=1)


def by_places(ledger: PointsLedger, group: Sequence[str]) -> Values:
    """Compare firsts, then most seconds, and so on."""
    profiles = {player: profile(ledger, player, _largest(ledger)) for player in group}
    return {
        player: KeyValue(tuple(counts), f"({', '.join(map(spelt_out, counts))})") for player, counts in profiles.items()
    }


def _place(at: int) -> Key:
    def by_place(ledger: PointsLedger, group: Sequence[str]) -> Values:
        size = max(_largest(ledger), at + 1)
        return {player: _one(profile(ledger, player, size)[at]) for player in group}

    return by_place


def by_average_place(ledger: PointsLedger, group: Sequence[str]) -> Values:
    """Compare the mean place, the lower the better; a shared place counts as the mean of those it covers."""
    values = {}
    for player in group:
        places = [_mean_place(player, sitting.played()) for sitting in ledger.counted(player)]
        if not places:
            raise Undefined("somebody has played no table")
        mean = sum(places, NOBODY) / len(places)
        values[player] = _one(-mean, f"({added_up(places).partition(' = ')[0]}) / {len(places)} = {spelt_out(mean)}")
    return values


def _mean_place(player: str, finishes: Finishes) -> Fraction:
    places = covered(finishes[player].place, finishes)
    return Fraction(places[0] + places[-1], 2)


def by_shares(ledger: PointsLedger, group: Sequence[str]) -> Values:
    """Compare the parts of each table's points that somebody scored, added up."""
    values = {}
    for player in group:
        shares = [by_share(sitting.played(), ledger.rules)[player] for sitting in ledger.counted(player)]
        values[player] = _one(sum(shares, NOBODY), added_up(shares))
    return values


def by_part_of_winner(ledger: PointsLedger, group: Sequence[str]) -> Values:
    """Compare the mean part of the highest score at the table."""
    values = {}
    for player in group:
        parts = [by_winner(sitting.played(), ledger.rules)[player] for sitting in ledger.counted(player)]
        if not parts:
            raise Undefined("somebody has played no table")
        mean = sum(parts, NOBODY) / len(parts)
        values[player] = _one(mean, f"({added_up(parts).partition(' = ')[0]}) / {len(parts)} = {spelt_out(mean)}")
    return values


def by_scores(ledger: PointsLedger, group: Sequence[str]) -> Values:
    """Compare what was scored in all games."""
    values = {}
    for player in group:
        found = [sitting.finishes[player].score for sitting in ledger.counted(player)]
        scores = [score for score in found if score is not None]
        if len(scores) < len(found):
            raise Undefined("not every score is known")
        values[player] = _one(sum(scores, NOBODY), added_up(scores))
    return values


def by_best(ledger: PointsLedger, group: Sequence[str]) -> Values:
    """Compare the best result, then the second best, and so on."""
    most = max(len(ledger.lines(player)) for player in group)
    values = {}
    for player in group:
        results = sorted((line.points for line in ledger.lines(player) if line.round and line.counts), reverse=True)
        # Who has played less has no result there: that is less than any.
        padded = (*results, *[Fraction(-(10**9))] * (most - len(results)))
        values[player] = KeyValue(padded, ", ".join(map(spelt_out, results)))
    return values


def by_last_round(ledger: PointsLedger, group: Sequence[str]) -> Values:
    """Compare the points of the last round."""
    last = max((sitting.round for sitting in ledger.sittings), default=0)
    return {
        player: _one(sum((line.points for line in ledger.lines(player) if line.round == last), NOBODY))
        for player in group
    }


UNEQUALLY_MET = "not all of them met each other equally often"


def by_encounter(ledger: PointsLedger, group: Sequence[str]) -> Values:
    """Compare who came out ahead where they sat at one table: only if each met each, all equally often."""
    everybody, first = set(group), group[0]
    # Most often somebody has not met all the others: that is soon seen.
    if not everybody <= {first}.union(*(sitting.played() for sitting in ledger.at[first])):
        raise Undefined(UNEQUALLY_MET)
    met = {pair: [s for s in ledger.at[pair[0]] if pair[1] in s.played()] for pair in combinations(group, 2)}
    if len({len(sittings) for sittings in met.values()}) != 1 or not all(met.values()):
        raise Undefined(UNEQUALLY_MET)
    parts: dict[str, list[Fraction]] = {player: [] for player in group}
    for (one, other), sittings in met.items():
        for sitting in sittings:
            ahead = sitting.finishes[other].place - sitting.finishes[one].place
            worth = HALF if not ahead else Fraction(ahead > 0)
            parts[one].append(worth)
            parts[other].append(1 - worth)
    return {player: _one(sum(found, NOBODY), added_up(found)) for player, found in parts.items()}


def by_opponents(ledger: PointsLedger, group: Sequence[str]) -> Values:
    """Compare the mean of what each opponent, as often as met, has per table played."""
    values = {}
    for player in group:
        met = [other for sitting in ledger.at[player] for other in sitting.played() if other != player]
        strengths = [strength for other in met if (strength := ledger.per_table(other)) is not None]
        if not strengths:
            raise Undefined("somebody has met nobody")
        mean = sum(strengths, NOBODY) / len(strengths)
        values[player] = _one(mean, f"{spelt_out(sum(strengths, NOBODY))} / {len(strengths)} = {spelt_out(mean)}")
    return values


def by_win_rate(ledger: PointsLedger, group: Sequence[str]) -> Values:
    """Compare the part of what could be won that was, without byes, and at least what draws would be."""
    values = {}
    for player in group:
        played = ledger.at[player]
        if not played:
            raise Undefined("somebody has played no table")
        could = [2 * len(sitting.played()) - 1 for sitting in played]
        points = sum((sitting.points[player] for sitting in played), NOBODY)
        rate, least = points / sum(could), Fraction(1, max(could))
        says = f"{spelt_out(points)} / {sum(could)} = {spelt_out(rate)}"
        values[player] = _one(max(rate, least), says if rate >= least else f"{says}, at least {spelt_out(least)}")
    return values


def _by_list(key: str) -> Key:
    values = _listed(key)

    def by_list(ledger: PointsLedger, group: Sequence[str]) -> Values:
        found = {}
        for player in group:
            parts = []
            for sitting in ledger.counted(player):
                played = sitting.played()
                worth = [values[place - 1] if place <= len(values) else NOBODY for place in _covered(player, played)]
                parts.append(sum(worth, NOBODY) / len(worth))
            found[player] = _one(sum(parts, NOBODY), added_up(parts))
        return found

    return by_list


def _covered(player: str, finishes: Finishes) -> range:
    return covered(finishes[player].place, finishes)


def _listed(key: str) -> list[Fraction]:
    found = [written(part) for part in key.removeprefix(LIST).split("/", MOST_LISTED)]
    return [part for part in found if part is not None] if len(found) <= MOST_LISTED and None not in found else []


KEYS: Mapping[str, Key] = {
    "places": by_places,
    "wins": _place(0),
    "seconds": _place(1),
    "thirds": _place(2),
    "average-place": by_average_place,
    "share": by_shares,
    "of-winner": by_part_of_winner,
    "score": by_scores,
    "best": by_best,
    "last-round": by_last_round,
    "direct": by_encounter,
    "opponents": by_opponents,
    "win-rate": by_win_rate,
}
# Those that need scores, which nobody knows of a table that is not played.
SCORED_KEYS = frozenset({"share", "of-winner", "score"})
# What a key is called where a row says what decided it.
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


def key_of(name: str) -> Key:
    """Look a key up by its name."""
    return _by_list(name) if name.startswith(LIST) else KEYS[name]


def known_key(name: str) -> bool:
    """Say whether there is such a tie-break."""
    return bool(_listed(name)) if name.startswith(LIST) else name in KEYS


def listed_keys() -> tuple[str, ...]:
    """List all tie-breaks."""
    return (*KEYS, f"{LIST}1000/100/10/1")
