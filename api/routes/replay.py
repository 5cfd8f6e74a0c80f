"""Operations: replay of a stored log, with its steps, facts, legal moves and pictures of the table."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from flask import Response

from api.disputes import corrections
from api.http.pagination import PagedList, answer_list
from api.http.responses import NDJSON, PRIVATE, answer_bytes, answer_json
from api.jobs.dispatch import open_with_report
from api.logs.options import hash_options, read_query_options
from api.openapi.operation import STRING, AnswerForm, Room, Takes
from api.problems import Problem
from api.schemas import replay as schemas
from api.schemas.options import ReadingQuery
from api.service import get_club, get_service
from audit.browse.viewer import LogViewer
from audit.model.step import facts_document
from engine.kernel.basics.json_types import Document, Json

room = Room("replay", __name__, description="A stored log, step by step.")
SVG = "image/svg+xml"


def open_log_by_query(sha256: str, query: Mapping[str, Json]) -> LogViewer:
    """Open a stored log with the options of the query, or take it from the cache."""
    stands, asked = corrections.read_correction_state(sha256), read_query_options(query)
    return get_service().logs.get_or_open(
        (get_club(), sha256, stands.head, hash_options(asked)),
        lambda: corrections.read_log_with_corrections(sha256, stands.seq),
        lambda raw: open_with_report(raw, get_service().games, asked),
    )


@room.operation(
    "get",
    "/logs/<sha256>/steps",
    AnswerForm(schemas.StepsSchema),
    AnswerForm(STRING, kind=NDJSON),
    takes=Takes(query=schemas.StepsQuery),
    problems=(406,),
)
def list_steps(query: Document, sha256: str) -> Response:
    """List the steps of a log: each event with its changes and findings."""
    log = open_log_by_query(sha256, query)

    def fetch_steps(after: int | None, limit: int) -> list[Document]:
        start = find_place(log, after or 0)
        numbered = enumerate(log.steps_after(start), start + 1)
        return [log.step_document(step, at) for at, step in islice(numbered, limit)]

    return answer_list(PagedList(fetch_steps, lambda one: one["seq"], lambda one: one), query)


@room.operation(
    "get", "/logs/<sha256>/steps/<seq:seq>", AnswerForm(schemas.PlaceSchema), takes=Takes(query=ReadingQuery)
)
def read_step(query: Document, sha256: str, seq: int) -> Response:
    """Show one place of a log: the event, its changes, its findings, every fact, and the legal moves."""
    log = open_log_by_query(sha256, query)
    place = find_place(log, seq)
    return answer_json({**log.place_document(place), "legal": log.legal_document(place)}, keep=PRIVATE)


@room.operation("get", "/logs/<sha256>/facts", AnswerForm(schemas.FactsSchema), takes=Takes(query=schemas.SeqQuery))
def read_facts(query: Document, sha256: str) -> Response:
    """Compute every fact after an event of a log."""
    log = open_log_by_query(sha256, query)
    place = find_place(log, query.get("seq"))
    return answer_json({"seq": log.seq_at(place), "facts": facts_document(log.facts_at(place))}, keep=PRIVATE)


@room.operation("get", "/logs/<sha256>/legal", AnswerForm(schemas.LegalSchema), takes=Takes(query=schemas.SeqQuery))
def read_legal(query: Document, sha256: str) -> Response:
    """List the legal moves after an event of a log."""
    log = open_log_by_query(sha256, query)
    return answer_json(log.legal_document(find_place(log, query.get("seq"))), keep=PRIVATE)


@room.operation("get", "/logs/<sha256>/picture", AnswerForm(STRING, kind=SVG), takes=Takes(query=schemas.SeqQuery))
def read_picture(query: Document, sha256: str) -> Response:
    """Draw the table after an event of a log."""
    log = open_log_by_query(sha256, query)
    return answer_bytes(log.picture_at(find_place(log, query.get("seq"))).encode(), SVG, keep=PRIVATE)


def find_place(log: LogViewer, seq: int | None) -> int:
    """Find the place after an event. None means the end."""
    if seq is None:
        return len(log.entries)
    try:
        return log.find_place(seq)
    except LookupError as wrong:
        raise Problem("not-found", str(wrong)) from None
