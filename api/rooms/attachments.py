"""Photos beside a log, of the board or of a sheet: kept byte for byte, and shown as pictures only."""

from __future__ import annotations

from flask import Response

from api import uploads
from api.bodies import body
from api.guards import CLOSED
from api.operation import BINARY, AnswerForm, Room, Takes
from api.problems import Problem, absent
from api.responses import FOR_EVER, ONCE, PRIVATE, answer, plain
from api.schemas import kept as schemas
from api.service import bearer, club, service
from audit.store import UploadRow
from engine.kernel.jsons import Document

room = Room("attachments", __name__, description="Photos of a game, beside its log.")
RAW = ("application/octet-stream",)
# What the first bytes of a picture are; which kind it is they say, and not whoever sends it. An SVG may hold scripts.
BEGINS = {
    "image/png": (b"\x89PNG\r\n\x1a\n", b""),
    "image/jpeg": (b"\xff\xd8\xff", b""),
    "image/gif": (b"GIF8", b""),
    "image/webp": (b"RIFF", b"WEBP"),
}
BEHIND_LENGTH = slice(8, 12)
MOST = 12
# Whatever a browser makes of it, it is in a page of its own that may do nothing.
SHUT = {"Content-Security-Policy": f"{CLOSED}; img-src 'self'; sandbox"}


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
    raw = body(RAW)
    kind = _kind(raw)
    there = _beside(sha256)
    if len(there) >= MOST and uploads.digest(raw) not in {one.sha256 for one in there}:
        raise _invalid(f"A log has {MOST} photos beside it at most.")
    upload = service().store.keep(club(), raw, by=bearer().id, sort=kind, name=sha256)
    if (upload.sort, upload.name) != (kind, sha256):
        raise _invalid("These bytes are kept already, beside another log.")
    document = _document(upload)
    return answer(document, 201 if upload.new else 200, keep=ONCE, headers={"Location": document["url"]})


@room.operation("get", "/logs/<sha256>/attachments", AnswerForm(schemas.AttachmentsSchema))
def list_attachments(sha256: str) -> Response:
    """List the photos beside a log, oldest first."""
    uploads.filed(sha256, uploads.LOG)
    return answer({"items": [_document(one) for one in _beside(sha256)]}, keep=PRIVATE)


@room.operation(
    "get",
    "/logs/<sha256>/attachments/<attachment>",
    *(AnswerForm(BINARY, kind=kind, says="The photo.") for kind in BEGINS),
)
def read_attachment(sha256: str, attachment: str) -> Response:
    """Fetch a photo byte for byte as it came."""
    uploads.filed(sha256, uploads.LOG)
    upload = service().store.filed(club(), attachment)
    if upload.name != sha256 or upload.sort not in BEGINS:
        raise absent()
    raw = service().store.upload(club(), attachment)
    return plain(raw, upload.sort, keep=FOR_EVER, etag=attachment, headers=SHUT)


def _kind(raw: bytes) -> str:
    for kind, (first, behind) in BEGINS.items():
        if raw.startswith(first) and raw[BEHIND_LENGTH].startswith(behind):
            return kind
    raise _invalid("This begins like no PNG, JPEG, GIF or WebP. Save the photo as one of these.")


def _beside(sha256: str) -> list[UploadRow]:
    # A pack, too, may be called like anything.
    found = service().store.uploads(club(), name=sha256, limit=2 * MOST)
    return [one for one in found if one.sort in BEGINS]


def _document(upload: UploadRow) -> Document:
    return {**uploads.about(upload, f"{uploads.ROOMS[uploads.LOG]}/{upload.name}/attachments"), "kind": upload.sort}


def _invalid(says: str) -> Problem:
    return Problem("invalid", says, [{"pointer": "", "says": says}])
