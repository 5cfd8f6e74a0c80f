"""Operations: a judge's corrections of an uploaded log, stored apart from it and appended for an audit."""

from __future__ import annotations

from flask import Response

from api.disputes import corrections
from api.http.etags import check_if_match, make_etag, mask_head
from api.http.idempotency import answer_once, read_idempotency_key
from api.http.responses import PRIVATE, answer_bytes, answer_json
from api.logs.options import read_body_options
from api.openapi.operation import BINARY, AnswerForm, Room, Takes
from api.routes.live import STATE
from api.routes.live_events import KEY, TOLD, WRITES
from api.schemas import corrections as schemas
from engine.kernel.basics.json_types import Document

room = Room("corrections", __name__, description="Corrections and rulings about an uploaded log.")
AS_ALWAYS: Document = {"policy": "as-played", "book": "adjudicated", "layers": (), "rulings": {}}
MATCH = {"If-Match": "the ETag of the corrections as the client knows them", **KEY}


@room.operation("get", "/logs/<sha256>/corrections", AnswerForm(schemas.BesideSchema, headers=STATE))
def list_corrections(sha256: str) -> Response:
    """List the corrections of a log in the order in which they were made: amend, retract, insert and ruling."""
    stands = corrections.read_correction_state(sha256)
    items = corrections.describe_corrections(sha256)[: stands.seq]
    content = {"log": sha256, "seq": stands.seq, "head": mask_head(stands.head), "items": items}
    return answer_json(content, keep=PRIVATE, etag=make_etag(*stands))


@room.operation(
    "post",
    "/logs/<sha256>/corrections",
    AnswerForm(schemas.CorrectedSchema, 201, says="Recorded.", headers=TOLD),
    takes=Takes(json=schemas.CorrectLogRequest, headers=MATCH),
    problems=WRITES,
)
def correct_log(wanted: Document, sha256: str) -> Response:
    """Amend, retract, insert late, or rule on an uploaded log. Its bytes stay, and its adjudicated book changes.

    From then on audits, books, editions and steps of the log include the corrections, unless the request has
    `book=played`.
    """
    asked = read_body_options({**AS_ALWAYS, "packs": wanted["packs"]})
    read = corrections.make_correction_reader(wanted["events"], asked)
    return answer_once(corrections.append_corrections_once(sha256, read_idempotency_key(), check_if_match, read, asked))


@room.operation(
    "get", "/logs/<sha256>/adjudicated", AnswerForm(BINARY, kind="application/octet-stream"), problems=(422,)
)
def read_adjudicated(sha256: str) -> Response:
    """Download a log with its corrections appended, as it is audited. A spreadsheet is converted to text."""
    return answer_bytes(corrections.read_log_with_corrections(sha256), "application/octet-stream", keep=PRIVATE)
