"""Cache whole replays as compressed answers."""

from __future__ import annotations

import gzip
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING, cast

from flask import Flask, Response, current_app, request

from api.http.responses import JSON, PRIVATE, answer_bytes, encode_json
from api.problems import Problem
from api.workers.pool import SOON

if TYPE_CHECKING:
    from engine.kernel.basics.json_types import Document

NAME = "deadreckon.replays"
# A replay of three hundred events takes about fifty kilobytes.
MOST_BYTES = 16_000_000
Title = tuple[str, ...]


class ReplayCache:
    """A cache of limited size in bytes. The least recently used replay is dropped first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Title, bytes] = OrderedDict()
        self._being_made: dict[Title, Lock] = {}
        self._lock = Lock()

    def get_or_pack(self, title: Title, make: Callable[[], Document], *, waits: bool = True) -> bytes:
        """Return a packed replay from the cache, or make it now.

        Concurrent requests for it wait, or with `waits` false are answered to retry, because waiting occupies a thread.
        """
        with self._lock:
            making = self._being_made.setdefault(title, Lock())
        if not making.acquire(blocking=waits):
            raise Problem("too-many-audits", "It is being prepared. Try again in a moment.", headers=SOON)
        try:
            return self._find_replay(title) or self._pack_replay(title, make)
        finally:
            with self._lock:
                self._being_made.pop(title, None)
            making.release()

    def _find_replay(self, title: Title) -> bytes:
        with self._lock:
            if title not in self._kept:
                return b""
            self._kept.move_to_end(title)
            return self._kept[title]

    def _pack_replay(self, title: Title, make: Callable[[], Document]) -> bytes:
        raw = gzip.compress(encode_json(make()), 6, mtime=0)
        with self._lock:
            self._kept[title] = raw
            while len(self._kept) > 1 and sum(map(len, self._kept.values())) > MOST_BYTES:
                self._kept.popitem(last=False)
        return raw


def add_replay_cache(app: Flask) -> None:
    """Add a replay cache to an application."""
    app.extensions[NAME] = ReplayCache()


def answer_replay(title: Title, make: Callable[[], Document], *, waits: bool = True) -> Response:
    """Answer with a whole replay, compressed if the client accepts gzip."""
    kept = cast("ReplayCache", current_app.extensions[NAME])
    raw = kept.get_or_pack(title, make, waits=waits)
    if request.accept_encodings.quality("gzip") > 0:
        response = answer_bytes(raw, JSON, keep=PRIVATE)
        response.headers["Content-Encoding"] = "gzip"
    else:
        response = answer_bytes(gzip.decompress(raw), JSON, keep=PRIVATE)
    response.headers["Vary"] = "Accept-Encoding, Cookie"
    return response
