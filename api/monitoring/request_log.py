"""Request logging: gives each request an id, writes a JSON log line, and counts it in the metrics."""

from __future__ import annotations

import os
import re
import sys
import time
import uuid
from collections.abc import Callable
from contextlib import suppress
from errno import EINVAL
from pathlib import Path
from threading import RLock
from typing import Any, TextIO, cast

import structlog
from flask import Flask, Response, g, request

from api.monitoring.metrics import Metrics

# A structlog logger. Its type depends on how it is configured.
Journal = Any

REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
UNKNOWN_ROUTE = "(none)"
# From this status on, the fault is not the client's.
FAULTS = 500


class LogFile:
    """A log file that its owner and group may read. It can be reopened after log rotation."""

    def __init__(self, place: Path) -> None:
        """Create the file, or append to it. Raises OSError."""
        self._place = place
        # The signal for a reopen may interrupt the thread that holds this lock, in the middle of a line.
        self._lock = RLock()
        self._out = self._open()

    def _open(self) -> TextIO:
        if self._place.is_fifo():
            raise OSError(EINVAL, "it is a pipe, which would wait for a reader")
        made = os.open(self._place, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o640)
        return os.fdopen(made, "a", buffering=1, encoding="utf-8")

    def reopen(self) -> None:
        """Open the file at this path again, after rotation. If that fails, continue with the old file."""
        with suppress(OSError), self._lock:
            before, self._out = self._out, self._open()
            before.close()

    def write(self, text: str) -> None:
        """Write a line."""
        with self._lock:
            self._out.write(text)

    def flush(self) -> None:
        """Flush all buffered lines."""
        with self._lock:
            self._out.flush()

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._out.close()


Out = TextIO | LogFile


class _LossyOutput:
    """Writes log lines, and drops those that the disk has no room for. No request may fail because of them."""

    def __init__(self, out: Out) -> None:
        self._out = out

    def write(self, text: str) -> None:
        with suppress(OSError):
            self._out.write(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._out.flush()


def open_journal(out: Out | None = None, level: str = "info") -> Journal:
    """Open a log of JSON lines from this level on. Client data is escaped, so it can neither end nor begin a line."""
    processors: list[structlog.typing.Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        structlog.processors.JSONRenderer(),
    ]
    return structlog.wrap_logger(
        structlog.PrintLogger(cast("TextIO", _LossyOutput(out or sys.stderr))),
        processors=processors,
        wrapper_class=structlog.make_filtering_bound_logger(level),
    )


def log_requests(app: Flask, figures: Metrics, log: Journal, connections: Callable[[], tuple[int, int]]) -> None:
    """Give every request an id, and log its outcome. `connections` returns the used and the maximum number."""

    @app.before_request
    def start_request() -> None:
        given = request.headers.get("X-Request-Id", "")
        g.request_id = given if REQUEST_ID.fullmatch(given) else uuid.uuid4().hex
        g.began = time.perf_counter()

    @app.after_request
    def end_request(response: Response) -> Response:
        response.headers["X-Request-Id"] = get_request_id()
        try:
            note_request(response)
        except Exception:
            # The request has taken effect, so its answer must not become a failure.
            log.exception("not noted", request_id=get_request_id())
        return response

    def note_request(response: Response) -> None:
        seconds = time.perf_counter() - g.get("began", time.perf_counter())
        route = request.url_rule.rule if request.url_rule else UNKNOWN_ROUTE
        method = request.method if request.method in KNOWN else "OTHER"
        figures.count_request(method, route, response.status_code, seconds)
        figures.set_connections(*connections())
        if "problem" in g:
            figures.count_problem(g.problem)
        token = g.get("bearer")
        write = log.info if response.status_code < FAULTS else log.warning
        write(
            "request",
            request_id=get_request_id(),
            method=method,
            route=route,
            status=response.status_code,
            ms=round(seconds * 1000, 2),
            token=token.id if token is not None else None,
            client=request.remote_addr,
            **g.get("noted", {}),
        )


# A client may send any method. Unknown ones share one label, which bounds the number of series.
KNOWN = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def add_to_log_line(**more: str | None) -> None:
    """Add fields to the log line of this request, for example who signed in."""
    g.noted = {**g.get("noted", {}), **more}


def get_request_id() -> str:
    """Return the id of this request. A request that failed before it got one gets one now."""
    own: str = g.setdefault("request_id", uuid.uuid4().hex)
    return own
