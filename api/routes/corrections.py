"""What a judge decides about an uploaded log: recorded beside it, and written behind it where it is judged."""

from __future__ import annotations

from flask import Response

from api.disputes import corrections as beside
from api.http.etags import expected, shown, state
from api.http.idempotency import answered, key
from api.http.responses import PRIVATE, answer, plain
from api.logs.options import from_body
from api.openapi.operation import BINARY, AnswerForm, Room, Takes
from api.routes.live import STATE
from api.routes.live_events import KEY, TOLD, WRITES
from api.schemas import corrections as schemas
from engine.kernel.basics.json_types import Document

room = Room("corrections", __name__, description="Corrections and rulings beside an uploaded log.")
AS_ALWAYS: Document = {"policy": "as-played", "book": "adjudicated", "layers": (), "rulings": {}}
MATCH = {"If-Match": "the ETag of the corrections as the client knows them", **KEY}


@room.operation("get", "/logs/<sha256>/corrections", AnswerForm(schemas.BesideSchema, headers=STATE))
def list_corrections(sha256: str) -> Response:
    """List what was decided about a log: amend, retract, insert and ruling, in the order in which they were made."""
    stands = beside.standing(sha256)
    items = beside.documents(sha256)[: stands.seq]
    content = {"log": sha256, "seq": stands.seq, "head": shown(stands.head), "items": items}
    return answer(content, keep=PRIVATE, etag=state(*stands))


@room.operation(
    "post",
    "/logs/<sha256>/corrections",
    AnswerForm(schemas.CorrectedSchema, 201, says="Recorded.", headers=TOLD),
    takes=Takes(json=schemas.CorrectLogRequest, headers=MATCH),
    problems=WRITES,
)
def correct_log(wanted: Document, sha256: str) -> Response:
    """Amend, retract, insert late, or rule on an uploaded log: its bytes stay, and its adjudicated book changes.

    From then on audits, books, editions and steps of the log take these in, unless they are asked for `book=played`.
    """
    asked = from_body({**AS_ALWAYS, "packs": wanted["packs"]})
    read = beside.reading(wanted["events"], asked)
    return answered(beside.corrected_once(sha256, key(), expected, read, asked))


@room.operation(
    "get", "/logs/<sha256>/adjudicated", AnswerForm(BINARY, kind="application/octet-stream"), problems=(422,)
)
def read_adjudicated(sha256: str) -> Response:
    """Fetch a log with the corrections beside it written behind it, which is what is judged; a sheet becomes a text."""
    return plain(beside.raw_as_decided(sha256), "application/octet-stream", keep=PRIVATE)
