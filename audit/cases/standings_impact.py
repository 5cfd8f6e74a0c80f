"""What a way to rule on one log would change in the standings of its tournament."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from audit.cases.ruling_options import WayToRule
from audit.tournaments.count.count import TournamentCount
from audit.tournaments.count.submission import HandedLog
from audit.tournaments.count.with_rulings import Again, counted_as_ruled
from audit.tournaments.events.events import RuleOn
from audit.tournaments.exact_numbers import spelt_out
from audit.tournaments.scoring.standings import StandingRow

# How many places are the first.
PODIUM = 3


class PlaceMoved(Struct, frozen=True):
    """Somebody who would stand elsewhere, or with other points."""

    player: str
    name: str
    before: str
    after: str
    points_before: str
    points_after: str

    @property
    def on_the_podium(self) -> bool:
        """Whether another place than before is one of the first."""
        places = {int(label.rstrip("=")) for label in (self.before, self.after)}
        return self.before != self.after and min(places) <= PODIUM


class WayStakes(Struct, frozen=True):
    """Who would move if it is ruled so, in the order of the standings then; and how sure the table would be."""

    moved: tuple[PlaceMoved, ...]
    status: str
    # Whether one of the first places is somebody else's then, or is shared otherwise.
    podium: bool = False


def table_of(count: TournamentCount, sha256: str) -> str:
    """Find the table whose log this is; nothing where it is none's."""
    return next((one.table.id for one in count.tables for matched in one.logs if matched.log.sha256 == sha256), "")


def stakes(count: TournamentCount, logs: Sequence[HandedLog], table: str, way: WayToRule, again: Again) -> WayStakes:
    """Count the tournament with a table ruled so, and say who moves."""
    rule = RuleOn(who="?", why="?", table=table, readings=dict(way.readings), lines=way.lines)
    record = replace(count.record, rulings=(*count.record.rulings, rule))
    then = counted_as_ruled(count.tournament, logs, record, again)
    status = next(one.status for one in then.tables if one.table.id == table)
    moved = _moved(count, then)
    return WayStakes(moved, status, podium=any(one.on_the_podium for one in moved))


def _moved(before: TournamentCount, after: TournamentCount) -> tuple[PlaceMoved, ...]:
    names = {player.id: player.name for player in before.tournament.roster}
    was = {row.player: row for row in before.rows()}
    return tuple(
        _place(was, row, names)
        for row in after.rows()
        if (row.label, row.total) != (was[row.player].label, was[row.player].total)
    )


def _place(was: Mapping[str, StandingRow], row: StandingRow, names: Mapping[str, str]) -> PlaceMoved:
    old = was[row.player]
    return PlaceMoved(row.player, names[row.player], old.label, row.label, spelt_out(old.total), spelt_out(row.total))
