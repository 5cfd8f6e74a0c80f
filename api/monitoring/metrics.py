"""Figures for whoever watches the service: of one process, or of all its workers, who share a folder."""

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
# Where the library looks for the folder.
FOLDER = "PROMETHEUS_MULTIPROC_DIR"
KINDS = ("counter", "histogram")
# What is so at this moment: it goes with the process whose it is, and is added up over those that live.
OF_NOW = "gauge_livesum"
# More than all routes, methods and statuses fill. It is written in full, since a process dies at once when it first
# touches a part of such a file for which the disk has no room.
ROOM = 1 << 20
GONE = "gone"
# How often the folder is laid anew where it vanishes while the figures are written.
TRIES = 5
LOCK = "lock"


class Metrics:
    """How many requests of which sort, and how long they took; no id and no name stands in a label."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder, self._lock = folder, Lock()
        # The process that this was begun in, and the files of it: they are looked for at every request.
        self._whose: int | None = None
        self._files: list[Path] = []

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one request. Raises OSError where there is no room for that."""
        with self._lock:
            self._ensure_files()
            self._requests.labels(method, route, str(status)).inc()
            self._seconds.labels(method, route).observe(seconds)

    def count_problem(self, code: str) -> None:
        """Count one answer that was a problem. Raises OSError where there is no room for that."""
        with self._lock:
            self._ensure_files()
            self._problems.labels(code).inc()

    def count_webhook(self, outcome: str) -> None:
        """Count how one try to tell a verdict elsewhere ended. Raises OSError where there is no room for that."""
        with self._lock:
            self._ensure_files()
            self._hooks.labels(outcome).inc()

    def set_audit_load(self, running: int, processes: int) -> None:
        """Tell how many costly audits run or wait in this worker, and how many processes it has for them."""
        # They are made all the same where there is no room to tell of them.
        with suppress(OSError), self._lock:
            self._ensure_files()
            self._running.set(running)
            self._processes.set(processes)

    def set_connections(self, used: int, most: int) -> None:
        """Tell how many connections to the database this worker uses, and how many it may. Raises OSError."""
        with self._lock:
            self._ensure_files()
            self._used.set(used)
            self._most.set(most)

    def render_text(self) -> bytes:
        """Write the figures out, those of all that share the folder. Raises OSError where there can be none."""
        for _ in range(TRIES):
            with self._lock:
                self._ensure_files()
                if self._folder is None:
                    return generate_latest(self._registry)
            # The folder may be removed at any moment, also between two steps here.
            with suppress(ValueError, FileNotFoundError):
                return _render_all(self._folder)
        raise FileNotFoundError(str(self._folder))

    def _ensure_files(self) -> None:
        """See to it that there is something to write in, also where somebody has removed it meanwhile."""
        pid = os.getpid()
        if self._whose == pid and all(map(os.path.exists, self._files)):
            return
        if self._folder is not None:
            # The mode is that of the last folder made, and of none above it.
            for folder in (self._folder.parent, self._folder):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._files = [_name_file(self._folder, kind, pid) for kind in (*KINDS, OF_NOW)]
            for file in self._files:
                _create_file(file)
            os.environ[FOLDER] = str(self._folder)
            values.ValueClass = values.MultiProcessValue()  # type: ignore[no-untyped-call] # prometheus-client's
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
            "Tries to send a webhook, by how they ended.",
            ("outcome",),
            registry=self._registry,
        )
        self._running = self._make_gauge("deadreckon_audits_running", "Costly audits that run or wait.")
        self._processes = self._make_gauge("deadreckon_audit_processes", "Processes for costly audits.")
        self._used = self._make_gauge("deadreckon_connections_used", "Connections to the database in use.")
        self._most = self._make_gauge("deadreckon_connections_most", "Connections to the database that there may be.")

    def _make_gauge(self, name: str, says: str) -> Gauge:
        return Gauge(name, says, registry=self._registry, multiprocess_mode="livesum")


def _render_all(folder: Path) -> bytes:
    """Write out what all workers have counted. Raises ValueError or FileNotFoundError where the folder is gone."""
    everywhere = CollectorRegistry()
    with _lock_folder(folder, fcntl.LOCK_SH):
        MultiProcessCollector(everywhere, str(folder))  # type: ignore[no-untyped-call] # prometheus-client's
        return generate_latest(everywhere)


def merge_dead_workers(folder: Path, living: Collection[int]) -> None:
    """Add up in one place what workers that are gone have counted. Raises OSError where that must wait."""
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
    total = MmapedDict(str(to))  # type: ignore[no-untyped-call] # prometheus-client's
    for key, value, moment, _ in MmapedDict.read_all_values_from_file(str(file)):  # type: ignore[no-untyped-call] # as above
        total.write_value(key, total.read_value(key)[0] + value, moment)  # type: ignore[no-untyped-call] # as above
    total.close()  # type: ignore[no-untyped-call] # as above


def _name_file(folder: Path, kind: str, whose: int | str) -> Path:
    """Name a file as the library does."""
    return folder / f"{kind}_{whose}.db"


def _create_file(file: Path) -> None:
    """Lay a file with all its room, unless it is there; nobody ever sees a part of it."""
    if not file.exists():
        draft = file.with_suffix(".draft")
        draft.touch(mode=0o600)
        draft.write_bytes(bytes(ROOM))
        draft.replace(file)


@contextmanager
def _lock_folder(folder: Path, how: int) -> Iterator[None]:
    """Keep figures from being read while they are moved."""
    (folder / LOCK).touch(mode=0o600)
    with (folder / LOCK).open("ab") as lock:
        fcntl.flock(lock, how)
        yield
