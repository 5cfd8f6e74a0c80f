"""The service as `deadreckon serve` runs it, in a separate process."""

from __future__ import annotations

import json
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from tests.support.command_line import started


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def serving(place: Path, *arguments: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Run the service, and wait until it is ready."""
    port = str(free_port())
    database = f"sqlite:///{place / 'club.db'}"
    seen: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    process = started("serve", "--database", database, "--port", port, *arguments, **seen)
    try:
        _awaited(f"http://127.0.0.1:{port}", process)
        yield f"http://127.0.0.1:{port}", process
    finally:
        process.kill()
        process.communicate()


def _awaited(address: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(300):
        assert process.poll() is None, process.communicate()
        try:
            with urlopen(f"{address}/readyz", timeout=5):  # noqa: S310 - our own service
                return
        except HTTPError as early:
            early.close()
        except OSError:
            pass
        time.sleep(0.1)
    raise AssertionError("the service never got ready")


def told_by(address: str, token: str = "", data: bytes | None = None, kind: str = "text/plain") -> Any:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": kind}
    with urlopen(Request(address, data, headers), timeout=10) as answer:  # noqa: S310 - our own service
        return json.loads(answer.read())
