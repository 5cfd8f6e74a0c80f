"""Idempotency keys: the same key with the same request gets the first answer again, byte for byte."""

from __future__ import annotations

import hashlib
import re

from flask import Response, request

from api.http.bodies import JSON_TYPES, read_body
from api.http.etags import make_etag
from api.http.responses import JSON, ONCE, answer_bytes
from api.problems import Problem
from api.service import get_token
from audit.store import FirstAnswer, Key

_KEY = re.compile(r"[A-Za-z0-9._-]{1,128}")
REPLAYED = "Idempotent-Replayed"


def read_idempotency_key() -> Key:
    """Read the key of this request, with a digest of the request."""
    header = request.headers.get("Idempotency-Key")
    if header is None or not _KEY.fullmatch(header):
        says = "It is missing." if header is None else "It is not made of 1 to 128 of A-Z a-z 0-9 . _ -"
        raise Problem("no-key", errors=[{"header": "Idempotency-Key", "says": says}])
    asked = (request.method, request.path, request.headers.get("If-Match", ""))
    digest = hashlib.sha256("\n".join(asked).encode(errors="replace") + b"\n" + read_body(JSON_TYPES)).hexdigest()
    return Key(get_token().id, header, digest)


def answer_once(kept: FirstAnswer, path: str = "") -> Response:
    """Answer with the first answer to a key, and mark it if it is a replay."""
    response = answer_bytes(kept.answer, JSON, 201, keep=ONCE)
    response.set_etag(make_etag(kept.seq, kept.head))
    if path:
        response.headers["Location"] = f"{path}/{kept.game}"
    if kept.replayed:
        response.headers[REPLAYED] = "true"
    return response
