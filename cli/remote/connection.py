"""One connection to one server: kept alive between requests, reopened when closed, with verified certificates."""

from __future__ import annotations

import socket
import ssl
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import Message
from http.client import (
    CannotSendRequest,
    HTTPConnection,
    HTTPException,
    HTTPResponse,
    HTTPSConnection,
    IncompleteRead,
    RemoteDisconnected,
    ResponseNotReady,
)
from typing import NoReturn, cast
from urllib.parse import SplitResult, unquote, urlsplit
from urllib.request import getproxies, proxy_bypass

import click

from cli.remote.errors import CutError, NobodyThereError, RemoteFault, SilentError, StrangerError
from engine.kernel.basics.visible_text import make_visible

PORTS = {"http": 80, "https": 443}
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
API = "/api/v1"
# Timeouts in seconds for connecting and for an answer. The audit of a very long log takes time.
TO_CONNECT, TO_ANSWER = 10.0, 120.0


@dataclass(frozen=True, slots=True)
class Address:
    """The address of a server. `base` is its path, if it is not at the root."""

    scheme: str
    host: str
    port: int
    base: str = ""

    @property
    def netloc(self) -> str:
        """The host, and the port unless it is the default."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def url(self) -> str:
        """The address in its canonical form."""
        return f"{self.scheme}://{self.netloc}{self.base}"

    @property
    def is_insecure(self) -> bool:
        """Whether a token sent there can be read on the way."""
        return self.scheme == "http" and self.host not in LOOPBACK


def parse_address(text: str) -> Address:
    """Parse an address. An invalid one is wrong usage, and is not quoted if it may hold a password."""
    try:
        parts = urlsplit(text.strip())
        port = parts.port
    except ValueError:
        raise click.UsageError(
            f"{make_visible(text)!r} is not an address. Write it like https://deadreckon.example.org"
        ) from None
    if parts.username or parts.password:
        raise click.UsageError("The address may not hold a user name or a password: you are asked for a token instead.")
    if parts.scheme not in PORTS or not parts.hostname or parts.query or parts.fragment:
        raise click.UsageError(
            f"{make_visible(text)!r} is not the address of a server. It begins with https:// or http://"
        )
    if not text.isascii() or not text.strip().isprintable() or " " in text.strip():
        raise click.UsageError(f"{make_visible(text)!r} is not an address: write it in ASCII, as a browser copies it.")
    base = parts.path.rstrip("/").removesuffix(API)
    return Address(parts.scheme, parts.hostname, port or PORTS[parts.scheme], base)


@dataclass(frozen=True, slots=True)
class Reply:
    """A complete answer."""

    status: int
    headers: Message
    body: bytes

    @property
    def kind(self) -> str:
        """The type of the body, in lower case and without parameters."""
        return self.headers.get("Content-Type", "").partition(";")[0].strip().lower()


class Wire:
    """Sends requests to one server, one after the other."""

    def __init__(self, there: Address) -> None:
        self.there = there
        self._proxy = _find_proxy(there)
        self._connection: HTTPConnection | None = None

    def ask(self, method: str, path: str, headers: Mapping[str, str], body: bytes | None) -> Reply:
        """Send a request and receive the whole answer. After `CutError`, the server may or may not have acted."""
        connection = self._connect()
        target = f"{self.there.base}{path}"
        if self._proxy is not None and self.there.scheme == "http":
            target = f"http://{self.there.netloc}{target}"
        try:
            return _exchange(connection, method, target, {**headers, **self._make_proxy_headers()}, body)
        except TimeoutError:
            self.close()
            raise SilentError(
                f"The server at {self.there.url} did not answer within {TO_ANSWER:.0f} seconds."
            ) from None
        except (OSError, HTTPException) as wrong:
            self.close()
            self._raise_broken(wrong)

    def open_stream(self, path: str, headers: Mapping[str, str]) -> HTTPResponse:
        """Request a stream, and return the response before the stream ends."""
        connection = self._connect()
        target = f"{self.there.base}{path}"
        if self._proxy is not None and self.there.scheme == "http":
            target = f"http://{self.there.netloc}{target}"
        connection.request("GET", target, None, {**headers, **self._make_proxy_headers()})
        return connection.getresponse()

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()

    def _connect(self) -> HTTPConnection:
        """Connect, unless the last connection is still open."""
        connection = self._connection = self._connection or self._make_connection()
        if connection.sock is None:
            try:
                connection.timeout = TO_CONNECT
                connection.connect()
                cast("socket.socket", connection.sock).settimeout(TO_ANSWER)
            except (OSError, HTTPException) as wrong:
                connection.close()
                self._raise_unreachable(wrong)
        return connection

    def _make_connection(self) -> HTTPConnection:
        host, port = (self.there.host, self.there.port) if self._proxy is None else _get_proxy_address(self._proxy)
        if self.there.scheme == "http":
            return HTTPConnection(host, port)
        connection = HTTPSConnection(host, port, context=ssl.create_default_context())
        if self._proxy is not None:
            connection.set_tunnel(self.there.host, self.there.port, _make_proxy_login(self._proxy))
        return connection

    def _make_proxy_headers(self) -> dict[str, str]:
        """Return the login for a proxy. In a tunnel the proxy has it already, and the server must not see it."""
        return _make_proxy_login(self._proxy) if self._proxy is not None and self.there.scheme == "http" else {}

    def _raise_unreachable(self, wrong: Exception) -> NoReturn:
        where = self.there.url
        if isinstance(wrong, ssl.SSLError):
            raise _explain_tls_error(wrong, self.there) from None
        if isinstance(wrong, socket.gaierror):
            raise NobodyThereError(f"There is no host {self.there.host}.", "Check the address.") from None
        if isinstance(wrong, TimeoutError):
            raise NobodyThereError(f"No server answers at {where}.", "Check the address, and the network.") from None
        if isinstance(wrong, ConnectionRefusedError):
            raise NobodyThereError(
                f"No server listens at {where}.", "Does the service run (deadreckon serve)? Is this its port?"
            ) from None
        why = str(getattr(wrong, "strerror", None) or wrong).lower()
        raise NobodyThereError(f"{where} cannot be reached: {why}.", "Check the address, and the network.") from None

    def _raise_broken(self, wrong: Exception) -> NoReturn:
        if isinstance(wrong, ssl.SSLError):
            raise CutError(f"The connection to {self.there.url} broke off.") from None
        if isinstance(wrong, HTTPException) and not _is_cut(wrong):
            raise StrangerError(
                f"What answers at {self.there.url} does not speak HTTP.", "Check the port, and https against http."
            ) from None
        raise CutError(f"The connection to {self.there.url} broke off.", "Check the network, and try again.") from None


def _is_cut(wrong: HTTPException) -> bool:
    """Say whether an answer is incomplete, rather than not HTTP at all."""
    return isinstance(wrong, RemoteDisconnected | IncompleteRead | CannotSendRequest | ResponseNotReady)


def _exchange(
    connection: HTTPConnection, method: str, target: str, headers: Mapping[str, str], body: bytes | None
) -> Reply:
    """Send a request and receive the answer. A server that refuses a long body may stop reading it."""
    try:
        connection.request(method, target, body, dict(headers))
    except (BrokenPipeError, ConnectionResetError) as early:
        try:
            return _receive_reply(connection.getresponse())
        except (OSError, HTTPException):
            raise early from None
    return _receive_reply(connection.getresponse())


def _receive_reply(response: HTTPResponse) -> Reply:
    """Receive a whole answer. Without a length or chunks, it may have been cut anywhere, even in its headers."""
    with response:
        if response.length is None and not response.chunked:
            raise IncompleteRead(b"")
        return Reply(response.status, response.headers, response.read())


def _explain_tls_error(wrong: ssl.SSLError, there: Address) -> RemoteFault:
    if isinstance(wrong, ssl.SSLCertVerificationError):
        return StrangerError(
            f"The certificate of {there.netloc} cannot be trusted: {wrong.verify_message}.",
            "Nothing was sent. If your club signs its own certificates, name its authority: SSL_CERT_FILE=FILE.",
        )
    return StrangerError(
        f"{there.netloc} does not speak TLS as it should ({wrong.reason or 'it fails'}).",
        "Nothing was sent. Check the port; a service without TLS has an address with http://",
    )


def _find_proxy(there: Address) -> SplitResult | None:
    """Find the proxy that the environment names for this address. Loopback addresses never use one."""
    named = getproxies().get(there.scheme, "")
    if not named or there.host in LOOPBACK or proxy_bypass(there.host):
        return None
    return urlsplit(named if "://" in named else f"http://{named}")


def _get_proxy_address(proxy: SplitResult) -> tuple[str, int]:
    try:
        return proxy.hostname or "", proxy.port or PORTS["http"]
    except ValueError:
        raise click.UsageError("The proxy that the environment names has no usable port.") from None


def _make_proxy_login(proxy: SplitResult) -> dict[str, str]:
    if proxy.username is None:
        return {}
    login = f"{unquote(proxy.username)}:{unquote(proxy.password or '')}".encode()
    return {"Proxy-Authorization": f"Basic {b64encode(login).decode()}"}
