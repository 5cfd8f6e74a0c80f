"""A process that audits: it takes jobs from its standard input, one after the other, each within its limits."""

from __future__ import annotations

import fcntl
import math
import os
import pickle
import resource
import select
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from time import sleep
from typing import IO, Any

from engine.games import GAMES

LENGTH = 8
# How a process ends that a log has taken all memory from.
NO_MEMORY = 71
NICE = 10
# How often whoever is first in line looks for a free turn.
LOOKING = 0.02


class FaultOfOursError(Exception):
    """What went wrong in the other process, as it was told there."""


def framed(said: tuple[Any, Any]) -> bytes:
    """Write something for the other end of a pipe."""
    raw = pickle.dumps(said)
    return len(raw).to_bytes(LENGTH, "big") + raw


def read(pipe: IO[bytes]) -> tuple[Any, Any]:
    """Read what the other end wrote: a job and what it is given, or how it went and an answer. Raises EOFError."""
    length = pipe.read(LENGTH)
    raw = pipe.read(int.from_bytes(length, "big")) if len(length) == LENGTH else b""
    if not raw:
        raise EOFError
    # Both ends are ours: a service and the process that it has begun.
    first, second = pickle.loads(raw)  # noqa: S301 - as said
    return first, second


def main(seconds: int, megabytes: int, turns: Sequence[str] = ()) -> None:
    """Do jobs until nobody asks any more, each in one of the turns that all such processes share."""
    asked, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # Whatever prints something, prints it to the log of the service.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # Whoever answers goes first: what is audited here takes long in any case.
    os.nice(NICE)
    resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
    while True:
        try:
            job, given = read(asked)
        except EOFError:
            return
        _no_longer_than(seconds)
        with _turn(turns):
            # A worker that was killed while this waited asks no more, and others wait for the turn.
            if not _has_reader(answers):
                return
            done = _done(job, given)
        answers.write(done)
        answers.flush()


@contextmanager
def _turn(turns: Sequence[str]) -> Iterator[None]:
    """Wait until one of the turns is free; a process that is ended gives its own back."""
    with ExitStack() as held:
        # Somebody may have removed the folder: then there is nothing to take turns by.
        with suppress(OSError):
            files = [held.enter_context(_opened(turn)) for turn in turns]
            # Only who is first in line looks for a free turn, so that nobody is passed over.
            with ExitStack() as first:
                for line in turns[:1]:
                    fcntl.flock(first.enter_context(_opened(f"{line}.line")), fcntl.LOCK_EX)
                while files and not any(map(_try_to_lock, files)):
                    sleep(LOOKING)
        yield


@contextmanager
def _opened(path: str) -> Iterator[int]:
    """Open a file that is for its owner only."""
    opened = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        yield opened
    finally:
        os.close(opened)


def _try_to_lock(file: int) -> bool:
    """Take a turn, if it is free."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _has_reader(pipe: IO[bytes]) -> bool:
    """Say whether anybody is there to read what is written."""
    looked = select.poll()
    looked.register(pipe, 0)
    return not looked.poll(0)


def _no_longer_than(seconds: int) -> None:
    """Let the system end this process once it has worked so much longer than now."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(used.ru_utime + used.ru_stime) + seconds, hard))


def _done(job: Callable[..., Any], given: tuple[Any, ...]) -> bytes:
    try:
        return framed((True, job(GAMES, *given)))
    except MemoryError:
        # Nothing can be relied on here any more.
        os._exit(NO_MEMORY)
    except Exception as wrong:  # noqa: BLE001 - told to whoever asked
        try:
            return framed((False, wrong))
        except Exception:  # noqa: BLE001 - it cannot travel
            return framed((False, FaultOfOursError(traceback.format_exc())))
