"""TLS of the service's own, for a club without a proxy: connections are encrypted here, and requests told to be so."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
# Not an answer, and no end: the other side must speak first, or take something first.
UNFINISHED = (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError)
# A browser that was told this would never again talk to this machine otherwise, whatever else runs there.
PINNING = "strict-transport-security"


def context(certificate: Path) -> ssl.SSLContext:
    """Read a certificate with its key; raises `OSError` (of which a faulty file is one kind) where it cannot be."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(certificate)
    return made


def encrypted(encrypting: ssl.SSLContext, client: socket.socket) -> socket.socket:
    """Let a connection begin to encrypt; both sides come to terms while its first request is taken in."""
    client.setblocking(False)  # noqa: FBT003 - the socket's own way
    return encrypting.wrap_socket(client, server_side=True, do_handshake_on_connect=False)


def told(wsgi: Wsgi) -> Wsgi:
    """Tell an application that its requests came encrypted."""

    def answered(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        def begun(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:  # noqa: ANN401 - as WSGI has it
            return start(status, [one for one in headers if one[0].lower() != PINNING], *more)

        return wsgi({**environ, "wsgi.url_scheme": "https"}, begun)

    return answered
