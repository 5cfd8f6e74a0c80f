"""Stored logs: uploaded in any spelling, fetched as they came or written in another."""

from __future__ import annotations

from flask import Response

from api import glances, uploads
from api.bodies import LOG_TYPES, body
from api.cells import without_formulas
from api.handling import place
from api.lists import listed
from api.operation import BINARY, STRING, AnswerForm, Room, Takes
from api.responses import FOR_EVER, NDJSON, ONCE, PRIVATE, answer, plain
from api.schemas import kept as schemas
from api.service import club, service
from audit.converting import as_typed, converted
from audit.store import UploadRow
from engine.kernel.jsons import Document
from engine.kernel.log import LogError

room = Room("logs", __name__, description="Logs, kept byte for byte.")
CELLS = {"Deadreckon-Cells": "of CSV: exact, or without formulas"}
TYPES = {"text": "text/plain", "jsonl": NDJSON, "csv": "text/csv"}
MOST_FAULTS = 100
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
    document = _document(upload, raw)
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
    return answer(_document(upload, service().store.upload(club(), sha256)), keep=PRIVATE)


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
    raw = uploads.raw_of(sha256, uploads.LOG)
    log = as_typed(raw, service().games)
    sheet, vocabulary = spelling == "sheet", service().games[log.header.game].vocabulary
    written = converted(raw, log, "csv" if sheet else spelling, vocabulary)
    headers = {"Deadreckon-Cells": "without formulas" if sheet else "exact"} if spelling in {"csv", "sheet"} else {}
    text = without_formulas(written) if sheet else written
    return plain(text.encode("utf-8", "surrogatepass"), TYPES.get(spelling, TYPES["csv"]), headers=headers)


def _document(upload: UploadRow, raw: bytes) -> Document:
    stands = service().store.beside(club(), upload.sha256)
    return {**uploads.document(upload), **_glance(raw), "corrections": stands.seq}


def _glance(raw: bytes) -> Document:
    """Read a log without judging it."""
    try:
        log = as_typed(raw, service().games)
    except LogError as wrong:
        nothing = {"readable": False, "spelling": None, "game": None, "event": None, "events": 0}
        return {**nothing, "faults": [place(fault) for fault in wrong.faults[:MOST_FAULTS]]}
    return {
        "readable": True,
        "spelling": log.spelling,
        "game": log.header.game,
        "event": log.header.event,
        "events": len(log.events),
        "faults": [place(fault) for fault in log.faults[:MOST_FAULTS]],
    }
