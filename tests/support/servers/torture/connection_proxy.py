"""A proxy to the service that cuts before, within or after the request, or before, within or after the answer."""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from threading import Thread
from urllib.parse import urlsplit

from tests.support.servers.http_servers import AT_ONCE, Door, asked_of

# "left": the client has hung up before the service has begun to answer.
WAYS = ("unsent", "torn", "left", "unheard", "half heard")
WHOLE = "whole"


def severed(address: str, choose: Callable[[], str]) -> Door:
    """Forward requests to a service, many at once; `choose` picks one of WAYS for each."""
    there = urlsplit(address)

    def handed_on(caller: socket.socket) -> None:
        with caller, suppress(OSError):
            asked = asked_of(caller)
            if asked:
                _hand_on(caller, asked, (str(there.hostname), int(there.port or 0)), choose())

    def received(caller: socket.socket) -> None:
        # The proxy closes its own end as soon as it can accept the next client.
        Thread(target=handed_on, args=(caller.dup(),), daemon=True).start()

    return Door(received)


def _hand_on(caller: socket.socket, asked: bytes, place: tuple[str, int], way: str) -> None:
    if way == "unsent":
        return
    with socket.create_connection(place) as server:
        server.sendall(asked[: len(asked) - 7] if way == "torn" else asked)
        if way in {"torn", "left"}:
            return
        received = b""
        while more := server.recv(AT_ONCE):
            received += more
    if way != "unheard":
        caller.sendall(received[: len(received) * 2 // 3] if way == "half heard" else received)
