"""Describes in sentences whether open tables can change the first places, how, and how that was found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from audit.tournaments.count.count import TournamentCount
from audit.tournaments.safety.decisive_tables import find_decisive_tables
from audit.tournaments.safety.safe_places import PlaceSafety, Safety, WitnessResult

STEPS = {
    "nothing is open": "nothing is open",
    "intervals": "by the least and the most points that each player may have",
    "one open table each": "table by table",
    "all outcomes": "by looking at every outcome of the open tables",
    "all outcomes near it": "by looking at every outcome of the open tables that touch this place",
    "bounds only": "only bounded: there are too many outcomes to look at all",
}
MOST_TOLD = 6
# If more players than this share the first places, they are not described one by one. Their rows have the details.
MOST_FIRST = 8


def write_safety_sentences(count: TournamentCount, safety: Safety, first: int = 3) -> Iterator[str]:
    """Yield which of the first places are safe, what the others depend on, and which tables to settle first."""
    if all(one.status == "safe" for one in safety.places):
        yield _say_all_safe(safety)
    else:
        yield _describe_top(safety)
        yield from _describe_first_places(count, safety, first)
        yield from _describe_rest(safety, first)
        if safety.critical:
            yield f"Settle first: {', '.join(safety.critical)}."
    yield from _describe_decisive_tables(count)


def _say_all_safe(safety: Safety) -> str:
    if all(one.step == "nothing is open" for one in safety.places):
        return "Nothing is open: every place is safe."
    return "Every place is safe, whatever the open tables come to."


def _describe_top(safety: Safety) -> str:
    """Describe how many places from the top are safe."""
    top = 0
    for one in safety.places:
        if one.status != "safe":
            break
        top = max(top, one.place)
    if not top:
        return "The first place is not safe."
    return "Place 1 is safe." if top == 1 else f"Places 1 to {top} are safe."


def _describe_first_places(count: TournamentCount, safety: Safety, first: int) -> Iterator[str]:
    """Yield what each of the first places depends on.

    If too many players share them, yield only the number of places that are not safe.
    """
    unsafe = [one for one in safety.places if one.place <= first and one.status != "safe"]
    if len(unsafe) <= MOST_FIRST:
        yield from (_describe_place(count, one) for one in unsafe)
    else:
        yield f"{len(unsafe)} players stand among the first {first} places, and may still get another place."


def _describe_place(count: TournamentCount, one: PlaceSafety) -> str:
    name = count.tournament.find_player(one.player).name
    reach = f"{name}, now at place {one.place}, will finish between {one.best} and {one.worst} ({STEPS[one.step]})"
    if one.best == one.worst:
        return f"{name}, now at place {one.place}, will finish at {one.best} ({STEPS[one.step]})."
    if not one.best <= one.place <= one.worst:
        return f"{reach}, once all tables count."
    if one.status == "not proven":
        return f"{reach}; that this place is safe is not proven."
    parts = [f"{reach}."]
    if one.falls:
        parts.append(f"Lower if {_describe_witness(one.falls)}.")
    if one.rises:
        parts.append(f"Higher if {_describe_witness(one.rises)}.")
    if not one.exact:
        parts.append("Places outside these bounds are proven impossible; places inside need not be possible.")
    return " ".join(parts)


def _describe_witness(found: Sequence[WitnessResult]) -> str:
    named = " and ".join(f"{one.table} ends like this: {one.says}" for one in found[:MOST_TOLD])
    return named + (f" and {len(found) - MOST_TOLD} more tables" if found[MOST_TOLD:] else "")


def _describe_rest(safety: Safety, first: int) -> Iterator[str]:
    others = [one for one in safety.places if one.place > first]
    if others:
        kinds = {kind: sum(one.status == kind for one in others) for kind in ("safe", "open", "not proven")}
        counted = ", ".join(f"{number} {kind}" for kind, number in kinds.items() if number)
        yield f"Of the {len(others)} places below: {counted}."


def _describe_decisive_tables(count: TournamentCount) -> Iterator[str]:
    """Name the tables that the title depends on, which deserve a second check before the prizes are given."""
    rows = [row for row in count.rank_players() if row.place == 1]
    if len(rows) != 1 or any(count.find_finishes(one, "adjudicated") is None for one in count.tables):
        return
    tables = find_decisive_tables(count, rows[0].player, 1)
    if tables is None:
        return
    name = count.tournament.find_player(rows[0].player).name
    if tables:
        yield f"If a single table came out differently, {name}'s title would depend on: {', '.join(tables)}."
    else:
        yield f"No single table, however it came out, would take the title from {name}."
