"""The service under gunicorn. Each worker opens the store itself, and finishes running requests when it stops."""

from __future__ import annotations

import atexit
import gc
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from flask import Flask
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped] # gunicorn has no types

from api.app import create_app
from api.monitoring.metrics import Metrics, merge_dead_workers
from api.monitoring.request_log import Journal, LogFile, open_journal
from api.notify.head_publisher import HeadPublisher, HeadsNotSavedError
from api.notify.webhooks import Sender, read_hooks
from api.scheduling.active_clubs import ActiveClubs
from api.scheduling.fair_queue import name_clubs
from api.server import tls
from api.server.periodic import run_periodically
from api.server.request_reader import LONGEST_LINE, MOST_LINES
from api.server.retry_later import RetryLater
from api.server.worker import Worker
from api.settings import Settings
from api.web.logs import rule_examples
from api.web.logs.rule_examples import Examples
from api.workers.pool import AuditPool, list_turn_files
from audit.store import Store
from engine.kernel.basics.json_types import Document

# The limits cover the needs of browsers and proxies.
LIMITS = {
    "limit_request_line": LONGEST_LINE,
    "limit_request_fields": MOST_LINES,
    "limit_request_field_size": LONGEST_LINE,
}
SWITCHING = 0.0002
# Python's default thresholds for garbage collection. The command line sets others, for commands that end soon.
LOOKING = (700, 10, 10)

# Frequent enough for a person who waits for the notice.
SENDING_EVERY = 1.0


class Server(BaseApplication):  # type: ignore[misc] # gunicorn has no types
    """One service with its workers."""

    def __init__(
        self,
        settings: Settings,
        folder: Path,
        certificate: Path | None = None,
        examples: Callable[[str], Examples] = lambda _: {},
    ) -> None:
        self.settings, self.folder, self.examples = settings, folder, examples
        # Each worker opens it itself.
        self.log: LogFile | None = None
        self.told_later = RetryLater()
        # Made before there are workers: they share it.
        self.who_asks = ActiveClubs()
        self.tls = None if certificate is None else tls.context(certificate)
        super().__init__()

    def load_config(self) -> None:
        """Set gunicorn's options."""
        chosen = self.settings
        options: Document = {
            "bind": chosen.bind,
            # Only our group, which the proxy belongs to, may use a Unix socket.
            "umask": 0o007,
            "workers": chosen.workers,
            "worker_class": Worker,
            "threads": chosen.threads,
            "graceful_timeout": chosen.grace,
            # Longer than proxies and clients keep an idle connection. They close it first, so no request arrives on a
            # closed connection.
            "keepalive": 75,
            "loglevel": "warning",
            "proc_name": "deadreckon",
            # The socket would be in the home directory, and nothing here uses it.
            "control_socket_disable": True,
            "child_exit": self._merge_worker_metrics,
            # Only the setting `proxies` decides which client addresses are trusted.
            "forwarded_allow_ips": "",
            "forwarder_headers": "",
            **LIMITS,
        }
        for name, value in options.items():
            self.cfg.set(name, value)

    def load(self) -> Flask:
        """Open the store in this worker, because processes must not share a connection."""
        store = Store.open(self.settings.database, pool=self.settings.threads + 1, secret=self.settings.secret)
        # Runs after the last thread ends: requests may still run in a worker that must stop at once.
        atexit.register(store.close)
        if self.settings.log_file:
            self.log = LogFile(Path(self.settings.log_file))
        figures = Metrics(self.folder)
        self._start_periodic_jobs(store, figures)
        pool = None
        if self.settings.audit_processes:
            pool = AuditPool(self.settings, figures.set_audit_load, list_turn_files(self.folder))
            atexit.register(pool.close)
        app = create_app(self.settings, store, log=self.log, figures=figures, audit_pool=pool)
        rule_examples.register_examples(app, self.examples)
        name_clubs(app)
        app.wsgi_app = self.told_later.as_middleware(app.wsgi_app)  # type: ignore[assignment,method-assign] # Flask documents this assignment
        # Lets a thread with an answer run sooner while another one audits.
        sys.setswitchinterval(SWITCHING)
        _tune_garbage_collection()
        if self.tls is not None:
            app.wsgi_app = tls.told(app.wsgi_app)  # type: ignore[assignment,method-assign] # Flask documents this assignment
        return app

    def _start_periodic_jobs(self, store: Store, figures: Metrics) -> None:
        """Publish heads and send webhooks, in one worker for all."""
        self.folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lines = open_journal(self.log, self.settings.log_level)
        if self.settings.heads_to:
            heads = HeadPublisher(store, self.settings.heads_to)
            run_periodically(
                partial(_publish_heads, heads, lines), self.settings.heads_every, self.folder.with_name("heads")
            )
        for hook in {hook.name: hook for hook in read_hooks(self.settings)}.values():
            sender = Sender(store, hook, self.settings, partial(_note_webhook, figures, lines))
            # One lock for each address, so that an unreachable one delays no other.
            run_periodically(sender.send_due, SENDING_EVERY, self.folder.with_name(f"webhook-{hook.name}"))

    def _merge_worker_metrics(self, arbiter: Any, _worker: Any) -> None:  # noqa: ANN401 - gunicorn's signature
        """Merge the metrics of a dead worker. If the folder is locked, the next merge includes them."""
        with suppress(OSError):
            merge_dead_workers(self.folder, arbiter.WORKERS)


def _tune_garbage_collection() -> None:
    """Collect garbage often, but never scan the loaded modules again, because these stay."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*LOOKING)


def _publish_heads(heads: HeadPublisher, lines: Journal) -> None:
    try:
        heads.publish_heads()
    except HeadsNotSavedError as wrong:
        lines.warning("heads not published", why=str(wrong))


def _note_webhook(figures: Metrics, lines: Journal, outcome: str, known: Document) -> None:
    """Count the outcome of a webhook, and log a failure."""
    with suppress(OSError):
        figures.count_webhook(outcome)
    if known:
        lines.warning("webhook not delivered", outcome=outcome, **known)
