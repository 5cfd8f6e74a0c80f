"""Stored logs: uploaded in any spelling, fetched as they came or written in another."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response

from api.http.bodies import LOG_TYPES, body
from api.http.pagination import listed
from api.http.responses import FOR_EVER, NDJSON, ONCE, PRIVATE, answer, plain
from api.jobs import logs as log_jobs
from api.jobs.dispatch import done
from api.logs import summaries as glances
from api.logs import uploads
from api.openapi.operation import BINARY, STRING, AnswerForm, Room, Takes
from api.schemas import uploads as schemas
from api.service import club, service
from audit.store import UploadRow
from engine.kernel.basics.json_types import Document

room = Room("logs", __name__, description="Logs, kept byte for byte.")
CELLS = {"Deadreckon-Cells": "of CSV: exact, or without formulas"}
TYPES = {"text": "text/plain", "jsonl": NDJSON, "csv": "text/csv"}
SOUGHT = ("game", "event", "player", "verdict", "winner")


@room.operation(
    "post",
    "/logs",
    AnswerForm(schemas.LogSchema, 201, says="Kept.", headers={"Location": "where it is"}),
    AnswerForm(schemas.LogSchema, says="It was kept before."),
    takes=Takes(raw=LOG_TYPES),
    problems=(422, 507),
)
def upload_log() -> Response:
    """Keep a log as it comes: text, JSONL or CSV, right or wrong. The same bytes are kept once."""
    raw = body(LOG_TYPES)
    upload = uploads.kept(raw, uploads.LOG)
    document = _document(upload, lambda: log_jobs.glanced(service().games, raw))
    return answer(document, 201 if upload.new else 200, keep=ONCE, headers={"Location": document["url"]})


@room.operation(
    "get",
    "/logs",
    AnswerForm(schemas.LogsSchema),
    AnswerForm(STRING, kind=NDJSON),
    takes=Takes(query=schemas.LogsQuery),
    problems=(406,),
)
def list_logs(query: Document) -> Response:
    """List the logs of the club, oldest first: who played, and verdict and winner of the latest audit as they stand.

    A page may hold fewer than there are, or none, where many had to be looked at: go on with `next` while there is one.
    """
    return listed(glances.listing({name: query[name] for name in SOUGHT if name in query}), query)


@room.operation("get", "/logs/<sha256>", AnswerForm(schemas.LogSchema))
def read_log(sha256: str) -> Response:
    """Tell what a log is at a glance."""
    upload = uploads.filed(sha256, uploads.LOG)

    def look() -> Document:
        seen: Document = done(log_jobs.glanced, service().store.upload(club(), sha256))
        return seen

    return answer(_document(upload, look), keep=PRIVATE)


@room.operation("get", "/logs/<sha256>/original", AnswerForm(BINARY, kind="application/octet-stream"))
def read_original(sha256: str) -> Response:
    """Fetch a log byte for byte as it came."""
    return plain(uploads.raw_of(sha256, uploads.LOG), "application/octet-stream", keep=FOR_EVER, etag=sha256)


@room.operation(
    "get",
    "/logs/<sha256>/as/<any(text,jsonl,csv,sheet):spelling>",
    *(AnswerForm(STRING, kind=kind, headers=CELLS) for kind in TYPES.values()),
    problems=(422,),
)
def read_spelling(sha256: str, spelling: str) -> Response:
    """Fetch a log in the canonical form of a spelling; one with lines that cannot be read is refused.

    `csv` is exact, for programs; `sheet` is for people who open it in a spreadsheet: no cell of it is a formula.
    """
    written: bytes = done(log_jobs.respelled, uploads.raw_of(sha256, uploads.LOG), spelling)
    of_cells = {"Deadreckon-Cells": "without formulas" if spelling == log_jobs.SHEET else "exact"}
    headers = of_cells if spelling in {"csv", log_jobs.SHEET} else {}
    return plain(written, TYPES.get(spelling, TYPES["csv"]), headers=headers)


def _document(upload: UploadRow, look: Callable[[], Document]) -> Document:
    """Tell of a log; what it says never changes, so it is read once as long as that is at hand."""
    seen = service().read_logs.known(upload.sha256, look)
    return {**uploads.document(upload), **seen, "corrections": service().store.beside(club(), upload.sha256).seq}
