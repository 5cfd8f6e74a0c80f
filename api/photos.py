"""Photos beside a log: found, and shown as pictures in a sandbox only."""

from __future__ import annotations

from flask import Response

from api import uploads
from api.guards import CLOSED
from api.problems import absent
from api.responses import FOR_EVER, plain
from api.service import club, service
from audit.store import UploadRow

# What the first bytes of a picture are; which kind it is they say, and not whoever sends it. An SVG may hold scripts.
BEGINS = {
    "image/png": (b"\x89PNG\r\n\x1a\n", b""),
    "image/jpeg": (b"\xff\xd8\xff", b""),
    "image/gif": (b"GIF8", b""),
    "image/webp": (b"RIFF", b"WEBP"),
}
MOST = 12
# Whatever a browser makes of it, it is in a page of its own that may do nothing.
SHUT = {"Content-Security-Policy": f"{CLOSED}; img-src 'self'; sandbox"}


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
    raw = service().store.upload(club(), attachment)
    return plain(raw, upload.sort, keep=FOR_EVER, etag=attachment, headers=SHUT)
