"""What the service does now and then without being asked: in one of its workers for all."""

from __future__ import annotations

import fcntl
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread


def run_periodically(job: Callable[[], object], every: float, lock: Path) -> Event:
    """Do something every so often, in one of those processes that share the lock; gives what ends it.

    Where the process that holds the lock ends, the next one goes on.
    """
    over = Event()

    def run_loop() -> None:
        with lock.open("ab") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            while not over.wait(every):
                job()

    Thread(target=run_loop, name=lock.name, daemon=True).start()
    return over
