"""Photos beside a log, of the board or of a sheet: kept byte for byte, and shown as pictures only."""

from __future__ import annotations

from flask import Response

from api.http.bodies import body
from api.http.responses import ONCE, PRIVATE, answer
from api.logs import uploads
from api.logs.photos import BEGINS, kept_beside, photo, photos_beside
from api.openapi.operation import BINARY, AnswerForm, Room, Takes
from api.schemas import uploads as schemas
from audit.store import UploadRow
from engine.kernel.basics.json_types import Document

room = Room("attachments", __name__, description="Photos of a game, beside its log.")
RAW = ("application/octet-stream",)


@room.operation(
    "post",
    "/logs/<sha256>/attachments",
    AnswerForm(schemas.AttachmentSchema, 201, says="Kept.", headers={"Location": "where it is"}),
    AnswerForm(schemas.AttachmentSchema, says="It was kept before."),
    takes=Takes(raw=RAW),
    problems=(422, 507),
)
def upload_attachment(sha256: str) -> Response:
    """Keep a photo beside a log, as it comes: PNG, JPEG, GIF or WebP, which its own bytes must say."""
    uploads.filed(sha256, uploads.LOG)
    upload = kept_beside(sha256, body(RAW))
    document = _document(upload)
    return answer(document, 201 if upload.new else 200, keep=ONCE, headers={"Location": document["url"]})


@room.operation("get", "/logs/<sha256>/attachments", AnswerForm(schemas.AttachmentsSchema))
def list_attachments(sha256: str) -> Response:
    """List the photos beside a log, oldest first."""
    uploads.filed(sha256, uploads.LOG)
    return answer({"items": [_document(one) for one in photos_beside(sha256)]}, keep=PRIVATE)


@room.operation(
    "get",
    "/logs/<sha256>/attachments/<attachment>",
    *(AnswerForm(BINARY, kind=kind, says="The photo.") for kind in BEGINS),
)
def read_attachment(sha256: str, attachment: str) -> Response:
    """Fetch a photo byte for byte as it came."""
    return photo(sha256, attachment)


def _document(upload: UploadRow) -> Document:
    return {**uploads.about(upload, f"{uploads.ROOMS[uploads.LOG]}/{upload.name}/attachments"), "kind": upload.sort}
