"""Judges for each place whether it is safe, out of reach, open with a witness, or not proven."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Literal

from msgspec import Struct

from audit.tournaments.count.count import TournamentCount
from audit.tournaments.safety.joint_outcomes import Joint
from audit.tournaments.safety.open_tables import OpenTable, list_open_tables
from audit.tournaments.safety.place_range import Picks
from audit.tournaments.scoring.standings import StandingRow

# With more pairs of a player and an open table, only the first places are examined in full.
MOST_ASKED = 5_000
PlaceStatus = Literal["safe", "open", "not proven"]
SafetyStep = Literal[
    "nothing is open", "intervals", "one open table each", "all outcomes", "all outcomes near it", "bounds only"
]


class WitnessResult(Struct, frozen=True):
    """One table of a witness, and its result."""

    table: str
    says: str


class PlaceSafety(Struct, frozen=True):
    """A player's place in all joint outcomes of the open tables, from best to worst.

    Without `exact`, these are bounds that may not be reachable. `falls` and `rises` are witnesses.
    """

    player: str
    place: int
    best: int
    worst: int
    status: PlaceStatus
    step: SafetyStep
    exact: bool = True
    falls: tuple[WitnessResult, ...] = ()
    rises: tuple[WitnessResult, ...] = ()
    # The tables that alone would change the place.
    hangs_on: tuple[str, ...] = ()

    def judge_claim(self, place: int) -> Literal["safe", "out of reach", "open", "not proven"]:
        """Judge the claim that the player finishes at this place or better."""
        if self.worst <= place:
            return "safe"
        if self.best > place:
            return "out of reach"
        return "open" if self.exact else "not proven"


class Safety(Struct, frozen=True):
    """The safety of all places, in the order of the standings, and the tables to settle first."""

    places: tuple[PlaceSafety, ...]
    # Open tables that alone would change one of the first places. Those for better places come first.
    critical: tuple[str, ...] = ()
    outcomes: int = 0


def judge_safety(count: TournamentCount, first: int = 3) -> Safety:
    """Judge for each place whether it may still change, and by which tables. `first` is the number of podium places."""
    rows = count.rank_players()
    tables = list_open_tables(count)
    if not tables:
        found = tuple(
            PlaceSafety(row.player, row.place, row.place, row.place, "safe", "nothing is open") for row in rows
        )
        return Safety(found)
    joint = Joint(count, tables)
    few = len(rows) * len(tables) <= MOST_ASKED
    places = tuple(
        _judge_place(row, joint, tables if few or row.place <= first else joint.at[row.player]) for row in rows
    )
    critical: dict[str, int] = {}
    for safe in places:
        for table in safe.hangs_on if min(safe.place, safe.best) <= first else ():
            critical[table] = min(critical.get(table, safe.place), safe.place)
    listed = tuple(sorted(critical, key=lambda table: (critical[table], table)))
    return Safety(places, listed, joint.looked_at)


def _judge_place(row: StandingRow, joint: Joint, tables: Sequence[OpenTable]) -> PlaceSafety:
    best, worst = joint.find_interval(row.player)
    if best == worst:
        status: PlaceStatus = "safe" if best == row.place else "open"
        return PlaceSafety(row.player, row.place, best, worst, status, "intervals")
    found = joint.find_reach(row.player)
    alone = {table.id: picks for table in tables if (picks := joint.find_decisive_results(row.player, table))}
    falls = _find_witness(row, chain([found.worst_by], _list_single_changes(joint, alone)), joint, 1)
    rises = _find_witness(row, chain([found.best_by], _list_single_changes(joint, alone)), joint, -1)
    if found.exact:
        status = "safe" if found.best == found.worst == row.place else "open"
    else:
        # One outcome with another place makes the place open, even if other bounds are not proven.
        status = "open" if falls or rises else "not proven"
    ends = (found.best, found.worst, status, found.step, found.exact)
    return PlaceSafety(row.player, row.place, *ends, falls, rises, tuple(alone))


def _list_single_changes(joint: Joint, alone: Mapping[str, Sequence[int]]) -> Iterator[Picks]:
    """Yield the outcomes that differ from the current one at a single table."""
    return (joint.pick_result(table, at) for table, picks in alone.items() for at in picks)


def _find_witness(
    row: StandingRow, picked: Iterable[Picks | None], joint: Joint, way: int
) -> tuple[WitnessResult, ...]:
    return next((found for picks in picked if (found := _make_witness(row, picks, joint, way))), ())


def _make_witness(row: StandingRow, picks: Picks | None, joint: Joint, way: int) -> tuple[WitnessResult, ...]:
    """Return the tables that an outcome needs to move a player down, or up if `way` is -1."""
    if picks is None:
        return ()
    moved = joint.find_place(row.player, picks)
    if not (moved[0] > row.place if way > 0 else moved[1] < row.place):
        return ()
    needed = _keep_needed_changes(row, picks, joint)
    return tuple(WitnessResult(table, joint.describe_result(table, at)) for table, at in needed.items())


def _keep_needed_changes(row: StandingRow, picks: Picks, joint: Joint) -> dict[str, int]:
    """Undo the changes of an outcome table by table, as long as the player's place stays different."""
    left = dict(picks)
    # A table with its current result needs no undoing.
    for table in [one for one in joint.tables if left.get(one) != joint.usual.get(one)]:
        trial = {other: at for other, at in left.items() if other != table}
        if table in joint.usual:
            trial[table] = joint.usual[table]
        moved = joint.find_place(row.player, trial)
        if not moved[0] <= row.place <= moved[1]:
            left = trial
    return {table: at for table, at in left.items() if joint.usual.get(table) != at}
