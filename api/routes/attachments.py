"""Operations: photos of a game, stored byte for byte with its log and served as pictures only."""

from __future__ import annotations

from flask import Response

from api.http.bodies import read_body
from api.http.responses import ONCE, PRIVATE, answer_json
from api.logs import uploads
from api.logs.photos import BEGINS, list_photos, save_photo, send_photo
from api.openapi.operation import BINARY, AnswerForm, Room, Takes
from api.schemas import uploads as schemas
from audit.store import UploadRow
from engine.kernel.basics.json_types import Document

room = Room("attachments", __name__, description="Photos of a game, stored with its log.")
RAW = ("application/octet-stream",)


@room.operation(
    "post",
    "/logs/<sha256>/attachments",
    AnswerForm(schemas.AttachmentSchema, 201, says="Kept.", headers={"Location": "where it is"}),
    AnswerForm(schemas.AttachmentSchema, says="It was already stored."),
    takes=Takes(raw=RAW),
    problems=(422, 507),
)
def upload_attachment(sha256: str) -> Response:
    """Add a photo to a log and store it as sent: PNG, JPEG, GIF or WebP, which is detected from its bytes."""
    uploads.find_upload(sha256, uploads.LOG)
    upload = save_photo(sha256, read_body(RAW))
    document = _describe_attachment(upload)
    return answer_json(document, 201 if upload.new else 200, keep=ONCE, headers={"Location": document["url"]})


@room.operation("get", "/logs/<sha256>/attachments", AnswerForm(schemas.AttachmentsSchema))
def list_attachments(sha256: str) -> Response:
    """List the photos of a log, oldest first."""
    uploads.find_upload(sha256, uploads.LOG)
    return answer_json({"items": [_describe_attachment(one) for one in list_photos(sha256)]}, keep=PRIVATE)


@room.operation(
    "get",
    "/logs/<sha256>/attachments/<attachment>",
    *(AnswerForm(BINARY, kind=kind, says="The photo.") for kind in BEGINS),
)
def read_attachment(sha256: str, attachment: str) -> Response:
    """Download a photo, byte for byte."""
    return send_photo(sha256, attachment)


def _describe_attachment(upload: UploadRow) -> Document:
    return {
        **uploads.describe_upload_at(upload, f"{uploads.ROOMS[uploads.LOG]}/{upload.name}/attachments"),
        "kind": upload.sort,
    }
