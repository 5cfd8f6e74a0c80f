"""Previews a tournament file before play: the points of each table, byes, and how often players meet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from audit.tournaments.exact_numbers import spell_fraction
from audit.tournaments.scoring.schemes import BY_PLACES, NOBODY, Finish, Undefined, compute_bye_value, compute_points
from audit.tournaments.scoring.tie_breaks import NAMES
from audit.tournaments.tournament import Tournament

MOST_NAMED = 8


def list_notes(tournament: Tournament) -> Iterator[str]:
    """Yield what an organiser should know before the first round."""
    yield from _find_namesakes(tournament)
    yield from _describe_sums(tournament)
    yield f"Ties on points are broken by: {_spell_keys(tournament)}; then the place is shared."
    yield from _list_free_players(tournament)
    yield from _describe_meetings(tournament)


def _spell_keys(tournament: Tournament) -> str:
    return ", then ".join(NAMES.get(key, key) for key in tournament.tie_breaks) or "nothing"


def _find_namesakes(tournament: Tournament) -> Iterator[str]:
    """Report players with equal names, since a log cannot distinguish them by name."""
    names = Counter(player.name.casefold() for player in tournament.roster)
    for player in tournament.roster:
        if names[player.name.casefold()] > 1:
            yield (
                f"{player.name} ({player.id}) is not the only one of that name: a log tells them apart by their seats,"
                " and leaves their names out where they meet; or write other spellings under [also]."
            )


def _describe_sums(tournament: Tournament) -> Iterator[str]:
    """Describe the points of a table by its size. A scheme whose sum is not constant invites deals."""
    rules = tournament.scoring
    for size in sorted({len(table.players) for table in tournament.tables}):
        if rules.scheme not in BY_PLACES:
            yield f"A table of {size} is counted by its scores ({rules.scheme})."
            continue
        values = compute_points({str(place): Finish(place) for place in range(1, size + 1)}, rules)
        drawn = compute_points({str(place): Finish(1) for place in range(size)}, rules)
        listed = ", ".join(spell_fraction(value) for value in values.values())
        both = sum(values.values(), NOBODY), sum(drawn.values(), NOBODY)
        says = f"A table of {size} gives {listed}: {spell_fraction(both[0])} in all"
        yield says + (
            "." if both[0] == both[1] else f", and {spell_fraction(both[1])} where all share the first place."
        )


def _list_free_players(tournament: Tournament) -> Iterator[str]:
    for number in tournament.rounds:
        seated = {player for table in tournament.tables if table.round == number for player in table.players}
        free = [player.name for player in tournament.roster if player.id not in seated]
        if free:
            named = ", ".join(free[:MOST_NAMED]) + (f" and {len(free) - MOST_NAMED} more" if free[MOST_NAMED:] else "")
            yield f"In round {number} {named} sit nowhere: nothing is given for that unless a bye is recorded."
    try:
        size = max((len(table.players) for table in tournament.tables), default=0)
        if size:
            yield f"A bye is worth {spell_fraction(compute_bye_value(tournament.scoring, size))}."
    except Undefined as why:
        yield f"A bye has no value: {why}."


def _describe_meetings(tournament: Tournament) -> Iterator[str]:
    """Report how often the same two players meet."""
    met = Counter(
        frozenset(pair) for table in tournament.tables for pair in combinations(sorted(set(table.players)), 2)
    )
    most = max(met.values(), default=0)
    if most > 1:
        pairs = sum(times == most for times in met.values())
        yield f"{pairs} pair{'s' if pairs > 1 else ''} of players meet {most} times."
