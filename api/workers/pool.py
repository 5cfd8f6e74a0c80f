"""Processes beside a worker that audit what costs much: they live on; each job has limits, each club its share."""

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

# What ends a process that has taken more than it may: the limit on its time, or the system, short of memory.
TOO_COSTLY = {-signal.SIGXCPU, -signal.SIGKILL, NO_MEMORY}
# Of the packages as they are installed, whatever lies in the folder that the service was begun in.
BEGIN = "import sys; from api.workers.process import main; main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])"
LATER = 2.0
SOON = {"Retry-After": f"{LATER:.0f}"}
# Whoever would rather wait than be refused, waits so long.
PATIENCE = 0.5
# What a club has had tried in vain where others are answered, is to be so small a part of the time.
IN_VAIN = 0.001


def list_turn_files(folder: Path) -> list[Path]:
    """Give what all processes that audit take turns by: one turn fewer than there are processors, which answer."""
    return [folder.with_name(f"turn-{number}") for number in range(max(1, len(os.sched_getaffinity(0)) - 1))]


class NoRoomError(Exception):
    """There was no room for a job for as long as was waited."""


class AuditProcess:
    """One process that audits; begun anew where a job has ended it."""

    def __init__(self, seconds: int, megabytes: int, turns: Sequence[Path]) -> None:
        self._command = [sys.executable, "-P", "-c", BEGIN, str(seconds), str(megabytes), *map(str, turns)]
        self._start()

    def _start(self) -> None:
        # In a group of its own: who interrupts the service at a terminal lets running requests end. Not in a session of
        # its own: the system may share a processor out among sessions first, and then it would not yield to the worker.
        self._process = subprocess.Popen(  # noqa: S603 - this program
            self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, process_group=0
        )

    def ask(self, job: Job, given: tuple[Any, ...]) -> Any:  # noqa: ANN401 - what the job gives
        """Have a job done; raises what it raises, and a problem where it costs too much."""
        asked, answers = self._process.stdin, self._process.stdout
        assert asked is not None  # noqa: S101 - a pipe, as it was begun
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
            raise FaultOfOursError(f"A process that audits has ended with {code}.") from None
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
    """As many such processes as the settings say, shared by all clubs: none gets more than its share."""

    def __init__(
        self, settings: Settings, tell: Callable[[int, int], None] | None = None, turns: Sequence[Path] = ()
    ) -> None:
        self._tell = tell
        self._a_club = settings.audits_per_club
        # One thread is left to whoever asks for anything else.
        self._most = max(1, settings.threads - 1)
        self._of_club: Counter[str] = Counter()
        # Until when a club that had its whole share, and asked for more, need not ask again.
        self._told_later: dict[str, float] = {}
        # Until when the logs of a club are not tried in the worker first: the last was too much for it.
        self._untried: dict[str, float] = {}
        self._lock = Condition()
        limits = settings.audit_seconds, settings.audit_memory
        self._processes = [AuditProcess(*limits, turns) for _ in range(settings.audit_processes)]
        self._idle: SimpleQueue[AuditProcess] = SimpleQueue()
        for process in self._processes:
            self._idle.put(process)

    def _report_load(self) -> None:
        """Tell whoever watches how many audits there are, and how many processes for them."""
        if self._tell is not None:
            self._tell(self._of_club.total(), len(self._processes))

    def ask(self, club: str, job: Job, given: tuple[Any, ...], *, patient: bool = False) -> Any:  # noqa: ANN401 - what the job gives
        """Have a job done for a club; raises what it raises, and problems: it costs too much, there are too many.

        Whoever is `patient` waits a moment for his turn, and then hears NoRoomError.
        """
        with self._take_slot(club, patient=patient), waiting_elsewhere():
            process = self._idle.get()
            try:
                return process.ask(job, given)
            finally:
                self._idle.put(process)

    def refuse_if_too_soon(self, club: str) -> None:
        """Refuse a club that comes back too soon before anything is tried for it: that costs others, too."""
        with self._lock:
            if self._of_club[club] >= self._a_club and monotonic() < self._told_later.get(club, 0.0):
                raise Problem("too-many-audits", headers=SOON)

    def may_run_in_worker(self, club: str) -> bool:
        """Say whether a log of a club may be tried in the worker first."""
        return self._untried.get(club, 0.0) < monotonic()

    def record_overrun(self, club: str, seconds: float) -> None:
        """Take note that so many seconds of a processor went on a log of a club that was too much for the worker."""
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
                raise Problem("too-many-audits", "All that audit here are busy. Ask again in a moment.", headers=SOON)
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
