"""Operations: logs, uploaded in any spelling, and downloaded unchanged or in another spelling."""

from __future__ import annotations

from collections.abc import Callable

from flask import Response

from api.http.bodies import LOG_TYPES, read_body
from api.http.pagination import answer_list
from api.http.responses import FOR_EVER, NDJSON, ONCE, PRIVATE, answer_bytes, answer_json
from api.jobs import logs
from api.jobs.dispatch import run_job
from api.logs import summaries, uploads
from api.openapi.operation import BINARY, STRING, AnswerForm, Room, Takes
from api.schemas import uploads as schemas
from api.service import get_club, get_service
from audit.store import UploadRow
from engine.kernel.basics.json_types import Document

room = Room("logs", __name__, description="Logs, stored byte for byte.")
CELLS = {"Deadreckon-Cells": "of CSV: exact, or without formulas"}
TYPES = {"text": "text/plain", "jsonl": NDJSON, "csv": "text/csv"}
SOUGHT = ("game", "event", "player", "verdict", "winner")


@room.operation(
    "post",
    "/logs",
    AnswerForm(schemas.LogSchema, 201, says="Kept.", headers={"Location": "where it is"}),
    AnswerForm(schemas.LogSchema, says="It was already stored."),
    takes=Takes(raw=LOG_TYPES),
    problems=(422, 507),
)
def upload_log() -> Response:
    """Store a log as sent: text, JSONL or CSV, legal or not. The same bytes are stored once."""
    raw = read_body(LOG_TYPES)
    upload = uploads.save_upload(raw, uploads.LOG)
    document = _describe_upload(upload, lambda: logs.inspect_log(get_service().games, raw))
    return answer_json(document, 201 if upload.new else 200, keep=ONCE, headers={"Location": document["url"]})


@room.operation(
    "get",
    "/logs",
    AnswerForm(schemas.LogsSchema),
    AnswerForm(STRING, kind=NDJSON),
    takes=Takes(query=schemas.LogsQuery),
    problems=(406,),
)
def list_logs(query: Document) -> Response:
    """List the logs of the club, oldest first: the players, and the verdict and winner of the latest audit.

    A page may have few items, or none, although more follow, if many logs had to be checked. Continue while `next` is
    given.
    """
    return answer_list(summaries.make_log_list({name: query[name] for name in SOUGHT if name in query}), query)


@room.operation("get", "/logs/<sha256>", AnswerForm(schemas.LogSchema))
def read_log(sha256: str) -> Response:
    """Show a summary of a log."""
    upload = uploads.find_upload(sha256, uploads.LOG)

    def inspect_upload() -> Document:
        seen: Document = run_job(logs.inspect_log, get_service().store.read_upload(get_club(), sha256))
        return seen

    return answer_json(_describe_upload(upload, inspect_upload), keep=PRIVATE)


@room.operation("get", "/logs/<sha256>/original", AnswerForm(BINARY, kind="application/octet-stream"))
def read_original(sha256: str) -> Response:
    """Download a log, byte for byte."""
    return answer_bytes(
        uploads.read_upload(sha256, uploads.LOG), "application/octet-stream", keep=FOR_EVER, etag=sha256
    )


@room.operation(
    "get",
    "/logs/<sha256>/as/<any(text,jsonl,csv,sheet):spelling>",
    *(AnswerForm(STRING, kind=kind, headers=CELLS) for kind in TYPES.values()),
    problems=(422,),
)
def read_spelling(sha256: str, spelling: str) -> Response:
    """Download a log in the canonical form of a spelling. A log with unreadable lines is refused.

    `csv` is exact, for programs; `sheet` is for people who open it in a spreadsheet: no cell of it is a formula.
    """
    written: bytes = run_job(logs.rewrite_log, uploads.read_upload(sha256, uploads.LOG), spelling)
    of_cells = {"Deadreckon-Cells": "without formulas" if spelling == logs.SHEET else "exact"}
    headers = of_cells if spelling in {"csv", logs.SHEET} else {}
    return answer_bytes(written, TYPES.get(spelling, TYPES["csv"]), headers=headers)


def _describe_upload(upload: UploadRow, look: Callable[[], Document]) -> Document:
    """Describe a log. Its summary never changes, so it is cached."""
    seen = get_service().read_logs.get_or_make(upload.sha256, look)
    return {
        **uploads.describe_upload(upload),
        **seen,
        "corrections": get_service().store.read_decisions_head(get_club(), upload.sha256).seq,
    }
