"""The service under gunicorn: each worker opens the store for itself, and lets running requests end when it stops."""

from __future__ import annotations

import os
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped] # gunicorn has no types
from prometheus_client import multiprocess

from api.app import create_app
from api.settings import Settings
from api.watching import SEVERAL
from audit.store import Store

# As many as a browser or a proxy needs, and no more.
LIMITS = {"limit_request_line": 8_190, "limit_request_fields": 100, "limit_request_field_size": 8_190}


class Server(BaseApplication):  # type: ignore[misc] # as above
    """One service with its workers."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store: Store | None = None
        super().__init__()

    def load_config(self) -> None:
        """Say how gunicorn is to run."""
        told = self.settings
        options: dict[str, Any] = {
            "bind": f"{told.host}:{told.port}",
            "workers": told.workers,
            "worker_class": "gthread",
            "threads": told.threads,
            "graceful_timeout": told.grace,
            "loglevel": "warning",
            "proc_name": "deadreckon",
            # It would lie in the home directory, and nobody here asks for it.
            "control_socket_disable": True,
            "worker_exit": lambda _server, _worker: self.close(),
            "child_exit": _forget,
            # Whom to believe about the client is said by `proxies`, in one place.
            "forwarded_allow_ips": "",
            **LIMITS,
        }
        for name, value in options.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """Open the store in this worker: a connection must not be shared with another process."""
        self.store = Store.open(self.settings.database, pool=self.settings.threads + 1)
        return create_app(self.settings, self.store)

    def close(self) -> None:
        """Close the store of this worker."""
        if self.store is not None:
            self.store.close()


def _forget(_server: Any, worker: Any) -> None:  # noqa: ANN401 - gunicorn's
    """Keep the figures of a worker that is gone out of those that are."""
    if SEVERAL in os.environ:
        multiprocess.mark_process_dead(worker.pid)  # type: ignore[no-untyped-call] # prometheus-client's
