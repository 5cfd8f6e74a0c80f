"""What is known of each request afterwards: an id, a line of JSON in the log, and figures for whoever watches."""

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

# A logger of structlog's, which types them by what is asked of them.
Journal = Any

REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
UNKNOWN_ROUTE = "(none)"
# From which status on it is not the client's doing.
FAULTS = 500


class LogFile:
    """A file of log lines, for its owner and group only; whoever has put it away may have a new one begun."""

    def __init__(self, place: Path) -> None:
        """Begin the file, or go on with it. Raises OSError."""
        self._place = place
        # The one that holds it may be told to begin anew in the middle of a line.
        self._lock = RLock()
        self._out = self._open()

    def _open(self) -> TextIO:
        if self._place.is_fifo():
            raise OSError(EINVAL, "it is a pipe, which would wait for a reader")
        made = os.open(self._place, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o640)
        return os.fdopen(made, "a", buffering=1, encoding="utf-8")

    def reopen(self) -> None:
        """Write to what lies at that place by now; where that cannot be, go on as before."""
        with suppress(OSError), self._lock:
            before, self._out = self._out, self._open()
            before.close()

    def write(self, text: str) -> None:
        """Write a line."""
        with self._lock:
            self._out.write(text)

    def flush(self) -> None:
        """Leave nothing behind."""
        with self._lock:
            self._out.flush()

    def close(self) -> None:
        """Write no more."""
        with self._lock:
            self._out.close()


Out = TextIO | LogFile


class _LossyOutput:
    """Takes in lines of a log, and drops those for which there is no room: no request may fail for that."""

    def __init__(self, out: Out) -> None:
        self._out = out

    def write(self, text: str) -> None:
        with suppress(OSError):
            self._out.write(text)

    def flush(self) -> None:
        with suppress(OSError):
            self._out.flush()


def open_journal(out: Out | None = None, level: str = "info") -> Journal:
    """Open a log of JSON lines from this level on; whatever a client sends cannot end a line or begin another."""
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
    """Give every request an id, and write down how it ended; of `connections` there are so many used, and at most."""

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
            # What was recorded stays so, and its answer must not become a failure.
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


# Anything may stand as the method of a request; the figures have a row for each that there is.
KNOWN = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def add_to_log_line(**more: str | None) -> None:
    """Have the line of this request say more: whoever looks after the service wants to know who let whom in."""
    g.noted = {**g.get("noted", {}), **more}


def get_request_id() -> str:
    """Give the id of this request; one that failed before it had an id gets one now."""
    own: str = g.setdefault("request_id", uuid.uuid4().hex)
    return own
