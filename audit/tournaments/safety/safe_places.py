"""Which places are safe: whatever the open tables come to, out of reach, open with a witness, or not proven."""

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

# Beyond so many pairs of a player and an open table only the first places are told what they hang on.
MOST_ASKED = 5_000
PlaceStatus = Literal["safe", "open", "not proven"]
SafetyStep = Literal[
    "nothing is open", "intervals", "one open table each", "all outcomes", "all outcomes near it", "bounds only"
]


class WitnessResult(Struct, frozen=True):
    """One table of a witness, and how it would come out."""

    table: str
    says: str


class PlaceSafety(Struct, frozen=True):
    """Somebody's place among all joint outcomes of what is open: from the best to the worst.

    Where `exact` is false these are bounds: nobody says that they can be reached. `falls` and `rises` are witnesses.
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
    # Tables that alone would do it.
    hangs_on: tuple[str, ...] = ()

    def judge_claim(self, place: int) -> Literal["safe", "out of reach", "open", "not proven"]:
        """Judge the claim that somebody comes in at this place or better."""
        if self.worst <= place:
            return "safe"
        if self.best > place:
            return "out of reach"
        return "open" if self.exact else "not proven"


class Safety(Struct, frozen=True):
    """The safety of all places, in the order of the standings, and the tables to be settled first."""

    places: tuple[PlaceSafety, ...]
    # Open tables that alone would change one of the first places, those that change a better place first.
    critical: tuple[str, ...] = ()
    outcomes: int = 0


def judge_safety(count: TournamentCount, first: int = 3) -> Safety:
    """Say of each place whether it may still change, and by which tables; `first`: so many places make the podium."""
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
        # A place that really is another in one outcome is open, whatever else cannot be proven.
        status = "open" if falls or rises else "not proven"
    ends = (found.best, found.worst, status, found.step, found.exact)
    return PlaceSafety(row.player, row.place, *ends, falls, rises, tuple(alone))


def _list_single_changes(joint: Joint, alone: Mapping[str, Sequence[int]]) -> Iterator[Picks]:
    """Give one outcome after the other in which all is as it counts now, but for one table."""
    return (joint.pick_result(table, at) for table, picks in alone.items() for at in picks)


def _find_witness(
    row: StandingRow, picked: Iterable[Picks | None], joint: Joint, way: int
) -> tuple[WitnessResult, ...]:
    return next((found for picks in picked if (found := _make_witness(row, picks, joint, way))), ())


def _make_witness(row: StandingRow, picks: Picks | None, joint: Joint, way: int) -> tuple[WitnessResult, ...]:
    """Tell an outcome that puts somebody behind (or, `way` -1, ahead) by the tables that it really needs."""
    if picks is None:
        return ()
    moved = joint.find_place(row.player, picks)
    if not (moved[0] > row.place if way > 0 else moved[1] < row.place):
        return ()
    needed = _keep_needed_changes(row, picks, joint)
    return tuple(WitnessResult(table, joint.describe_result(table, at)) for table, at in needed.items())


def _keep_needed_changes(row: StandingRow, picks: Picks, joint: Joint) -> dict[str, int]:
    """Take an outcome back to what counts now, table by table, as long as somebody stands elsewhere."""
    left = dict(picks)
    # A table that is as it counts now is back already.
    for table in [one for one in joint.tables if left.get(one) != joint.usual.get(one)]:
        trial = {other: at for other, at in left.items() if other != table}
        if table in joint.usual:
            trial[table] = joint.usual[table]
        moved = joint.find_place(row.player, trial)
        if not moved[0] <= row.place <= moved[1]:
            left = trial
    return {table: at for table, at in left.items() if joint.usual.get(table) != at}
