"""The service as a worker of `deadreckon serve` loads it, in this process."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from flask import Flask

from api.monitoring.metrics import Metrics
from api.server import gunicorn_app
from api.server.gunicorn_app import Server
from api.service import NAME
from api.settings import Settings
from api.web.logs.rule_examples import Examples
from cli.main import RARELY


@contextmanager
def load_worker(
    settings: Settings, folder: Path, examples: Callable[[str], Examples] = lambda _: {}
) -> Iterator[Flask]:
    """Load the service with these settings, and close what it opened."""
    before, switching = gc.get_threshold(), sys.getswitchinterval()
    with pytest.MonkeyPatch.context() as patch:
        # The metrics folder would otherwise be that of this whole process.
        patch.setattr(gunicorn_app, "Metrics", lambda _folder: Metrics())
        gc.set_threshold(RARELY)
        server = Server(settings, folder / "figures", examples=examples)
        try:
            app = server.load()
            yield app
            held = app.extensions[NAME]
            held.store.close()
            if held.audit_pool is not None:
                held.audit_pool.close()
            if server.log is not None:
                server.log.close()
        finally:
            gc.set_threshold(*before)
            gc.unfreeze()
            sys.setswitchinterval(switching)
