"""A proxy to PostgreSQL that can cut: for a while, or just before or after one COMMIT."""

from __future__ import annotations

import socket
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock, Thread
from typing import Literal, Self

from sqlalchemy.engine import URL, make_url

Cut = Literal["before", "after"] | None
AT_ONCE = 1 << 16
# A COMMIT in the protocol: a query of exactly this word.
COMMIT = b"COMMIT"


@dataclass
class ProxyLine:
    """One connection: the client's end and the server's end."""

    client: socket.socket
    server: socket.socket
    mute: bool = False

    def close(self) -> None:
        """Hang up at both ends; this wakes threads that wait there."""
        for end in (self.client, self.server):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


class Proxy:
    """Listens on a port of its own and forwards everything, until it has to cut."""

    def __init__(self, url: str) -> None:
        self.upstream = make_url(url)
        self.cut: Cut = None
        self.down = False
        self._lines: list[ProxyLine] = []
        self._lock = Lock()
        self._door = socket.create_server(("127.0.0.1", 0))
        self._threads = [Thread(target=self._receive, daemon=True)]
        self._threads[0].start()

    @property
    def url(self) -> str:
        """Return the URL of the database by way of the proxy."""
        through = URL.create(
            "postgresql",
            self.upstream.username or "postgres",
            self.upstream.password,
            "127.0.0.1",
            self._door.getsockname()[1],
            self.upstream.database,
        )
        return through.render_as_string(hide_password=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.down = True
        # Closing a socket does not wake a thread that waits on it; shutting it down does.
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        self.hang_up()
        for thread in self._threads:
            thread.join()

    def hang_up(self) -> None:
        """Cut every connection there is."""
        with self._lock:
            lines, self._lines = self._lines, []
        for line in lines:
            line.close()

    def _receive(self) -> None:
        while True:
            try:
                client, _ = self._door.accept()
            except OSError:
                return
            if self.down:
                client.close()
                continue
            line = ProxyLine(client, self._connect())
            with self._lock:
                self._lines.append(line)
            for pump in (self._ask, self._answer):
                self._threads.append(Thread(target=pump, args=(line,), daemon=True))
                self._threads[-1].start()

    def _connect(self) -> socket.socket:
        folder = self.upstream.query.get("host") or self.upstream.host or "127.0.0.1"
        port = self.upstream.port or 5432
        if str(folder).startswith("/"):
            upstream = socket.socket(socket.AF_UNIX)
            upstream.connect(f"{folder}/.s.PGSQL.{port}")
            return upstream
        return socket.create_connection((str(folder), port))

    def _ask(self, line: ProxyLine) -> None:
        """Forward what the client sends, except a COMMIT that is to get lost."""
        with suppress(OSError):
            while said := line.client.recv(AT_ONCE):
                if COMMIT in said and self.cut is not None:
                    cut, self.cut = self.cut, None
                    if cut == "before":
                        break
                    line.mute = True
                line.server.sendall(said)
        line.close()

    def _answer(self, line: ProxyLine) -> None:
        """Forward what the server sends, except an answer that is to get lost: by then the server has committed."""
        with suppress(OSError):
            while (said := line.server.recv(AT_ONCE)) and not line.mute:
                line.client.sendall(said)
        line.close()
