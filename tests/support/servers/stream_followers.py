"""Clients that follow a live game over a stream, and lose the connection again and again."""

from __future__ import annotations

import asyncio
import json
import random
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any

from api.settings import Settings
from api.streaming.process import streaming
from tests.support.servers.fixtures import SETTINGS

# How long a client waits for the next data of a stream before the test fails; no test takes as long.
PATIENCE = 60.0


@contextmanager
def streams(database: str, **more: Any) -> Iterator[int]:
    """Stream from a database in a separate process, as `serve` does, and return the port."""
    with socket.create_server(("127.0.0.1", 0), reuse_port=True) as probe:
        port: int = probe.getsockname()[1]
    # The store in this test is not signed.
    chosen = {"secret": "", "stream": f"127.0.0.1:{port}", **more}
    settings: Settings = replace(SETTINGS, database=database, **chosen)
    with streaming(settings):
        _await(port)
        yield port


def _await(port: int) -> None:
    """Wait until a server listens."""
    for _ in range(600):
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), PATIENCE) as there:
            there.sendall(b"GET /livez HTTP/1.1\r\nHost: here\r\n\r\n")
            if there.recv(100).startswith(b"HTTP/1.1 200"):
                return
        # A port without a listener refuses at once.
        asyncio.run(asyncio.sleep(0.1))
    raise AssertionError("nobody streams")


@dataclass
class StreamFollower:
    """A client that follows a game; each connection is cut after this many events, and the next one continues there."""

    port: int
    path: str
    token: str
    cuts: int = 0
    seen: list[int] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    last: str = ""
    head: str = ""
    heard: asyncio.Event = field(default_factory=asyncio.Event)

    async def follow(self) -> None:
        """Follow until the game is closed, or the service refuses."""
        chance = random.Random(f"{self.token}{id(self)}")
        while not self.last:
            await self._once(chance.randint(0, 3) if self.cuts else None)
            self.cuts -= 1

    async def _once(self, events: int | None) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        place = f"Last-Event-ID: {self.seen[-1]}\r\n" if self.seen else ""
        asked = f"GET {self.path} HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer {self.token}\r\n{place}\r\n"
        writer.write(asked.encode())
        try:
            self.head = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)).decode()
            if " 200 " not in self.head.partition("\r\n")[0]:
                self.last = (await reader.read()).decode()
                return
            while events is None or events > 0:
                block = (await asyncio.wait_for(reader.readuntil(b"\n\n"), PATIENCE)).decode()
                self._take(block)
                if self.last:
                    return
                events = None if events is None else events - ("data:" in block)
        finally:
            writer.transport.abort()

    def _take(self, block: str) -> None:
        said = dict(line.split(": ", 1) for line in block.strip().splitlines() if not line.startswith(":"))
        if "event" in said:
            self.last = said["event"]
            self.texts.append(said["data"])
        elif "data" in said:
            self.heard.set()
            self.seen.append(int(said["id"]))
            self.texts.append(json.loads(said["data"])["text"])
