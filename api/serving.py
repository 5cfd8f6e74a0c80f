"""The service under gunicorn: each worker opens the store for itself, and lets running requests end when it stops."""

from __future__ import annotations

import atexit
import uuid
from contextlib import suppress
from http import HTTPStatus
from pathlib import Path
from socket import socket
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped] # gunicorn has no types
from gunicorn.workers.gthread import ThreadWorker  # type: ignore[import-untyped] # as above

from api.app import create_app
from api.figures import Figures, gather
from api.guards import CLOSED, HEADERS
from api.problems import BY_STATUS, CONTENT_TYPE, Problem
from api.responses import encoded
from api.settings import Settings
from audit.store import Store
from engine.kernel.jsons import Document

# As many as a browser or a proxy needs, and no more.
LIMITS = {"limit_request_line": 8_190, "limit_request_fields": 100, "limit_request_field_size": 8_190}
BAD_REQUEST = 400


class Worker(ThreadWorker):  # type: ignore[misc] # gunicorn has no types
    """Answers in our words, too, what is no HTTP and never gets as far as the service."""

    def handle_error(self, req: object, client: socket, addr: object, exc: BaseException) -> None:
        """Let gunicorn log it and choose a status, and answer with a problem."""
        said = _Said()
        super().handle_error(req, said, addr, exc)
        with suppress(OSError):
            client.sendall(refusal(said.status))


class _Said:
    """Takes in what gunicorn would have sent."""

    status = BAD_REQUEST

    def gettimeout(self) -> float:
        return 0.0

    def sendall(self, raw: bytes) -> None:
        self.status = int(raw.split(b" ", 2)[1])


def refusal(status: int) -> bytes:
    """Write a whole answer that ends its connection."""
    kind = BY_STATUS.get(status, BY_STATUS[BAD_REQUEST])
    request_id = uuid.uuid4().hex
    body = encoded(Problem(kind.code).document(request_id))
    headers = {
        "Content-Type": CONTENT_TYPE,
        "Content-Length": str(len(body)),
        "Connection": "close",
        "X-Request-Id": request_id,
        "Cache-Control": "no-store",
        "Content-Security-Policy": CLOSED,
        **HEADERS,
    }
    lines = [f"HTTP/1.1 {kind.status} {HTTPStatus(kind.status).phrase}", *(f"{k}: {v}" for k, v in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


class Server(BaseApplication):  # type: ignore[misc] # as above
    """One service with its workers."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self.settings, self.folder = settings, folder
        super().__init__()

    def load_config(self) -> None:
        """Say how gunicorn is to run."""
        chosen = self.settings
        options: Document = {
            "bind": f"{chosen.host}:{chosen.port}",
            "workers": chosen.workers,
            "worker_class": Worker,
            "threads": chosen.threads,
            "graceful_timeout": chosen.grace,
            "loglevel": "warning",
            "proc_name": "deadreckon",
            # It would lie in the home directory, and nobody here asks for it.
            "control_socket_disable": True,
            "child_exit": self._gone,
            # Whom to believe about the client is said by `proxies`, in one place.
            "forwarded_allow_ips": "",
            **LIMITS,
        }
        for name, value in options.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """Open the store in this worker: a connection must not be shared with another process."""
        store = Store.open(self.settings.database, pool=self.settings.threads + 1)
        # At the very end, after the last thread: a worker that is told to stop at once still has requests running.
        atexit.register(store.close)
        return create_app(self.settings, store, figures=Figures(self.folder))

    def _gone(self, arbiter: Any, _worker: Any) -> None:  # noqa: ANN401 - gunicorn's
        """Keep what a worker that is gone has counted; where that must wait, the next one that goes is early enough."""
        with suppress(OSError):
            gather(self.folder, arbiter.WORKERS)
