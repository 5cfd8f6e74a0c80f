"""Counts how a ruling on one log would change the standings of its tournament."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from audit.cases.ruling_options import RulingOption
from audit.tournaments.count.count import TournamentCount
from audit.tournaments.count.submission import Submission
from audit.tournaments.count.with_rulings import Again, count_with_rulings
from audit.tournaments.events.events import RuleOn
from audit.tournaments.exact_numbers import spell_fraction
from audit.tournaments.scoring.standings import StandingRow

# The number of places on the podium.
PODIUM = 3


class PlaceChange(Struct, frozen=True):
    """A player whose place or points would change."""

    player: str
    name: str
    before: str
    after: str
    points_before: str
    points_after: str

    @property
    def is_on_podium(self) -> bool:
        """Whether the place changes to or from one on the podium."""
        places = {int(label.rstrip("=")) for label in (self.before, self.after)}
        return self.before != self.after and min(places) <= PODIUM


class StandingsImpact(Struct, frozen=True):
    """The players who would move, in the order of the new standings, and the new status of the table."""

    moved: tuple[PlaceChange, ...]
    status: str
    # Whether the players or ties on the podium would change.
    podium: bool = False


def find_table_of_log(count: TournamentCount, sha256: str) -> str:
    """Find the table that a log belongs to. Return an empty string if there is none."""
    return next((one.table.id for one in count.tables for matched in one.logs if matched.log.sha256 == sha256), "")


def count_standings_impact(
    count: TournamentCount, logs: Sequence[Submission], table: str, way: RulingOption, again: Again
) -> StandingsImpact:
    """Count the tournament again with a ruling on one table, and list the players who move."""
    rule = RuleOn(who="?", why="?", table=table, readings=dict(way.readings), lines=way.lines)
    record = replace(count.record, rulings=(*count.record.rulings, rule))
    then = count_with_rulings(count.tournament, logs, record, again)
    status = next(one.status for one in then.tables if one.table.id == table)
    moved = _list_place_changes(count, then)
    return StandingsImpact(moved, status, podium=any(one.is_on_podium for one in moved))


def _list_place_changes(before: TournamentCount, after: TournamentCount) -> tuple[PlaceChange, ...]:
    names = {player.id: player.name for player in before.tournament.roster}
    was = {row.player: row for row in before.rank_players()}
    return tuple(
        _compare_place(was, row, names)
        for row in after.rank_players()
        if (row.label, row.total) != (was[row.player].label, was[row.player].total)
    )


def _compare_place(was: Mapping[str, StandingRow], row: StandingRow, names: Mapping[str, str]) -> PlaceChange:
    old = was[row.player]
    return PlaceChange(
        row.player, names[row.player], old.label, row.label, spell_fraction(old.total), spell_fraction(row.total)
    )
