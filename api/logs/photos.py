"""Photos of a log: stored as sent, and served as pictures in a sandbox only."""

from __future__ import annotations

import re

from flask import Response

from api.access.security_headers import CLOSED
from api.http.responses import FOR_EVER, answer_bytes
from api.logs import uploads
from api.problems import Problem, make_not_found
from api.service import get_club, get_service, get_token
from audit.store import TooMany, UploadRow

# A picture's type is detected from its first bytes, not taken from the client. SVG is left out, as it may hold scripts.
BEGINS = {
    "image/png": re.compile(rb"\x89PNG\r\n\x1a\n"),
    "image/jpeg": re.compile(rb"\xff\xd8\xff"),
    "image/gif": re.compile(rb"GIF8[79]a"),
    # The four bytes between the two words are the length.
    "image/webp": re.compile(rb"RIFF.{4}WEBP", re.DOTALL),
}
MOST = 12
# If a browser opens the picture as a page, the page is sandboxed.
SHUT = {"Content-Security-Policy": f"{CLOSED}; img-src 'self'; sandbox"}


def save_photo(sha256: str, raw: bytes) -> UploadRow:
    """Store a photo of a log of the club, as sent."""
    kind = _detect_type(raw)
    try:
        upload = get_service().store.add_upload(get_club(), raw, by=get_token().id, sort=kind, name=sha256, most=MOST)
    except TooMany:
        raise _make_problem(f"A log can have at most {MOST} photos.") from None
    if (upload.sort, upload.name) != (kind, sha256):
        raise _make_problem("These bytes are already stored with another log.")
    return upload


def _detect_type(raw: bytes) -> str:
    for kind, first in BEGINS.items():
        if first.match(raw):
            return kind
    raise _make_problem("This does not begin like a PNG, JPEG, GIF or WebP. Save the photo as one of these.")


def list_photos(sha256: str) -> list[UploadRow]:
    """List the photos of a log, oldest first."""
    # A pack may have any name, even the SHA-256 of a log.
    found = get_service().store.list_uploads(get_club(), name=sha256, limit=2 * MOST)
    return [one for one in found if one.sort in BEGINS]


def send_photo(sha256: str, attachment: str) -> Response:
    """Answer with a photo of a log, as a picture in a sandbox."""
    uploads.find_upload(sha256, uploads.LOG)
    upload = get_service().store.describe_upload(get_club(), attachment)
    if upload.name != sha256 or upload.sort not in BEGINS:
        raise make_not_found()
    return answer_bytes(
        uploads.read_verified_bytes(attachment), upload.sort, keep=FOR_EVER, etag=attachment, headers=SHUT
    )


def _make_problem(says: str) -> Problem:
    return Problem("invalid", says, [{"pointer": "", "says": says}])
