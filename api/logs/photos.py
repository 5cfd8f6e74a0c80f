"""Photos beside a log: kept as they came, found, and shown as pictures in a sandbox only."""

from __future__ import annotations

import re

from flask import Response

from api.access.rate_limits import CLOSED
from api.http.responses import FOR_EVER, plain
from api.logs import uploads
from api.problems import Problem, absent
from api.service import bearer, club, service
from audit.store import TooMany, UploadRow

# What the first bytes of a picture are; which kind it is they say, and not whoever sends it. An SVG may hold scripts.
BEGINS = {
    "image/png": re.compile(rb"\x89PNG\r\n\x1a\n"),
    "image/jpeg": re.compile(rb"\xff\xd8\xff"),
    "image/gif": re.compile(rb"GIF8[79]a"),
    # Between the two stands its length.
    "image/webp": re.compile(rb"RIFF.{4}WEBP", re.DOTALL),
}
MOST = 12
# Whatever a browser makes of it, it is in a page of its own that may do nothing.
SHUT = {"Content-Security-Policy": f"{CLOSED}; img-src 'self'; sandbox"}


def kept_beside(sha256: str, raw: bytes) -> UploadRow:
    """Keep a photo beside a log of the club, as it came."""
    kind = _kind(raw)
    try:
        upload = service().store.keep(club(), raw, by=bearer().id, sort=kind, name=sha256, most=MOST)
    except TooMany:
        raise _invalid(f"A log has {MOST} photos beside it at most.") from None
    if (upload.sort, upload.name) != (kind, sha256):
        raise _invalid("These bytes are kept already, beside another log.")
    return upload


def _kind(raw: bytes) -> str:
    for kind, first in BEGINS.items():
        if first.match(raw):
            return kind
    raise _invalid("This begins like no PNG, JPEG, GIF or WebP. Save the photo as one of these.")


def photos_beside(sha256: str) -> list[UploadRow]:
    """List the photos that are kept beside a log, oldest first."""
    # A pack, too, may be called like anything.
    found = service().store.uploads(club(), name=sha256, limit=2 * MOST)
    return [one for one in found if one.sort in BEGINS]


def photo(sha256: str, attachment: str) -> Response:
    """Answer with a photo that is kept beside a log, as a picture in a sandbox."""
    uploads.filed(sha256, uploads.LOG)
    upload = service().store.filed(club(), attachment)
    if upload.name != sha256 or upload.sort not in BEGINS:
        raise absent()
    return plain(uploads.as_kept(attachment), upload.sort, keep=FOR_EVER, etag=attachment, headers=SHUT)


def _invalid(says: str) -> Problem:
    return Problem("invalid", says, [{"pointer": "", "says": says}])
