"""An audit process: it reads jobs from standard input and runs them one by one, each within its limits."""

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
# The exit code after a job has used up the memory.
NO_MEMORY = 71
NICE = 10
# The polling interval of the first process in line, in seconds.
LOOKING = 0.02


class FaultOfOursError(Exception):
    """An error in the other process, with its traceback."""


def framed(said: tuple[Any, Any]) -> bytes:
    """Frame a message for the other end of a pipe."""
    raw = pickle.dumps(said)
    return len(raw).to_bytes(LENGTH, "big") + raw


def read(pipe: IO[bytes]) -> tuple[Any, Any]:
    """Read a message from a pipe: a job and its arguments, or a success flag and a result. Raises EOFError."""
    length = pipe.read(LENGTH)
    raw = pipe.read(int.from_bytes(length, "big")) if len(length) == LENGTH else b""
    if not raw:
        raise EOFError
    # Both ends are ours: the service and the process that it has started.
    first, second = pickle.loads(raw)  # noqa: S301 - from our own process, as said above
    return first, second


def main(seconds: int, megabytes: int, turns: Sequence[str] = ()) -> None:
    """Run jobs until standard input is closed. All audit processes take turns."""
    asked, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # Prints go to the log of the service, because standard output carries the answers.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    # Threads that answer requests have priority, because an audit takes long anyway.
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
    """Wait for a free turn. A process that is killed releases its own."""
    with ExitStack() as held:
        # Without the folder, which another process may have removed, there are no turns.
        with suppress(OSError):
            files = [held.enter_context(_opened(turn)) for turn in turns]
            # Only the first process in line polls for a free turn, which makes the order fair.
            with ExitStack() as first:
                for line in turns[:1]:
                    fcntl.flock(first.enter_context(_opened(f"{line}.line")), fcntl.LOCK_EX)
                while files and not any(map(_try_to_lock, files)):
                    sleep(LOOKING)
        yield


@contextmanager
def _opened(path: str) -> Iterator[int]:
    """Open a file that only its owner may use."""
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
    """Return whether a reader is still connected."""
    looked = select.poll()
    looked.register(pipe, 0)
    return not looked.poll(0)


def _no_longer_than(seconds: int) -> None:
    """Set a limit of processor time from now on, after which the system ends this process."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(used.ru_utime + used.ru_stime) + seconds, hard))


def _done(job: Callable[..., Any], given: tuple[Any, ...]) -> bytes:
    try:
        return framed((True, job(GAMES, *given)))
    except MemoryError:
        # After a MemoryError the state of this process is unreliable.
        os._exit(NO_MEMORY)
    except Exception as wrong:  # noqa: BLE001 - reported to the caller
        try:
            return framed((False, wrong))
        except Exception:  # noqa: BLE001 - it cannot be pickled
            return framed((False, FaultOfOursError(traceback.format_exc())))
