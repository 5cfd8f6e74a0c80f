"""Complete answers as bytes, for requests that Flask never sees: malformed HTTP, and probes."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from http import HTTPStatus

from api.access.security_headers import CLOSED, HEADERS
from api.http.responses import JSON, ONCE, encode_json
from api.problems import BY_STATUS, CONTENT_TYPE, Problem
from engine.kernel.basics.json_types import Json

BAD_REQUEST = 400


def refusal(
    status: int,
    later: int | None = None,
    headers: Mapping[str, str] | None = None,
    errors: Sequence[Mapping[str, Json]] = (),
) -> bytes:
    """Write a problem and close the connection. The client may retry after `later` seconds."""
    more = {**(headers or {}), **({} if later is None else {"Retry-After": str(later)})}
    kind = BY_STATUS.get(status, BY_STATUS[BAD_REQUEST])
    request_id = uuid.uuid4().hex
    body = encode_json(Problem(kind.code, errors=errors).document(request_id))
    return _written(kind.status, CONTENT_TYPE, body, request_id, more, close=True)


def alive(*, close: bool) -> bytes:
    """Answer a liveness probe."""
    return _written(200, JSON, encode_json({"alive": True}), uuid.uuid4().hex, {}, close=close)


def _written(status: int, kind: str, body: bytes, request_id: str, more: Mapping[str, str], *, close: bool) -> bytes:
    headers = {
        "Content-Type": kind,
        "Content-Length": str(len(body)),
        "Connection": "close" if close else "keep-alive",
        "X-Request-Id": request_id,
        "Cache-Control": ONCE,
        "Content-Security-Policy": CLOSED,
        **HEADERS,
        **more,
    }
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}", *(f"{k}: {v}" for k, v in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body
