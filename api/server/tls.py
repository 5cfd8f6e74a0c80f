"""TLS without a proxy: encrypt connections, and mark their requests as HTTPS."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

Wsgi = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
# Neither an answer nor an end: the other side must send or receive something first.
UNFINISHED = (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError)
# With this header, a browser would refuse plain HTTP from this host, whatever else runs there.
PINNING = "strict-transport-security"


def context(certificate: Path) -> ssl.SSLContext:
    """Load a certificate with its key. Raises `OSError`, also for a faulty file."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.load_cert_chain(certificate)
    return made


def encrypted(encrypting: ssl.SSLContext, client: socket.socket) -> socket.socket:
    """Start TLS on a connection. The handshake happens while its first request is read."""
    client.setblocking(False)  # noqa: FBT003 - the signature of the socket
    return encrypting.wrap_socket(client, server_side=True, do_handshake_on_connect=False)


def told(wsgi: Wsgi) -> Wsgi:
    """Wrap a WSGI application, and mark its requests as HTTPS."""

    def answered(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        def begun(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:  # noqa: ANN401 - the signature of WSGI
            return start(status, [one for one in headers if one[0].lower() != PINNING], *more)

        return wsgi({**environ, "wsgi.url_scheme": "https"}, begun)

    return answered
