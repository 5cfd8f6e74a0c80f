"""The process that streams live events: `serve` starts it, restarts it after a failure, and stops it."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from api.settings import Settings

# `-P` imports the installed packages, not modules in the current folder.
BEGIN = "from api.streaming.process import main; main()"
AGAIN = 5.0
LENGTH = 8


@contextmanager
def streaming(settings: Settings) -> Iterator[None]:
    """Run the streaming process for as long as the context, if an address is set."""
    if not settings.stream:
        yield
        return
    command = [sys.executable, "-P", "-c", BEGIN]
    # In a session of its own, like the audit processes: only the service handles an interrupt at the terminal.
    process = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)  # noqa: S603 - our own program
    assert process.stdin is not None  # noqa: S101 - opened as a pipe
    raw, owner = pickle.dumps(settings), os.getpid()
    # The settings hold a secret. A pipe hides it from process listings.
    process.stdin.write(len(raw).to_bytes(LENGTH, "big") + raw)
    process.stdin.flush()
    try:
        yield
    finally:
        # A forked worker runs this, too, when it ends.
        if os.getpid() == owner:
            with suppress(OSError):
                process.stdin.close()
            process.terminate()
            process.wait()


def main() -> None:
    """Run one streaming process, and restart it when it fails, until standard input is closed."""
    length = int.from_bytes(os.read(0, LENGTH), "big")
    raw = b""
    while len(raw) < length and (more := os.read(0, length - len(raw))):
        raw += more
    # The service that started this process wrote it.
    settings = pickle.loads(raw)  # noqa: S301 - written by the service, as said above
    while (child := os.fork()) and os.waitpid(child, 0)[1]:
        time.sleep(AGAIN)
    if not child:
        from api.streaming.server import run  # noqa: PLC0415 - the parent process only waits, and needs none of it

        run(settings)
