"""Replaying a stored log: its steps, one place, the facts, what could have been done, and a picture of the table."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from flask import Response

from api.disputes import corrections as beside
from api.http.pagination import PagedList, listed
from api.http.responses import NDJSON, PRIVATE, answer, plain
from api.jobs.dispatch import open_judged
from api.logs.options import from_query, mark
from api.openapi.operation import STRING, AnswerForm, Room, Takes
from api.problems import Problem
from api.schemas import replay as schemas
from api.schemas.options import ReadingQuery
from api.service import club, service
from audit.browse.viewer import LogViewer
from audit.model.step import facts_document
from engine.kernel.basics.json_types import Document, Json

room = Room("replay", __name__, description="A stored log, step by step.")
SVG = "image/svg+xml"


def opened(sha256: str, query: Mapping[str, Json]) -> LogViewer:
    """Open a stored log as the query says, or take it as it lies open."""
    stands, asked = beside.standing(sha256), from_query(query)
    return service().logs.opened(
        (club(), sha256, stands.head, mark(asked)),
        lambda: beside.raw_as_decided(sha256, stands.seq),
        lambda raw: open_judged(raw, service().games, asked),
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
    """List the steps of a log: each event with what it changed and what is wrong with it."""
    log = opened(sha256, query)

    def fetch(after: int | None, limit: int) -> list[Document]:
        start = place_of(log, after or 0)
        numbered = enumerate(log.steps(start), start + 1)
        return [log.step_document(step, at) for at, step in islice(numbered, limit)]

    return listed(PagedList(fetch, lambda one: one["seq"], lambda one: one), query)


@room.operation(
    "get", "/logs/<sha256>/steps/<seq:seq>", AnswerForm(schemas.PlaceSchema), takes=Takes(query=ReadingQuery)
)
def read_step(query: Document, sha256: str, seq: int) -> Response:
    """Show one place of a log: the event, what it changed, findings, every fact, and what could be done next."""
    log = opened(sha256, query)
    place = place_of(log, seq)
    return answer({**log.place_document(place), "legal": log.legal_document(place)}, keep=PRIVATE)


@room.operation("get", "/logs/<sha256>/facts", AnswerForm(schemas.FactsSchema), takes=Takes(query=schemas.SeqQuery))
def read_facts(query: Document, sha256: str) -> Response:
    """Reckon every fact after an event of a log."""
    log = opened(sha256, query)
    place = place_of(log, query.get("seq"))
    return answer({"seq": log.seq_at(place), "facts": facts_document(log.facts(place))}, keep=PRIVATE)


@room.operation("get", "/logs/<sha256>/legal", AnswerForm(schemas.LegalSchema), takes=Takes(query=schemas.SeqQuery))
def read_legal(query: Document, sha256: str) -> Response:
    """List what could be done after an event of a log."""
    log = opened(sha256, query)
    return answer(log.legal_document(place_of(log, query.get("seq"))), keep=PRIVATE)


@room.operation("get", "/logs/<sha256>/picture", AnswerForm(STRING, kind=SVG), takes=Takes(query=schemas.SeqQuery))
def read_picture(query: Document, sha256: str) -> Response:
    """Draw the table after an event of a log."""
    log = opened(sha256, query)
    return plain(log.picture(place_of(log, query.get("seq"))).encode(), SVG, keep=PRIVATE)


def place_of(log: LogViewer, seq: int | None) -> int:
    """Find the place after an event; none is the end."""
    if seq is None:
        return len(log.entries)
    try:
        return log.place_of(seq)
    except LookupError as wrong:
        raise Problem("not-found", str(wrong)) from None
