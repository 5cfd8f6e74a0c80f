"""The body of a request as bytes: of a type that is read here, unpacked, and never more than is bearable."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

from flask import request

from api import strict
from api.problems import Problem
from api.service import service

LOG_TYPES = ("text/plain", "application/x-ndjson", "text/csv", "application/octet-stream")
PACK_TYPES = ("application/toml", "text/plain", "application/octet-stream")
JSON_TYPES = ("application/json",)
_CHARSETS = ("utf-8", "utf8", "us-ascii")
# zlib: a gzip header, and the largest window.
_GZIP = 31


def body(types: Sequence[str]) -> bytes:
    """Read the body if it is of one of these types."""
    if request.mimetype not in types or request.mimetype_params.get("charset", "utf-8").lower() not in _CHARSETS:
        raise Problem("bad-media-type", f"Send one of these, in UTF-8: {', '.join(types)}.", headers=_accepts(types))
    raw = request.get_data(cache=True)
    if len(raw) > most():
        raise Problem("too-large", f"The body has more than {most():,} bytes.")
    encoding = request.headers.get("Content-Encoding", "identity").strip().lower()
    if encoding in {"identity", ""}:
        return raw
    if encoding != "gzip":
        hint = f"Content-Encoding {strict.shown(encoding)!r} is not read here; send gzip, or none."
        raise Problem("bad-media-type", hint, headers={"Accept-Encoding": "gzip"})
    return _unpacked(raw, most())


def most() -> int:
    """Say how many bytes a body may have."""
    return service().settings.max_body


def json_body() -> Any:  # noqa: ANN401 - whatever the JSON says
    """Read the body as strict JSON."""
    raw = body(JSON_TYPES)
    try:
        return strict.loads(raw)
    except strict.Refusal as wrong:
        raise Problem("bad-json", wrong.says, [_place(wrong)]) from None


def _place(wrong: strict.Refusal) -> dict[str, Any]:
    if wrong.pointer is not None:
        return {"pointer": wrong.pointer, "says": wrong.says}
    return {"line": wrong.line, "column": wrong.column, "says": wrong.says}


def _accepts(types: Sequence[str]) -> dict[str, str]:
    return {"Accept-Post": ", ".join(types)}


def _unpacked(raw: bytes, limit: int) -> bytes:
    """Unpack one gzip stream, and stop where a bomb would go on."""
    unpacker = zlib.decompressobj(wbits=_GZIP)
    try:
        out = unpacker.decompress(raw, limit + 1)
    except zlib.error:
        raise Problem("bad-encoding", "The body says it is gzip, and is not.") from None
    if len(out) > limit:
        raise Problem("too-large", f"Unpacked, the body has more than {limit:,} bytes.")
    if not unpacker.eof:
        raise Problem("bad-encoding", "The gzip stream ends too early.")
    if unpacker.unused_data:
        raise Problem("bad-encoding", "Something follows the gzip stream.")
    return out
