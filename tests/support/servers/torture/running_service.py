"""`deadreckon serve` on a database: started, stopped, killed with all its workers, and started again."""

from __future__ import annotations

import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Self, TypeVar

from tests.support.paths import ROOT
from tests.support.servers.torture.retrying_client import Caller, CutOffError

# The installed command, because SIGUSR2 makes the service start itself again by its own name.
SERVE = (str(Path(sys.executable).with_name("deadreckon")),)
FILLING = ("-m", "tests.support.servers.torture.full_disk")
WORKERS = 2
# The number of log lines reported with a traceback.
TRACED = 60
# Below the ports that systems give to clients.
PORTS = range(20_000, 32_000)
# A deadline for waiting; nothing is measured by it.
PATIENCE = 120.0
# High enough that no client here reaches it.
UNLIMITED = "100000000/minute"
Found = TypeVar("Found")


class Running:
    """A service in a process group of its own; each start listens on a port that is free at that moment."""

    def __init__(self, url: str, token: str, folder: Path, program: tuple[str, ...] = SERVE) -> None:
        self.url, self.token, self.folder, self.program = url, token, folder, program
        self.port = self.master = 0
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    @property
    def address(self) -> str:
        """Return the address for clients."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def caller(self) -> Caller:
        """Return a client that calls it directly."""
        return Caller(self.address, self.token)

    def start(self) -> None:
        """Start it, and wait until it is ready."""
        self.port = free_port()
        limits = ("--rate-token", UNLIMITED, "--rate-address", UNLIMITED)
        where = ("--database", self.url, "--port", str(self.port), "--workers", str(WORKERS))
        with self.said.open("ab") as said:
            self._process = subprocess.Popen(  # noqa: S603 - this program
                [sys.executable, *self.program, "serve", *where, *limits],
                cwd=ROOT,
                env=self._environment(),
                stdout=said,
                stderr=said,
                start_new_session=True,
            )
        self.master = self._process.pid
        wait_for(self._is_ready, f"the service to be ready (see {self.said})")

    @property
    def said(self) -> Path:
        """The file of its log lines."""
        return self.folder / "service.log"

    def terminate(self) -> None:
        """Ask it to stop, as a service manager does."""
        os.kill(self.master, signal.SIGTERM)

    def ended(self) -> int:
        """Wait for its end; return its exit code."""
        return self._running().wait(PATIENCE)

    def kill(self) -> None:
        """Kill it with all its workers, so that none of them can clean up."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    @property
    def workers(self) -> set[int]:
        """List the processes that answer requests."""
        return children(self.master)

    def take_over(self) -> None:
        """Let a new service take over from the running one, as an operator does."""
        before = self.workers

        def begun() -> bool:
            # A service that has just taken over ignores this for a second.
            os.kill(self.master, signal.SIGUSR2)
            return any(len(children(pid)) == WORKERS for pid in self.workers - before)

        wait_for(begun, "a new service")
        (new,) = self.workers - before
        old, self.master = self.master, new
        os.kill(old, signal.SIGTERM)
        wait_for(lambda: old not in living(), "the old service to end")

    def faults(self) -> list[str]:
        """List the server errors in its log, each with its lines."""
        lines = self.said.read_text().splitlines()
        ours = [line for line in lines if '"exception"' in line]
        traces = [at for at, line in enumerate(lines) if "Traceback" in line and line not in ours]
        return [*ours, *("\n".join(lines[at : at + TRACED]) for at in traces)]

    def _running(self) -> subprocess.Popen[bytes]:
        assert self._process is not None
        return self._process

    def _is_ready(self) -> bool:
        assert self._running().poll() is None, f"the service ended: {self.said.read_text()[-3_000:]}"
        with suppress(CutOffError):
            return self.caller.once("GET", "/readyz").status == 200
        return False

    def _environment(self) -> dict[str, str]:
        """Keep the tester's settings out, and the remains of a killed service inside the test's folder."""
        mine = {name: value for name, value in os.environ.items() if not name.startswith("DEADRECKON_")}
        places = dict.fromkeys(("TMPDIR", "HOME", "XDG_CONFIG_HOME"), str(self.folder))
        return {**mine, **places, "PYTHONUNBUFFERED": "1"}


def living() -> dict[int, int]:
    """List every living process of this machine, with its parent."""
    result = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,stat="], capture_output=True, text=True, check=True)  # noqa: S607 - wherever it is
    rows = [line.split() for line in result.stdout.splitlines()]
    return {int(pid): int(parent) for pid, parent, state in rows if not state.startswith("Z")}


def children(parent: int) -> set[int]:
    """List the living children of a process."""
    return {pid for pid, begun_by in living().items() if begun_by == parent}


def free_port() -> int:
    """Find a free port that no system gives to a client in the meantime."""
    while True:
        port = random.choice(PORTS)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


def wait_for(so: Callable[[], Found], what: str) -> Found:
    """Wait until a function returns something true, and return it."""
    deadline = time.monotonic() + PATIENCE
    while not (found := so()):
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(0.02)
    return found
