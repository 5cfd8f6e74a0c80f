"""Clients that were answered 429. A repeat before Retry-After is delayed here, before it takes a thread."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from contextlib import suppress
from threading import Lock
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

LATER = "429"
# After this many seconds the service is asked again, because it may have become less busy.
LONGEST = 5.0
MOST = 10_000
_ASKED = re.compile(rb"([A-Z]+) ([^ ?\r\n]+)")
_TOKEN = re.compile(rb"\r\nauthorization:[ \t]*([^\r\n]*?)[ \t]*(?:\r\n|\Z)", re.IGNORECASE)
Key = tuple[str, str, str]


class RetryLater:
    """Requests that were refused with a Retry-After, by token, method and address. Each worker has one instance."""

    def __init__(self) -> None:
        self._until: dict[Key, float] = {}
        self._lock = Lock()

    def as_middleware(self, asked: WSGIApplication) -> WSGIApplication:
        """Wrap a WSGI application, to record its 429 answers."""

        def noted(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
            def started(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:  # noqa: ANN401 - the signature of WSGI
                if status.startswith(LATER):
                    self._note(environ, dict(headers).get("Retry-After", ""))
                return start(status, headers, *more)

            return asked(environ, started)

        return noted

    def _note(self, environ: WSGIEnvironment, after: str) -> None:
        token = environ.get("HTTP_AUTHORIZATION", "")
        if not token or not after.isdecimal():
            # Clients without a token cannot be told apart.
            return
        now = time.monotonic()
        address = str(environ.get("RAW_URI", "")).partition("?")[0]
        with self._lock:
            if len(self._until) >= MOST:
                self._until = {key: until for key, until in self._until.items() if until > now}
            if len(self._until) < MOST:
                self._until[environ["REQUEST_METHOD"], address, token] = now + min(int(after), LONGEST)

    def seconds(self, raw: bytes) -> float:
        """Return how long this client must still wait before it repeats the request; 0 if not at all."""
        if not self._until:
            return 0.0
        head = raw.partition(b"\r\n\r\n")[0]
        asked, token = _ASKED.match(head), _TOKEN.search(head)
        if asked is None or token is None:
            return 0.0
        key = (asked[1].decode(), asked[2].decode("latin-1"), token[1].decode("latin-1"))
        left = self._until.get(key, 0.0) - time.monotonic()
        if left <= 0:
            with suppress(KeyError):
                del self._until[key]
        return max(0.0, left)
