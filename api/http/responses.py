"""Write answers: JSON bytes, the negotiated type, strong ETags, and cache headers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence

import orjson
from flask import Response, request

from api.problems import Problem
from engine.kernel.basics.json_types import Document

JSON, NDJSON, TEXT = "application/json", "application/x-ndjson", "text/plain"
WORDY = frozenset({TEXT, "text/html", "text/csv"})
Headers = Mapping[str, str]
# Cache-Control for public data, for data of one club, and for data that never changes.
PUBLIC = "public, max-age=300"
PRIVATE = "private, no-cache"
FOR_EVER = "private, max-age=31536000, immutable"
ONCE = "no-store"


def encode_json(document: object) -> bytes:
    """Encode JSON. A log may quote a lone surrogate, which is written as its escape."""
    try:
        return orjson.dumps(document)
    except TypeError:
        return json.dumps(document, separators=(",", ":")).encode()


def answer_json(
    document: object, status: int = 200, *, keep: str = PRIVATE, etag: str | None = None, headers: Headers | None = None
) -> Response:
    """Answer with a JSON document."""
    return answer_bytes(encode_json(document), JSON, status, keep=keep, etag=etag, headers=headers)


def answer_bytes(
    raw: bytes,
    kind: str,
    status: int = 200,
    *,
    keep: str = PRIVATE,
    etag: str | None = None,
    headers: Headers | None = None,
) -> Response:
    """Answer with bytes. The ETag is their hash unless one is given."""
    response = Response(raw, status, content_type=f"{kind}; charset=utf-8" if kind in WORDY else kind)
    response.headers["Cache-Control"] = keep
    response.headers["Vary"] = "Accept, Authorization"
    response.headers.update(headers or {})
    if keep == ONCE:
        return response
    mark = etag or hashlib.sha256(raw).hexdigest()
    response.set_etag(mark)
    if request.method in {"GET", "HEAD"} and request.if_none_match.contains_weak(mark):
        response.status_code = 304
        response.set_data(b"")
        response.headers.pop("Content-Type")
    return response


def choose_type(offered: Sequence[str]) -> str:
    """Choose the type that the client prefers. Without an Accept header it gets the first one."""
    if not request.headers.get("Accept"):
        return offered[0]
    chosen = request.accept_mimetypes.best_match(offered)
    if chosen is None:
        raise Problem("not-acceptable", f"It is available as {', '.join(offered)}.")
    return str(chosen)


def add_url(document: Document, path: str) -> Document:
    """Add the address of the resource."""
    return {**document, "url": path}
