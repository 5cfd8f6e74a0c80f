"""Operations: live games with their events, steps, facts, legal moves, books, report and log."""

from __future__ import annotations

from flask import Response

from api.http.etags import make_etag
from api.http.pagination import PagedList, answer_list
from api.http.responses import FOR_EVER, JSON, NDJSON, PRIVATE, answer_bytes, answer_json, choose_type
from api.live import reports
from api.live.games import (
    check_place,
    describe_live_event,
    describe_live_game,
    find_live_game,
    load_live_state,
    view_game,
)
from api.openapi.operation import STRING, AnswerForm, Room, Takes
from api.openapi.report_forms import ANSWERS, FORMS, answer_report
from api.problems import Problem
from api.routes.logs import TYPES
from api.routes.replay import SVG
from api.schemas import live as schemas
from api.schemas.books import BooksSchema
from api.schemas.replay import FactsSchema, LegalSchema, PlaceSchema
from api.schemas.uploads import ListQuery
from api.service import get_club, get_service
from audit.store import EventRow, GameRow
from engine.kernel.basics.json_types import Document, Json
from engine.kernel.log import Log
from engine.kernel.spellings import write

room = Room("live games", __name__, description="Games recorded move by move.")
STATE = {"ETag": "the state of the game; If-Match takes it"}


@room.operation(
    "get",
    "/live-games",
    AnswerForm(schemas.LiveGamesSchema),
    AnswerForm(STRING, kind=NDJSON),
    takes=Takes(query=ListQuery),
    problems=(406,),
)
def list_live_games(query: Document) -> Response:
    """List the live games of the club, oldest first."""
    where, store = get_club(), get_service().store
    listing = PagedList(
        lambda after, limit: store.list_games(where, after=after, limit=limit), lambda row: row.id, describe_live_game
    )
    return answer_list(listing, query)


@room.operation("get", "/live-games/<live>", AnswerForm(schemas.LiveGameSchema, headers=STATE))
def read_live_game(live: str) -> Response:
    """Show the header of a live game and its last event."""
    row = find_live_game(live)
    return answer_json(describe_live_game(row), keep=_choose_cache_control(row), etag=make_etag(row.seq, row.head))


def _choose_cache_control(row: GameRow) -> str:
    return FOR_EVER if row.closed else PRIVATE


@room.operation(
    "get",
    "/live-games/<live>/events",
    AnswerForm(schemas.LiveEventsSchema),
    AnswerForm(STRING, kind=NDJSON),
    takes=Takes(query=schemas.LiveEventsQuery),
    problems=(406,),
)
def list_live_events(query: Document, live: str) -> Response:
    """List the recorded events of a live game."""
    row = find_live_game(live)
    store, seen = get_service().store, view_game(row, query.get("seat"))

    def fetch_events(after: int | None, limit: int) -> list[tuple[EventRow, Document | None]]:
        start = query["after"] if after is None else after
        rows = [kept for kept in store.list_events(row.club, row.id, after=start, limit=limit) if kept.seq <= row.seq]
        by_seq = {one["seq"]: one for one in seen.event_documents(min(start, seen.live_state.seq), limit)}
        return [(kept, by_seq.get(kept.seq)) for kept in rows]

    listing = PagedList(
        fetch_events, lambda pair: pair[0].seq, lambda pair: describe_live_event(*pair), _choose_cache_control(row)
    )
    return answer_list(listing, query)


@room.operation(
    "get",
    "/stream/live-games/<live>",
    AnswerForm(STRING, kind="text/event-stream", says="Each event as `data`, as a list has it, with its seq as `id`."),
    takes=Takes(query=schemas.FollowQuery, headers={"Last-Event-ID": "the `id` of the last event that is known"}),
    problems=(421,),
)
def follow_live_game(query: Document, live: str) -> Response:  # noqa: ARG001 - the streaming process reads it
    """Follow a live game (SSE): its events as they are recorded, after `Last-Event-ID`, then `event: closed`.

    A separate process streams, and the proxy must route this address to it. Otherwise the answer is `no-stream`; then
    poll /live-games/{live}/events. A stream that cannot continue ends with `event: refused` and a problem.
    """
    find_live_game(live)
    raise Problem("no-stream")


@room.operation(
    "get", "/live-games/<live>/steps/<seq:seq>", AnswerForm(PlaceSchema), takes=Takes(query=schemas.StepQuery)
)
def read_live_step(query: Document, live: str, seq: int) -> Response:
    """Show one event of a live game: its changes, its findings, every fact after it, and the legal moves."""
    row = find_live_game(live)
    check_place(seq, row)
    return answer_json(_look_or_refuse(lambda: view_game(row, query.get("seat"), query["book"]).step_document(seq)))


@room.operation("get", "/live-games/<live>/facts", AnswerForm(FactsSchema), takes=Takes(query=schemas.LookQuery))
def read_live_facts(query: Document, live: str) -> Response:
    """Compute every fact of a live game, now or after an event."""
    row = find_live_game(live)
    seq, seen = check_place(query.get("seq"), row), view_game(row, query.get("seat"), query["book"])
    return answer_json(
        {"seq": seen.live_state.seq if seq is None else seq, "facts": _look_or_refuse(lambda: seen.facts_after(seq))}
    )


@room.operation("get", "/live-games/<live>/legal", AnswerForm(LegalSchema), takes=Takes(query=schemas.LookQuery))
def read_live_legal(query: Document, live: str) -> Response:
    """List the legal moves in a live game, now or after an event."""
    row = find_live_game(live)
    seq, seen = check_place(query.get("seq"), row), view_game(row, query.get("seat"), query["book"])
    return answer_json(_look_or_refuse(lambda: seen.legal_document(seq)))


@room.operation("get", "/live-games/<live>/picture", AnswerForm(STRING, kind=SVG), takes=Takes(query=schemas.LookQuery))
def read_live_picture(query: Document, live: str) -> Response:
    """Draw the table of a live game, now or after an event."""
    row = find_live_game(live)
    seq, seen = check_place(query.get("seq"), row), view_game(row, query.get("seat"), query["book"])
    return answer_bytes(_look_or_refuse(lambda: seen.picture_after(seq)).encode(), SVG)


def _look_or_refuse(look: Json) -> Json:
    """Look at a place, and answer 404 if a correction has removed it from the book."""
    try:
        return look()
    except LookupError:
        raise Problem("not-found", "This event does not count in this book.") from None


@room.operation("get", "/live-games/<live>/books", AnswerForm(BooksSchema), problems=(422,))
def read_live_books(live: str) -> Response:
    """Compare both books, as played and as adjudicated, and say where they differ."""
    return answer_bytes(reports.compare_game_books(find_live_game(live)), JSON)


@room.operation("get", "/live-games/<live>/report", *ANSWERS, takes=Takes(query=schemas.BookQuery), problems=(406,))
def read_live_report(query: Document, live: str) -> Response:
    """Audit a live game as recorded so far. The report is that of its log written as JSONL."""
    form = choose_type(FORMS)
    verdict, raw = reports.report_live_game(find_live_game(live), query["book"], form)
    return answer_report(verdict, raw, form)


@room.operation(
    "get",
    "/live-games/<live>/log/<any(text,jsonl,csv):spelling>",
    *(AnswerForm(STRING, kind=kind) for kind in TYPES.values()),
)
def read_live_log(live: str, spelling: str) -> Response:
    """Download a live game as a log."""
    row = find_live_game(live)
    found = load_live_state(row)
    log = Log(found.live.header, found.events, range(2, found.seq + 2), "jsonl")
    written = write(log, spelling, found.live.game.vocabulary)
    return answer_bytes(written.encode("utf-8", "surrogatepass"), TYPES[spelling], keep=_choose_cache_control(row))
