"""Servers that really listen: a service over HTTP, one with prepared answers, and a proxy that cuts connections."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import Self

from flask import Flask
from werkzeug.serving import WSGIRequestHandler, make_server

AT_ONCE = 1 << 16
CERTIFICATE = Path(__file__).with_name("localhost.pem")


class Quiet(WSGIRequestHandler):
    """Keeps connections open, as any server does, and logs nothing."""

    protocol_version = "HTTP/1.1"

    def log(self, type: str, message: str, *args: object) -> None:  # noqa: A002 - werkzeug's name for it
        """Write nothing."""


@contextmanager
def listening(app: Flask, *, encrypted: bool = False) -> Iterator[str]:
    """Serve an application on a port of its own, and return its address."""
    context = None
    if encrypted:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(CERTIFICATE)
    server = make_server("127.0.0.1", 0, app, threaded=True, request_handler=Quiet, ssl_context=context)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"{'https' if encrypted else 'http'}://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Door:
    """Accepts connections one after the other, and passes each to the test's function."""

    def __init__(self, received: Callable[[socket.socket], None]) -> None:
        self.received, self.count = received, 0
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self._thread = Thread(target=self._open, daemon=True)

    @property
    def url(self) -> str:
        """Return the address of this server."""
        return f"http://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        # Closing a socket does not wake a thread that waits on it; shutting it down does.
        with suppress(OSError):
            self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        self._thread.join()

    def _open(self) -> None:
        while True:
            try:
                caller, _ = self._door.accept()
            except OSError:
                return
            self.count += 1
            with caller, suppress(OSError):
                self.received(caller)


def asked_of(caller: socket.socket) -> bytes:
    """Read one whole request."""
    received = b""
    while b"\r\n\r\n" not in received and (more := caller.recv(AT_ONCE)):
        received += more
    head, _, body = received.partition(b"\r\n\r\n")
    lengths = [int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
    while len(body) < sum(lengths) and (more := caller.recv(AT_ONCE)):
        body += more
    return head + b"\r\n\r\n" + body


def answering(*answers: bytes) -> Door:
    """Answer each request with the next of these bytes; the last one serves all further requests."""
    left = list(answers)

    def received(caller: socket.socket) -> None:
        if asked_of(caller):
            caller.sendall(left.pop(0) if len(left) > 1 else left[0])

    return Door(received)


def answer(status: str, body: bytes = b"", **headers: str) -> bytes:
    """Write an answer that ends its connection."""
    document = {"Content_Length": str(len(body)), "Connection": "close", **headers}
    lines = [f"HTTP/1.1 {status}", *(f"{name.replace('_', '-')}: {value}" for name, value in document.items())]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def cutting(url: str, cut: Callable[[bytes, int], str]) -> Door:
    """Hand requests on to a server, one a connection; `cut` says of each whether it gets lost "before" or "after".

    Lost before, the server never hears of it; lost after, it has acted and nobody is told.
    """
    host, port = url.removeprefix("http://").split(":")
    count = 0

    def received(caller: socket.socket) -> None:
        nonlocal count
        asked = asked_of(caller)
        if not asked:
            return
        count += 1
        lost = cut(asked, count)
        if lost == "before":
            return
        with socket.create_connection((host, int(port))) as server:
            server.sendall(asked.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1))
            bytes_read = b""
            while more := server.recv(AT_ONCE):
                bytes_read += more
        if lost != "after":
            caller.sendall(bytes_read)

    return Door(received)
