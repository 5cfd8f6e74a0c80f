"""Looking at a live game: how far it is, its events, one step, facts, what may be done, both books, the log."""

from __future__ import annotations

from flask import Response

from api.http.etags import state
from api.http.pagination import PagedList, listed
from api.http.responses import FOR_EVER, JSON, NDJSON, PRIVATE, answer, plain, wanted
from api.live import reports as live_reports
from api.live.games import document, event_document, live_state, place, row_of, view
from api.openapi.operation import STRING, AnswerForm, Room, Takes
from api.openapi.report_forms import ANSWERS, FORMS, told
from api.problems import Problem
from api.routes.logs import TYPES
from api.routes.replay import SVG
from api.schemas import live as schemas
from api.schemas.books import BooksSchema
from api.schemas.replay import FactsSchema, LegalSchema, PlaceSchema
from api.schemas.uploads import ListQuery
from api.service import club, service
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
    where, store = club(), service().store
    listing = PagedList(lambda after, limit: store.games(where, after=after, limit=limit), lambda row: row.id, document)
    return listed(listing, query)


@room.operation("get", "/live-games/<live>", AnswerForm(schemas.LiveGameSchema, headers=STATE))
def read_live_game(live: str) -> Response:
    """Tell what a live game began with and how far it has come."""
    row = row_of(live)
    return answer(document(row), keep=_kept(row), etag=state(row.seq, row.head))


def _kept(row: GameRow) -> str:
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
    row = row_of(live)
    store, seen = service().store, view(row, query.get("seat"))

    def fetch(after: int | None, limit: int) -> list[tuple[EventRow, Document | None]]:
        start = query["after"] if after is None else after
        rows = [kept for kept in store.events(row.club, row.id, after=start, limit=limit) if kept.seq <= row.seq]
        by_seq = {one["seq"]: one for one in seen.events(min(start, seen.live_state.seq), limit)}
        return [(kept, by_seq.get(kept.seq)) for kept in rows]

    listing = PagedList(fetch, lambda pair: pair[0].seq, lambda pair: event_document(*pair), _kept(row))
    return listed(listing, query)


@room.operation(
    "get",
    "/stream/live-games/<live>",
    AnswerForm(STRING, kind="text/event-stream", says="Each event as `data`, as a list has it, with its seq as `id`."),
    takes=Takes(query=schemas.FollowQuery, headers={"Last-Event-ID": "the `id` of the last event that is known"}),
    problems=(421,),
)
def follow_live_game(query: Document, live: str) -> Response:  # noqa: ARG001 - read where events are streamed
    """Follow a live game (SSE): its events as they are recorded, after `Last-Event-ID`, then `event: closed`.

    A process of its own streams; a proxy leads this address there. Elsewhere the answer is `no-stream`: then look at
    /live-games/{live}/events now and then. A stream that cannot go on ends with `event: refused` and a problem.
    """
    row_of(live)
    raise Problem("no-stream")


@room.operation(
    "get", "/live-games/<live>/steps/<seq:seq>", AnswerForm(PlaceSchema), takes=Takes(query=schemas.StepQuery)
)
def read_live_step(query: Document, live: str, seq: int) -> Response:
    """Show one event of a live game: what it changed, findings, every fact after it, and what could be done next."""
    row = row_of(live)
    place(seq, row)
    return answer(_counted(lambda: view(row, query.get("seat"), query["book"]).step(seq)))


@room.operation("get", "/live-games/<live>/facts", AnswerForm(FactsSchema), takes=Takes(query=schemas.LookQuery))
def read_live_facts(query: Document, live: str) -> Response:
    """Reckon every fact of a live game, now or after an event."""
    row = row_of(live)
    seq, seen = place(query.get("seq"), row), view(row, query.get("seat"), query["book"])
    return answer({"seq": seen.live_state.seq if seq is None else seq, "facts": _counted(lambda: seen.facts(seq))})


@room.operation("get", "/live-games/<live>/legal", AnswerForm(LegalSchema), takes=Takes(query=schemas.LookQuery))
def read_live_legal(query: Document, live: str) -> Response:
    """List what may be done in a live game, now or after an event."""
    row = row_of(live)
    seq, seen = place(query.get("seq"), row), view(row, query.get("seat"), query["book"])
    return answer(_counted(lambda: seen.legal(seq)))


@room.operation("get", "/live-games/<live>/picture", AnswerForm(STRING, kind=SVG), takes=Takes(query=schemas.LookQuery))
def read_live_picture(query: Document, live: str) -> Response:
    """Draw the table of a live game, now or after an event."""
    row = row_of(live)
    seq, seen = place(query.get("seq"), row), view(row, query.get("seat"), query["book"])
    return plain(_counted(lambda: seen.picture(seq)).encode(), SVG)


def _counted(look: Json) -> Json:
    """Look at a place, which a correction may have taken out of the book."""
    try:
        return look()
    except LookupError:
        raise Problem("not-found", "This event does not count in this book.") from None


@room.operation("get", "/live-games/<live>/books", AnswerForm(BooksSchema), problems=(422,))
def read_live_books(live: str) -> Response:
    """Lay both books side by side, as played and as adjudicated, and say where they differ."""
    return plain(live_reports.books(row_of(live)), JSON)


@room.operation("get", "/live-games/<live>/report", *ANSWERS, takes=Takes(query=schemas.BookQuery), problems=(406,))
def read_live_report(query: Document, live: str) -> Response:
    """Audit a live game as far as it is recorded; the report is that of its log written as JSONL."""
    form = wanted(FORMS)
    verdict, raw = live_reports.report(row_of(live), query["book"], form)
    return told(verdict, raw, form)


@room.operation(
    "get",
    "/live-games/<live>/log/<any(text,jsonl,csv):spelling>",
    *(AnswerForm(STRING, kind=kind) for kind in TYPES.values()),
)
def read_live_log(live: str, spelling: str) -> Response:
    """Write a live game as a log."""
    row = row_of(live)
    found = live_state(row)
    log = Log(found.live.header, found.events, range(2, found.seq + 2), "jsonl")
    written = write(log, spelling, found.live.game.vocabulary)
    return plain(written.encode("utf-8", "surrogatepass"), TYPES[spelling], keep=_kept(row))
