"""The process that streams live events: begun by `serve`, begun anew should it fail, and gone with it."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from api.settings import Settings

# Of the packages as they are installed, whatever lies in the folder that the service was begun in.
BEGIN = "from api.streaming.process import main; main()"
AGAIN = 5.0
LENGTH = 8


@contextmanager
def streaming(settings: Settings) -> Iterator[None]:
    """Stream as long as this lasts, where an address is set for it."""
    if not settings.stream:
        yield
        return
    command = [sys.executable, "-P", "-c", BEGIN]
    # In a session of its own, as whoever audits: an interrupt at a terminal is for the service to act on.
    process = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)  # noqa: S603 - this program
    assert process.stdin is not None  # noqa: S101 - a pipe, as it was begun
    raw, owner = pickle.dumps(settings), os.getpid()
    # The settings hold a secret, and no list of processes shows what comes through a pipe.
    process.stdin.write(len(raw).to_bytes(LENGTH, "big") + raw)
    process.stdin.flush()
    try:
        yield
    finally:
        # A forked worker, too, comes by here when it ends.
        if os.getpid() == owner:
            with suppress(OSError):
                process.stdin.close()
            process.terminate()
            process.wait()


def main() -> None:
    """Keep one process that streams, until nobody holds the other end of standard input any more."""
    length = int.from_bytes(os.read(0, LENGTH), "big")
    raw = b""
    while len(raw) < length and (more := os.read(0, length - len(raw))):
        raw += more
    # It was written by the service that has begun this process.
    settings = pickle.loads(raw)  # noqa: S301 - as said
    while (child := os.fork()) and os.waitpid(child, 0)[1]:
        time.sleep(AGAIN)
    if not child:
        from api.streaming.server import run  # noqa: PLC0415 - whoever only waits needs none of it

        run(settings)
