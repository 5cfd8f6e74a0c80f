"""Find the tournament that a log counts in, and the effect of a ruling on its standings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from api import policy
from api.jobs import cases
from api.jobs.cases import ImpactRequest
from api.jobs.dispatch import run_in_pool
from api.problems import Problem, make_not_found
from api.service import get_club, get_service, get_token
from api.tournaments.audits import load_wanted_log, make_log_name, name_logs
from api.tournaments.record import StoredTournament, find_tournament, fold_events, join_lines, list_event_rows
from api.tournaments.standings import gather_count_inputs
from audit.cases.ruling_options import RulingOptions
from audit.cases.standings_impact import StandingsImpact
from audit.options import AuditOptions
from audit.store import GameRow
from audit.tournaments.count.with_rulings import pin_general_rulings
from audit.tournaments.events.events import TournamentRecord
from engine.kernel.basics.json_types import Document

# A search for a log covers this many tournaments of a club with this many events in total, the newest first.
MOST_LOOKED, MOST_ROWS, A_PAGE = 50, 20_000, 200
STANDINGS = "read_tournament_standings"
# Problems that leave the standings out of an answer without failing it.
NOT_NOW = frozenset({"audit-too-costly", "too-many-audits"})
TOO_COSTLY = "Counting the standings under each option takes more work than is allowed here."


class LogInTournament(NamedTuple):
    """A log that counts for a table of a tournament. `others` are more tournaments in which it counts."""

    found: StoredTournament
    record: TournamentRecord
    lines: bytes
    table: str
    sha256: str
    others: tuple[StoredTournament, ...] = ()

    def apply_pins(self, asked: AuditOptions) -> AuditOptions:
        """Add the options of the tournament."""
        pins = pin_general_rulings(self.found.laid, self.record).pins
        return replace(asked, pins=pins, packs={**self.found.packs, **asked.packs})

    def document(self, lacks: str) -> Document:
        """Describe the log's table. `lacks` says why the standings are unknown now."""
        return {
            "id": self.found.id,
            "name": self.found.laid.name,
            "table": self.table,
            "lacks": lacks,
            "others": [{"id": one.id, "name": one.laid.name} for one in self.others],
        }


def find_tournament_of_log(sha256: str, game: str, tournament: str = "") -> LogInTournament | None:
    """Find the tournament in which a log counts: the named one, or the newest. Return None if there is none.

    A token that may not see standings finds none.
    """
    may_see = get_token().game is None and policy.may_call(get_token().role, STANDINGS)
    if tournament:
        if not may_see:
            raise make_not_found()
        one = _look_in_tournament(find_tournament(tournament), sha256, game)
        if one is None:
            says = "It is not the log of a table there."
            raise Problem("invalid", says, [{"parameter": "tournament", "says": says}])
        return one
    listed = list(_search_tournaments(sha256, game)) if may_see else []
    return listed[0]._replace(others=tuple(one.found for one in listed[1:])) if listed else None


def _search_tournaments(sha256: str, game: str) -> Iterator[LogInTournament]:
    left = MOST_ROWS
    for row in _list_newest():
        left -= row.seq
        if left < 0:
            return
        bodies = (one.body for one in get_service().store.list_events(get_club(), row.id, limit=row.seq))
        if any(sha256.encode() in body for body in bodies) and (
            one := _look_in_tournament(find_tournament(row.id), sha256, game)
        ):
            yield one


def _list_newest() -> list[GameRow]:
    """List the tournaments of the club that have events, the newest first."""
    rows: list[GameRow] = []
    while page := get_service().store.list_tournaments(get_club(), after=rows[-1].id if rows else None, limit=A_PAGE):
        rows.extend(page)
    happened = sorted((row for row in rows if row.seq), key=lambda row: row.created_at, reverse=True)
    return happened[:MOST_LOOKED]


def _look_in_tournament(found: StoredTournament, sha256: str, game: str) -> LogInTournament | None:
    lines = join_lines(list_event_rows(found))
    record = fold_events(found, lines)
    table = record.logs.get(sha256, "")
    return LogInTournament(found, record, lines, table, sha256) if table and found.laid.game == game else None


def compute_standings_impact(stake: LogInTournament, ways: RulingOptions) -> tuple[Mapping[int, StandingsImpact], str]:
    """Compute the effect of each ruling option on the standings, by its number, or say why that failed."""
    possible = [at for at, one in enumerate(ways.ways) if not one.refused]
    try:
        weighed = _run_impact_job(stake, ways, possible) if possible else []
    except Problem as wrong:
        if wrong.kind.code not in NOT_NOW:
            raise
        return {}, TOO_COSTLY if wrong.kind.code == "audit-too-costly" else wrong.detail
    return dict(zip(possible, weighed, strict=False)), ""


def _run_impact_job(stake: LogInTournament, ways: RulingOptions, possible: Sequence[int]) -> list[StandingsImpact]:
    found, record, table = stake.found, stake.record, stake.table
    counted = gather_count_inputs(found, record, stake.lines, name_logs(found, record))
    log = load_wanted_log(make_log_name(table, stake.sha256), stake.sha256, record.rulings_on(table))
    tried = [ways.ways[at].way for at in possible]
    weighed: list[StandingsImpact] = run_in_pool(
        cases.count_ruling_options, ImpactRequest(counted, dict(found.packs), log, stake.sha256, tried)
    )
    return weighed
