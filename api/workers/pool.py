"""The pool of processes for costly audits. They run many jobs, each with limits, and each club gets its share."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Condition
from time import monotonic
from typing import Any

from api.problems import Problem
from api.scheduling.fair_queue import waiting_elsewhere
from api.settings import Settings
from api.workers.audit_job import Job
from api.workers.process import NO_MEMORY, FaultOfOursError, framed, read

# Exit codes after a limit on time or memory, or after the system ran out of memory.
TOO_COSTLY = {-signal.SIGXCPU, -signal.SIGKILL, NO_MEMORY}
# `-P` imports the installed packages, not modules in the current folder.
BEGIN = "import sys; from api.workers.process import main; main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])"
LATER = 2.0
SOON = {"Retry-After": f"{LATER:.0f}"}
# How long a patient request waits for a free process, in seconds.
PATIENCE = 0.5
# The largest share of time that a club's failed attempts in a worker may take.
IN_VAIN = 0.001


def list_turn_files(folder: Path) -> list[Path]:
    """Return the lock files by which audit processes take turns: one fewer than processors, to keep one for answers."""
    return [folder.with_name(f"turn-{number}") for number in range(max(1, len(os.sched_getaffinity(0)) - 1))]


class NoRoomError(Exception):
    """No process became free in time."""


class AuditProcess:
    """One audit process, which is restarted if a job ends it."""

    def __init__(self, seconds: int, megabytes: int, turns: Sequence[Path]) -> None:
        self._command = [sys.executable, "-P", "-c", BEGIN, str(seconds), str(megabytes), *map(str, turns)]
        self._start()

    def _start(self) -> None:
        # In a process group of its own, so that an interrupt at the terminal does not end running audits. Not in a
        # session of its own: a system that divides processor time by session would then ignore its lower priority.
        self._process = subprocess.Popen(  # noqa: S603 - our own program
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=0
        )

    def ask(self, job: Job, given: tuple[Any, ...]) -> Any:  # noqa: ANN401 - the job's result
        """Run a job. Raises its exceptions, or a problem if it costs too much."""
        asked, answers = self._process.stdin, self._process.stdout
        assert asked is not None  # noqa: S101 - opened as a pipe
        assert answers is not None  # noqa: S101 - as above
        try:
            with suppress(BrokenPipeError):
                asked.write(framed((job, given)))
                asked.flush()
            well, answer = read(answers)
        except EOFError:
            self.end()
            code = self._process.returncode
            self._start()
            if code in TOO_COSTLY:
                raise Problem("audit-too-costly") from None
            raise FaultOfOursError(f"An audit process has ended with {code}.") from None
        if not well:
            raise answer
        return answer

    def end(self) -> None:
        """End the process."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        self._process.kill()
        self._process.wait()


class AuditPool:
    """The audit processes, shared by all clubs. No club gets more than its share."""

    def __init__(
        self, settings: Settings, tell: Callable[[int, int], None] | None = None, turns: Sequence[Path] = ()
    ) -> None:
        self._tell = tell
        self._a_club = settings.audits_per_club
        # One thread is reserved for other requests.
        self._most = max(1, settings.threads - 1)
        self._of_club: Counter[str] = Counter()
        # Until when a club that exceeded its share is refused at once.
        self._told_later: dict[str, float] = {}
        # Until when a club's logs skip the worker, because the last one exceeded its limit.
        self._untried: dict[str, float] = {}
        self._lock = Condition()
        limits = settings.audit_seconds, settings.audit_memory
        self._processes = [AuditProcess(*limits, turns) for _ in range(settings.audit_processes)]
        self._idle: SimpleQueue[AuditProcess] = SimpleQueue()
        for process in self._processes:
            self._idle.put(process)

    def _report_load(self) -> None:
        """Report the number of audits and of processes to the metrics."""
        if self._tell is not None:
            self._tell(self._of_club.total(), len(self._processes))

    def ask(self, club: str, job: Job, given: tuple[Any, ...], *, patient: bool = False) -> Any:  # noqa: ANN401 - the job's result
        """Run a job for a club. Raises its exceptions, or a problem if it costs too much or there are too many jobs.

        With `patient`, it waits a moment for a free process, and then raises NoRoomError.
        """
        with self._take_slot(club, patient=patient), waiting_elsewhere():
            process = self._idle.get()
            try:
                return process.ask(job, given)
            finally:
                self._idle.put(process)

    def refuse_if_too_soon(self, club: str) -> None:
        """Refuse a club that comes back too soon, before any work that would cost the other clubs time."""
        with self._lock:
            if self._of_club[club] >= self._a_club and monotonic() < self._told_later.get(club, 0.0):
                raise Problem("too-many-audits", headers=SOON)

    def may_run_in_worker(self, club: str) -> bool:
        """Say whether a worker may try a log of this club first."""
        return self._untried.get(club, 0.0) < monotonic()

    def record_overrun(self, club: str, seconds: float) -> None:
        """Record the processor time that a worker spent on a log of a club before it exceeded the limit."""
        now = monotonic()
        with self._lock:
            self._untried = {one: until for one, until in self._untried.items() if until > now}
            self._untried[club] = now + seconds / IN_VAIN

    @contextmanager
    def _take_slot(self, club: str, *, patient: bool) -> Iterator[None]:
        with self._lock:
            if patient and not self._lock.wait_for(partial(self._has_room, club), PATIENCE):
                raise NoRoomError
            if self._of_club[club] >= self._a_club:
                self._told_later[club] = monotonic() + LATER
                raise Problem("too-many-audits", headers=SOON)
            if self._of_club.total() >= self._most:
                raise Problem("too-many-audits", "All audit processes are busy. Try again in a moment.", headers=SOON)
            self._of_club[club] += 1
            self._report_load()
        try:
            yield
        finally:
            with self._lock:
                self._of_club[club] -= 1
                self._of_club += Counter()
                if club not in self._of_club:
                    self._told_later.pop(club, None)
                self._report_load()
                self._lock.notify_all()

    def _has_room(self, club: str) -> bool:
        return self._of_club[club] < self._a_club and self._of_club.total() < self._most

    def close(self) -> None:
        """End all processes."""
        for process in self._processes:
            process.end()
