"""What is known of each request afterwards: an id, a line of JSON in the log, and figures for whoever watches."""

from __future__ import annotations

import os
import re
import sys
import time
import uuid
from typing import Any, TextIO

import structlog
from flask import Flask, Response, g, request
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

# A logger of structlog's, which types them by what is asked of them.
Journal = Any

REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
SEVERAL = "PROMETHEUS_MULTIPROC_DIR"
UNKNOWN_ROUTE = "(none)"


class Figures:
    """How many requests of which sort, and how long they took; no id and no name stands in a label."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        labels = ("method", "route", "status")
        self.requests = Counter("deadreckon_requests_total", "Requests answered.", labels, registry=self.registry)
        self.seconds = Histogram(
            "deadreckon_request_seconds", "Time to an answer.", ("method", "route"), registry=self.registry
        )

    def count(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one request."""
        self.requests.labels(method, route, str(status)).inc()
        self.seconds.labels(method, route).observe(seconds)

    def written(self) -> bytes:
        """Write the figures out: of this process, or of all that share a directory."""
        if SEVERAL not in os.environ:
            return generate_latest(self.registry)
        everywhere = CollectorRegistry()
        MultiProcessCollector(everywhere)  # type: ignore[no-untyped-call] # prometheus-client's
        return generate_latest(everywhere)


def journal(out: TextIO | None = None) -> Journal:
    """Open a log of JSON lines; whatever a client sends cannot end a line or begin another."""
    processors: list[structlog.typing.Processor] = [
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        structlog.processors.JSONRenderer(),
    ]
    return structlog.wrap_logger(structlog.PrintLogger(out or sys.stderr), processors=processors)


def watch(app: Flask, figures: Figures, log: Journal) -> None:
    """Give every request an id, and write down how it ended."""

    @app.before_request
    def begin() -> None:
        told = request.headers.get("X-Request-Id", "")
        g.request_id = told if REQUEST_ID.fullmatch(told) else uuid.uuid4().hex
        g.began = time.perf_counter()

    @app.after_request
    def end(response: Response) -> Response:
        response.headers["X-Request-Id"] = request_id()
        seconds = time.perf_counter() - g.get("began", time.perf_counter())
        route = request.url_rule.rule if request.url_rule else UNKNOWN_ROUTE
        method = request.method if request.method in KNOWN else "OTHER"
        figures.count(method, route, response.status_code, seconds)
        token = g.get("bearer")
        log.info(
            "request",
            request_id=request_id(),
            method=method,
            route=route,
            status=response.status_code,
            ms=round(seconds * 1000, 2),
            token=token.id if token is not None else None,
        )
        return response


# Anything may stand as the method of a request; the figures have a row for each that there is.
KNOWN = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


def request_id() -> str:
    """Give the id of this request; one that failed before it had an id gets one now."""
    told: str = g.setdefault("request_id", uuid.uuid4().hex)
    return told


def figures_type() -> str:
    """Name the type in which the figures are written."""
    return CONTENT_TYPE_LATEST
