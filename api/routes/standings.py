"""Operations: the standings of a tournament, counted from its file, its events and its logs."""

from __future__ import annotations

from flask import Response

from api.http.responses import ONCE, answer_json
from api.jobs import standings
from api.jobs.standings import CountedFile, WantedCount
from api.logs import uploads
from api.openapi.operation import AnswerForm, Room, Takes
from api.problems import Problem
from api.schemas import standings as schemas
from api.service import get_club, get_service
from api.tournaments.record import describe_file_fault, load_packs
from audit.store import Absent
from engine.kernel.basics.json_types import Document

room = Room("standings", __name__, description="Tournaments, counted from their logs.")
MOST_BYTES = 20_000_000


@room.operation("post", "/standings", AnswerForm(schemas.StandingsSchema), takes=Takes(json=schemas.StandingsRequest))
def count_standings(wanted: Document) -> Response:
    """Count a tournament from logs of the club: standings, safe places and open tables. Nothing is stored."""
    packs, logs = load_packs(wanted["packs"]), _load_logs(wanted["logs"])
    here = get_service()
    beside = {sha256: [row.body for row in here.store.list_decisions(get_club(), sha256)] for sha256 in logs}
    given = WantedCount(wanted["file"], wanted["events"], wanted.get("as_of"), wanted["first"], logs, packs, beside)
    found: CountedFile = (
        standings.count_tournament(here.games, given)
        if here.audit_pool is None
        else here.audit_pool.ask(get_club(), standings.count_tournament, (given,))
    )
    if found.document is None:
        raise Problem("invalid", errors=[describe_file_fault(f"/{found.wrong}", fault) for fault in found.faults[:100]])
    problems = [{"table": table, "text": text} for table, text in found.problems]
    return answer_json({**found.document, "problems": problems}, keep=ONCE)


def _load_logs(wanted: list[str]) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for at, sha256 in enumerate(wanted):
        try:
            found[sha256] = uploads.read_upload(sha256, uploads.LOG)
        except (Absent, Problem):
            says = "There is no such log in your club."
            raise Problem("invalid", says, [{"pointer": f"/logs/{at}", "says": says}]) from None
        if sum(map(len, found.values())) > MOST_BYTES:
            says = f"These logs are more than {MOST_BYTES:,} bytes together."
            raise Problem("invalid", says, [{"pointer": "/logs", "says": says}])
    return found
