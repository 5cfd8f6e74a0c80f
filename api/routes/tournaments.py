"""Operations: stored tournaments. Each has a file that never changes, and events that are only appended."""

from __future__ import annotations

from collections.abc import Callable

import orjson
from flask import Response

from api.http.etags import check_if_match, make_etag, mask_head
from api.http.idempotency import answer_once, read_idempotency_key
from api.http.pagination import PagedList, answer_list
from api.http.responses import FOR_EVER, JSON, NDJSON, PRIVATE, answer_bytes, answer_json, choose_type
from api.logs.uploads import format_time
from api.openapi.operation import STRING, AnswerForm, Room, Takes
from api.problems import Problem
from api.routes.live import STATE
from api.routes.live_events import KEY, TOLD, WRITES
from api.schemas import tournaments as schemas
from api.schemas.uploads import ListQuery
from api.service import get_token
from api.tournaments.events import append_events_once, check_event_roles, read_tournament_events
from api.tournaments.record import (
    ROOM,
    StoredTournament,
    create_tournament_once,
    describe_file_fault,
    describe_tournament,
    find_tournament,
    join_lines,
    list_event_rows,
    list_stored_tournaments,
)
from api.tournaments.standings import FIRST, Count, count_stored_tournament
from audit.report.json_form import write_json
from audit.store import EventRow
from audit.tournaments.report.csv_markdown import render_csv, render_markdown
from audit.tournaments.report.html import render_page
from engine.kernel.basics.json_types import Document
from engine.kernel.log import LogError

room = Room("tournaments", __name__, description="Stored tournaments: their events and their standings.")
MATCH = {"If-Match": "the ETag of the tournament as the client knows it", **KEY}
CSV, MARKDOWN, HTML, TOML = "text/csv", "text/markdown", "text/html", "application/toml"
FORMS: dict[str, tuple[str, Callable[[Document], str]]] = {
    "csv": (CSV, lambda said: render_csv(said, exact=True)),
    "sheet": (CSV, render_csv),
    "markdown": (MARKDOWN, render_markdown),
    "html": (HTML, render_page),
}


@room.operation(
    "post",
    "/tournaments",
    AnswerForm(schemas.TournamentSchema, 201, says="Kept.", headers={**TOLD, "Location": "where it is"}),
    takes=Takes(json=schemas.TournamentRequest, headers=KEY),
    problems=(409, 507),
)
def create_tournament(wanted: Document) -> Response:
    """Store a tournament. Its file never changes; everything that happens is appended as an event."""
    try:
        return answer_once(
            create_tournament_once(wanted["file"], wanted["packs"], read_idempotency_key(), get_token().id), ROOM
        )
    except LogError as wrong:
        raise Problem("invalid", errors=[describe_file_fault("/file", fault) for fault in wrong.faults[:100]]) from None


@room.operation(
    "get",
    "/tournaments",
    AnswerForm(schemas.TournamentsSchema),
    AnswerForm(STRING, kind=NDJSON),
    takes=Takes(query=ListQuery),
    problems=(406,),
)
def list_tournaments(query: Document) -> Response:
    """List the tournaments of the club, oldest first."""
    return answer_list(PagedList(list_stored_tournaments, lambda found: found.id, describe_tournament), query)


@room.operation("get", "/tournaments/<tournament>", AnswerForm(schemas.TournamentSchema, headers=STATE))
def read_tournament(tournament: str) -> Response:
    """Show a tournament and its last event."""
    found = find_tournament(tournament)
    return answer_json(describe_tournament(found), keep=PRIVATE, etag=make_etag(found.row.seq, found.row.head))


@room.operation("get", "/tournaments/<tournament>/file", AnswerForm(STRING, kind=TOML))
def read_tournament_file(tournament: str) -> Response:
    """Download the file of a tournament, byte for byte."""
    return answer_bytes(find_tournament(tournament).file.encode(), TOML, keep=FOR_EVER)


@room.operation(
    "get",
    "/tournaments/<tournament>/events",
    AnswerForm(schemas.TournamentEventsSchema, headers=STATE),
    AnswerForm(STRING, kind=NDJSON, says="Only the events, one per line, as in a tournament's file of events."),
    takes=Takes(query=schemas.AsOfQuery),
    problems=(406,),
)
def list_tournament_events(query: Document, tournament: str) -> Response:
    """List the events of a tournament, in order."""
    found = find_tournament(tournament)
    rows = list_event_rows(found, _check_as_of(found, query))
    if choose_type((JSON, NDJSON)) == NDJSON:
        return answer_bytes(join_lines(rows), NDJSON, keep=PRIVATE)
    content = {
        "id": found.id,
        "seq": found.row.seq,
        "head": mask_head(found.row.head),
        "items": list(map(_describe_event, rows)),
    }
    return answer_json(
        content, keep=PRIVATE, etag=make_etag(found.row.seq, found.row.head) if "as_of" not in query else None
    )


@room.operation(
    "post",
    "/tournaments/<tournament>/events",
    AnswerForm(schemas.TournamentReceiptSchema, 201, says="Recorded.", headers=TOLD),
    takes=Takes(json=schemas.TournamentEventsRequest, headers=MATCH),
    problems=WRITES,
)
def append_tournament_events(wanted: Document, tournament: str) -> Response:
    """Record events, each checked against all events before it. No event is changed; `lift` takes one back.

    Recorders hand in logs and note that a seat agrees; judges replace logs and rule; organisers do everything.
    """
    return answer_once(
        append_events_once(
            tournament,
            read_idempotency_key(),
            check_if_match,
            lambda: check_event_roles(read_tournament_events(wanted["events"])),
        )
    )


@room.operation(
    "get",
    "/tournaments/<tournament>/standings",
    AnswerForm(schemas.CountSchema),
    takes=Takes(query=schemas.CountQuery),
)
def read_tournament_standings(query: Document, tournament: str) -> Response:
    """Count a tournament: the same bytes as `deadreckon tournament report --format json` writes of its files."""
    return answer_bytes(write_json(_count_tournament(tournament, query).said).encode("utf-8", "surrogatepass"), JSON)


@room.operation(
    "get",
    "/tournaments/<tournament>/report/<any(csv,sheet,markdown,html):form>",
    *(AnswerForm(STRING, kind=kind, says="The standings.") for kind in (CSV, MARKDOWN, HTML)),
    takes=Takes(query=schemas.CountQuery),
)
def read_tournament_report(query: Document, tournament: str, form: str) -> Response:
    """Render the standings for people. `csv` is exact, for programs; in a `sheet` no cell is a formula."""
    kind, write = FORMS[form]
    return answer_bytes(write(_count_tournament(tournament, query).said).encode("utf-8", "replace"), kind)


@room.operation(
    "get",
    "/tournaments/<tournament>/problems",
    AnswerForm(schemas.TableProblemsSchema),
    takes=Takes(query=schemas.AsOfQuery),
)
def list_tournament_problems(query: Document, tournament: str) -> Response:
    """List the open problems of each table, as texts to send. Those that decide a first place come first."""
    found = _count_tournament(tournament, query)
    return answer_json({"critical": found.said["safety"]["critical"], "items": found.asked})


def _count_tournament(tournament: str, query: Document) -> Count:
    found = find_tournament(tournament)
    return count_stored_tournament(found, _check_as_of(found, query), query.get("first", FIRST))


def _check_as_of(found: StoredTournament, query: Document) -> int | None:
    as_of: int | None = query.get("as_of")
    if as_of is not None and as_of > found.row.seq:
        says = f"It is at event {found.row.seq} now."
        raise Problem("invalid", says, [{"parameter": "as_of", "says": says}])
    return as_of


def _describe_event(row: EventRow) -> Document:
    kept_ = {"recorded_at": format_time(row.recorded_at), "recorded_by": row.recorded_by, "hash": row.hash}
    return {"seq": row.seq, "event": orjson.loads(row.body), **kept_}
