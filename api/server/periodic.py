"""Run periodic work in one worker for all."""

from __future__ import annotations

import fcntl
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread


def run_periodically(job: Callable[[], object], every: float, lock: Path) -> Event:
    """Run a job periodically, in one of the processes that share the lock. Return the event that stops it.

    If the process with the lock ends, another one continues.
    """
    over = Event()

    def run_loop() -> None:
        with lock.open("ab") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            while not over.wait(every):
                job()

    Thread(target=run_loop, name=lock.name, daemon=True).start()
    return over
