"""Read the body of a request as bytes: check its type, unpack it, and limit its size."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence

from flask import request
from gunicorn.http.errors import ParseException  # type: ignore[import-untyped] # gunicorn has no types
from werkzeug.exceptions import ClientDisconnected, RequestEntityTooLarge

from api.access.byte_quota import count_bytes
from api.http import strict_json
from api.problems import Problem
from api.service import get_service
from engine.kernel.basics.json_types import Document, Json

LOG_TYPES = ("text/plain", "application/x-ndjson", "text/csv", "application/octet-stream")
PACK_TYPES = ("application/toml", "text/plain", "application/octet-stream")
JSON_TYPES = ("application/json",)
_CHARSETS = ("utf-8", "utf8", "us-ascii")
# For zlib: expect a gzip header, and use the largest window.
_GZIP = 31
_CODED = "Content-Encoding"


def read_body(types: Sequence[str]) -> bytes:
    """Read the body if it has one of these types."""
    if request.mimetype not in types or request.mimetype_params.get("charset", "utf-8").lower() not in _CHARSETS:
        says = f"Send one of these, in UTF-8: {', '.join(types)}."
        raise _make_header_problem("bad-media-type", "Content-Type", says, {"Accept-Post": ", ".join(types)})
    raw = _receive_body()
    count_bytes(len(raw))
    encoding = request.headers.get("Content-Encoding", "identity").strip().lower()
    if encoding in {"identity", ""}:
        return raw
    if encoding != "gzip":
        says = f"{_CODED} {strict_json.shorten_text(encoding)!r} is not read here; send gzip, or none."
        raise _make_header_problem("bad-media-type", _CODED, says, {"Accept-Encoding": "gzip"})
    return _unpack_gzip(raw, get_max_bytes())


def _receive_body() -> bytes:
    """Receive the whole body, within the limit, and check it against the announced length."""
    try:
        raw = request.get_data(cache=True)
    except RequestEntityTooLarge:
        raw = None
    except ClientDisconnected:
        raise _make_truncation_problem() from None
    except ParseException:
        raise _make_header_problem(
            "bad-request", "Transfer-Encoding", "The chunks of the body cannot be separated."
        ) from None
    if raw is None or len(raw) > get_max_bytes():
        raise _make_header_problem("too-large", "Content-Length", f"The body has more than {get_max_bytes():,} bytes.")
    # Some servers, gunicorn among them, do not report that a connection ended early.
    if len(raw) < (request.content_length or 0):
        raise _make_truncation_problem()
    return raw


def _make_truncation_problem() -> Problem:
    return _make_header_problem("bad-request", "Content-Length", "The body has fewer bytes than it announces.")


def _make_header_problem(code: str, header: str, says: str, headers: Mapping[str, str] | None = None) -> Problem:
    """Make the problem for a body whose headers rule it out."""
    return Problem(code, says, [{"header": header, "says": says}], headers)


def get_max_bytes() -> int:
    """Return the largest number of bytes that a body may have."""
    return get_service().settings.max_body


def read_json_body() -> Json:
    """Read the body as strict JSON."""
    raw = read_body(JSON_TYPES)
    try:
        return strict_json.parse_json(raw)
    except strict_json.Refusal as wrong:
        raise Problem("bad-json", wrong.says, [_describe_place(wrong)]) from None


def _describe_place(wrong: strict_json.Refusal) -> Document:
    if wrong.pointer is not None:
        return {"pointer": wrong.pointer, "says": wrong.says}
    return {"line": wrong.line, "column": wrong.column, "says": wrong.says}


def _unpack_gzip(raw: bytes, limit: int) -> bytes:
    """Unpack one gzip stream, and stop at the limit so that a bomb cannot fill the memory."""
    unpacker = zlib.decompressobj(wbits=_GZIP)
    try:
        out = unpacker.decompress(raw, limit + 1)
    except zlib.error:
        raise _make_header_problem("bad-encoding", _CODED, "The body is declared as gzip but is not gzip.") from None
    if len(out) > limit:
        raise _make_header_problem("too-large", _CODED, f"Unpacked, the body has more than {limit:,} bytes.")
    if not unpacker.eof:
        raise _make_header_problem("bad-encoding", _CODED, "The gzip stream ends too early.")
    if unpacker.unused_data:
        raise _make_header_problem("bad-encoding", _CODED, "Something follows the gzip stream.")
    return out
