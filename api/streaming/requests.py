"""The requests of the stream: parse their heads strictly, and write the heads of answers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from http import HTTPStatus
from typing import NamedTuple
from urllib.parse import parse_qs, quote, unquote, urlencode, urlsplit

from werkzeug.test import TestResponse

STREAM = re.compile(r"/api/v1/stream/live-games/([^/]{1,300})")
# Requests for any other address are sent here, and answered 404.
NOWHERE = "/api/v1/stream/nothing"
BEGINS = "/api/v1/stream/"
_LINE = re.compile(rb"([A-Z]{1,16}) (/[!-~]{0,4000}) HTTP/1\.[01]")
_FIELD = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}):[ \t]*([^\r\n\x00]*?)[ \t]*")
_SEQ = re.compile(r"0|[1-9][0-9]{0,8}")
# Headers of the service's answer that do not apply to a stream of events.
_OF_ONE_PAGE = frozenset({"content-type", "content-length", "etag", "cache-control", "link", "connection"})
LOOKING = frozenset({"GET", "HEAD"})
EVENTS = {"Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no"}


class StreamRequest(NamedTuple):
    """The head of a request. Header names are in lower case."""

    method: str
    target: str
    headers: dict[str, str]

    @property
    def path(self) -> str:
        """The address without its query."""
        return urlsplit(self.target).path


@dataclass
class Followed:
    """A game that is followed, for a seat, from the last event that the client knows."""

    live: str
    seat: str | None
    seq: int

    def events(self, limit: int) -> str:
        """Make the address for the events after the last known one."""
        query = {"after": str(self.seq), "limit": str(limit), **({} if self.seat is None else {"seat": self.seat})}
        return f"/api/v1/live-games/{quote(self.live, safe='')}/events?{urlencode(query)}"


def read_request(raw: bytes) -> StreamRequest | None:
    """Parse the head of a request. Return None if it is invalid or announces a body."""
    first, *lines = raw.removesuffix(b"\r\n\r\n").split(b"\r\n")
    asked, fields = _LINE.fullmatch(first), [_FIELD.fullmatch(line) for line in lines]
    if asked is None or not all(fields):
        return None
    headers: dict[str, str] = {}
    for found in fields:
        if found is not None:
            name = found[1].decode("latin-1").lower()
            if name in headers or name == "transfer-encoding":
                return None
            headers[name] = found[2].decode("latin-1")
    method, target = asked[1].decode(), asked[2].decode()
    return StreamRequest(method, target if target.startswith((BEGINS, "/livez")) else NOWHERE, headers)


def followed(request: StreamRequest) -> Followed | None:
    """Return the game that a request follows. Return None for other requests and invalid ones."""
    found = STREAM.fullmatch(request.path)
    asked = parse_qs(urlsplit(request.target).query, keep_blank_values=True)
    # The service reports parameters that are repeated or unknown.
    if found is None or request.method not in LOOKING or any(len(one) > 1 for one in asked.values()):
        return None
    said = request.headers.get("last-event-id") or asked.pop("after", ["0"])[0]
    seat = asked.pop("seat", [None])[0]
    if not is_place(said) or asked.keys() - {"after"}:
        return None
    return Followed(unquote(found[1]), seat, int(said))


def is_place(said: str) -> bool:
    """Say whether this can be an event number."""
    return _SEQ.fullmatch(said) is not None


def head_of(answer: TestResponse, *, streamed: bool = False) -> bytes:
    """Write the head of the service's answer. The connection closes after the body."""
    status = HTTPStatus(answer.status_code)
    headers = [
        (name, value)
        for name, value in answer.headers
        if name.lower() not in (_OF_ONE_PAGE if streamed else {"connection"})
    ]
    whole = [*headers, *(EVENTS.items() if streamed else ()), ("Connection", "close")]
    lines = [f"HTTP/1.1 {status.value} {status.phrase}", *(f"{name}: {value}" for name, value in whole)]
    return "\r\n".join([*lines, "", ""]).encode("latin-1", "replace")
