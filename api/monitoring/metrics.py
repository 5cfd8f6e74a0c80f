"""Prometheus metrics of one process, or of all workers, which share a folder."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Gauge, Histogram, generate_latest, values
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector

TYPE = CONTENT_TYPE_LATEST
# The environment variable that names the folder for the library.
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
KINDS = ("counter", "histogram")
# A gauge of the current state. It ends with its process, and the values of all live processes are added up.
OF_NOW = "gauge_livesum"
# More than all routes, methods and statuses need. Files are written at full size, because the library maps them into
# memory. A process dies at once if it touches a part that the disk has no room for.
ROOM = 1 << 20
GONE = "gone"
# How often to create the folder again if it vanishes during a write.
TRIES = 5
LOCK = "lock"


class Metrics:
    """Counts requests by kind and measures their duration. Labels hold no ids and no names."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder, self._lock = folder, Lock()
        # The process that created the collectors, and its files. Every request checks that they still exist.
        self._whose: int | None = None
        self._files: list[Path] = []

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one request. Raises OSError if the disk has no room."""
        with self._lock:
            self._ensure_files()
            self._requests.labels(method, route, str(status)).inc()
            self._seconds.labels(method, route).observe(seconds)

    def count_problem(self, code: str) -> None:
        """Count one answer that was a problem. Raises OSError if the disk has no room."""
        with self._lock:
            self._ensure_files()
            self._problems.labels(code).inc()

    def count_webhook(self, outcome: str) -> None:
        """Count one attempt to send a webhook, by its outcome. Raises OSError if the disk has no room."""
        with self._lock:
            self._ensure_files()
            self._hooks.labels(outcome).inc()

    def set_audit_load(self, running: int, processes: int) -> None:
        """Set how many costly audits run or wait in this worker, and how many processes its pool has."""
        # Audits run even if the disk has no room for metrics.
        with suppress(OSError), self._lock:
            self._ensure_files()
            self._running.set(running)
            self._processes.set(processes)

    def set_connections(self, used: int, most: int) -> None:
        """Set how many database connections this worker uses, and how many it may use. Raises OSError."""
        with self._lock:
            self._ensure_files()
            self._used.set(used)
            self._most.set(most)

    def render_text(self) -> bytes:
        """Render the metrics of all processes that share the folder. Raises OSError if the folder cannot be made."""
        for _ in range(TRIES):
            with self._lock:
                self._ensure_files()
                if self._folder is None:
                    return generate_latest(self._registry)
            # The folder may be removed at any moment, even between two steps.
            with suppress(ValueError, FileNotFoundError):
                return _render_all(self._folder)
        raise FileNotFoundError(str(self._folder))

    def _ensure_files(self) -> None:
        """Create the files and collectors, also after another process has removed the files."""
        pid = os.getpid()
        if self._whose == pid and all(map(os.path.exists, self._files)):
            return
        if self._folder is not None:
            # `mkdir` applies the mode to the last folder only, so each is created with its own call.
            for folder in (self._folder.parent, self._folder):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._files = [_name_file(self._folder, kind, pid) for kind in (*KINDS, OF_NOW)]
            for file in self._files:
                _create_file(file)
            os.environ[FOLDER] = str(self._folder)
            values.ValueClass = values.MultiProcessValue()  # type: ignore[no-untyped-call] # prometheus-client has no types here
        self._create_collectors()
        self._whose = pid

    def _create_collectors(self) -> None:
        self._registry = CollectorRegistry()
        labels = ("method", "route", "status")
        self._requests = Counter("deadreckon_requests_total", "Requests answered.", labels, registry=self._registry)
        self._seconds = Histogram(
            "deadreckon_request_seconds", "Time to an answer.", ("method", "route"), registry=self._registry
        )
        self._problems = Counter(
            "deadreckon_problems_total",
            "Answers that were problems, by their code.",
            ("code",),
            registry=self._registry,
        )
        self._hooks = Counter(
            "deadreckon_webhooks_total",
            "Attempts to send a webhook, by outcome.",
            ("outcome",),
            registry=self._registry,
        )
        self._running = self._make_gauge("deadreckon_audits_running", "Costly audits that run or wait.")
        self._processes = self._make_gauge("deadreckon_audit_processes", "Processes for costly audits.")
        self._used = self._make_gauge("deadreckon_connections_used", "Connections to the database in use.")
        self._most = self._make_gauge("deadreckon_connections_most", "The most connections to the database.")

    def _make_gauge(self, name: str, says: str) -> Gauge:
        return Gauge(name, says, registry=self._registry, multiprocess_mode="livesum")


def _render_all(folder: Path) -> bytes:
    """Render the metrics of all workers. Raises ValueError or FileNotFoundError if the folder is gone."""
    everywhere = CollectorRegistry()
    with _lock_folder(folder, fcntl.LOCK_SH):
        MultiProcessCollector(everywhere, str(folder))  # type: ignore[no-untyped-call] # prometheus-client has no types here
        return generate_latest(everywhere)


def merge_dead_workers(folder: Path, living: Collection[int]) -> None:
    """Add the counters of dead workers into one file. Raises OSError if the folder is locked at the moment."""
    with _lock_folder(folder, fcntl.LOCK_EX | fcntl.LOCK_NB):
        for kind in KINDS:
            kept = {_name_file(folder, kind, GONE), *(_name_file(folder, kind, pid) for pid in living)}
            for file in set(folder.glob(f"{kind}_*.db")) - kept:
                _add_file(file, _name_file(folder, kind, GONE))
                file.unlink()
        for file in set(folder.glob(f"{OF_NOW}_*.db")) - {_name_file(folder, OF_NOW, pid) for pid in living}:
            file.unlink()


def _add_file(file: Path, to: Path) -> None:
    _create_file(to)
    total = MmapedDict(str(to))  # type: ignore[no-untyped-call] # prometheus-client has no types here
    for key, value, moment, _ in MmapedDict.read_all_values_from_file(str(file)):  # type: ignore[no-untyped-call] # as above
        total.write_value(key, total.read_value(key)[0] + value, moment)  # type: ignore[no-untyped-call] # as above
    total.close()  # type: ignore[no-untyped-call] # as above


def _name_file(folder: Path, kind: str, whose: int | str) -> Path:
    """Name a file as the library does."""
    return folder / f"{kind}_{whose}.db"


def _create_file(file: Path) -> None:
    """Create a file at full size unless it exists. No other process sees a part of it."""
    if not file.exists():
        draft = file.with_suffix(".draft")
        draft.touch(mode=0o600)
        draft.write_bytes(bytes(ROOM))
        draft.replace(file)


@contextmanager
def _lock_folder(folder: Path, how: int) -> Iterator[None]:
    """Lock the folder, so that no process reads the metrics while they are moved."""
    (folder / LOCK).touch(mode=0o600)
    with (folder / LOCK).open("ab") as lock:
        fcntl.flock(lock, how)
        yield
