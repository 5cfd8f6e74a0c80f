"""Where a log stands in a kept tournament of the club, and what a ruling on it would change there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from api import policy
from api.jobs import cases as case_jobs
from api.jobs.cases import WantedStakes
from api.jobs.dispatch import done_beside
from api.problems import Problem, absent
from api.service import bearer, club, service
from api.tournaments.audits import named, named_logs, wanted_log
from api.tournaments.record import KeptTournament, kept, lines_of, record_of, rows_of
from api.tournaments.standings import wanted_document
from audit.cases.ruling_options import WaysToRule
from audit.cases.standings_impact import WayStakes
from audit.options import Asked
from audit.store import GameRow
from audit.tournaments.count.with_rulings import ruled_everywhere
from audit.tournaments.events.events import TournamentRecord
from engine.kernel.basics.json_types import Document

# In so many tournaments of a club, of so many events together, a log is looked for by itself: those kept last first.
MOST_LOOKED, MOST_ROWS, A_PAGE = 50, 20_000, 200
STANDINGS = "read_tournament_standings"
# What keeps the standings from being told now, while all else is.
NOT_NOW = frozenset({"audit-too-costly", "too-many-audits"})
TOO_COSTLY = "To count the standings under each way takes more work than is allowed here."


class AtStake(NamedTuple):
    """A log that counts for a table of a tournament; `others` are further tournaments for which it counts."""

    found: KeptTournament
    record: TournamentRecord
    lines: bytes
    table: str
    sha256: str
    others: tuple[KeptTournament, ...] = ()

    def read_by(self, asked: Asked) -> Asked:
        """Read the log as the tournament does."""
        pins = ruled_everywhere(self.found.laid, self.record).pins
        return replace(asked, pins=pins, packs={**self.found.packs, **asked.packs})

    def document(self, lacks: str) -> Document:
        """Say where the log stands; `lacks`: why the standings are not told now."""
        return {
            "id": self.found.id,
            "name": self.found.laid.name,
            "table": self.table,
            "lacks": lacks,
            "others": [{"id": one.id, "name": one.laid.name} for one in self.others],
        }


def at_stake(sha256: str, game: str, tournament: str = "") -> AtStake | None:
    """Find the tournament in which a log counts: the one that is named, or that kept last; None where there is none.

    Whoever may not see standings is told of none.
    """
    may_see = bearer().game is None and policy.reaches(bearer().role, STANDINGS)
    if tournament:
        if not may_see:
            raise absent()
        one = _in(kept(tournament), sha256, game)
        if one is None:
            says = "It is the log of no table there."
            raise Problem("invalid", says, [{"parameter": "tournament", "says": says}])
        return one
    listed = list(_everywhere(sha256, game)) if may_see else []
    return listed[0]._replace(others=tuple(one.found for one in listed[1:])) if listed else None


def _everywhere(sha256: str, game: str) -> Iterator[AtStake]:
    left = MOST_ROWS
    for row in _newest():
        left -= row.seq
        if left < 0:
            return
        bodies = (one.body for one in service().store.events(club(), row.id, limit=row.seq))
        if any(sha256.encode() in body for body in bodies) and (one := _in(kept(row.id), sha256, game)):
            yield one


def _newest() -> list[GameRow]:
    """List the tournaments of the club to which anything has happened, those kept last first."""
    rows: list[GameRow] = []
    while page := service().store.tournaments(club(), after=rows[-1].id if rows else None, limit=A_PAGE):
        rows.extend(page)
    happened = sorted((row for row in rows if row.seq), key=lambda row: row.created_at, reverse=True)
    return happened[:MOST_LOOKED]


def _in(found: KeptTournament, sha256: str, game: str) -> AtStake | None:
    lines = lines_of(rows_of(found))
    record = record_of(found, lines)
    table = record.logs.get(sha256, "")
    return AtStake(found, record, lines, table, sha256) if table and found.laid.game == game else None


def stakes_in(stake: AtStake, ways: WaysToRule) -> tuple[Mapping[int, WayStakes], str]:
    """Say what each way to rule would change in the standings, by its number; or why that is not told now."""
    possible = [at for at, one in enumerate(ways.ways) if not one.refused]
    try:
        weighed = _weighed(stake, ways, possible) if possible else []
    except Problem as wrong:
        if wrong.kind.code not in NOT_NOW:
            raise
        return {}, TOO_COSTLY if wrong.kind.code == "audit-too-costly" else wrong.detail
    return dict(zip(possible, weighed, strict=False)), ""


def _weighed(stake: AtStake, ways: WaysToRule, possible: Sequence[int]) -> list[WayStakes]:
    found, record, table = stake.found, stake.record, stake.table
    counted = wanted_document(found, record, stake.lines, named_logs(found, record))
    log = wanted_log(named(table, stake.sha256), stake.sha256, record.ruled(table))
    tried = [ways.ways[at].way for at in possible]
    weighed: list[WayStakes] = done_beside(
        case_jobs.stakes_weighed, WantedStakes(counted, dict(found.packs), log, stake.sha256, tried)
    )
    return weighed
