"""An HTTP client for webhooks: it connects to allowed addresses only, without redirects, within a time limit."""

from __future__ import annotations

import re
import socket
import ssl
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urlsplit

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

PATIENCE = 10.0
# The status line comes first. Nothing after it is used.
MOST_READ = 4_096
MOST_ADDRESSES = 4
STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})(?: [^\r\n]*)?\r\n")
PORTS = {"http": 80, "https": 443}
# The last 32 bits of such an address are the IPv4 address that it leads to.
TRANSLATED = IPv6Network("64:ff9b::/96")
# No other IPv6 address leads to the public internet.
AT_LARGE = (IPv6Network("2000::/3"), TRANSLATED)


class NotSentError(Exception):
    """Sending failed, as far as we know; the message says why."""


def post_body(url: str, headers: dict[str, str], body: bytes, networks: Sequence[Network]) -> int:
    """Send a body and return the status. Redirects are not followed. Raises NotSentError.

    A private address is allowed only in one of the `networks`. The connection uses the address that was checked, so a
    second DNS look-up cannot lead to another host.
    """
    parts, until = urlsplit(url), time.monotonic() + PATIENCE
    try:
        with _connect_to_host(parts, until, networks) as connection:
            connection.settimeout(_get_time_left(until))
            connection.sendall(_write_request(parts, headers, body))
            return _read_status(connection, until)
    except (OSError, ValueError) as wrong:
        said = getattr(wrong, "verify_message", "") or getattr(wrong, "strerror", None) or str(wrong) or "it ends"
        raise NotSentError(f"{parts.hostname} does not answer: {said}.") from wrong


def is_public(address: Address) -> bool:
    """Say whether an address is public, and so is the address that it embeds."""
    if isinstance(address, IPv6Address) and not any(address in network for network in AT_LARGE):
        return False
    inner = _find_inner_address(address)
    return address.is_global and not address.is_multicast and (inner is None or is_public(inner))


def _find_inner_address(address: Address) -> Address | None:
    """Return the IPv4 address that an IPv6 address embeds."""
    if not isinstance(address, IPv6Address):
        return None
    if address in TRANSLATED:
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)


def _connect_to_host(parts: SplitResult, until: float, networks: Sequence[Network]) -> socket.socket:
    """Connect to the first address of a host that answers. All of them were checked before."""
    host, port = parts.hostname or "", parts.port or PORTS[parts.scheme]
    wrong: OSError = TimeoutError("it has no address")
    for address in _resolve_host(host, port, networks, secure=parts.scheme == "https"):
        try:
            connection = socket.create_connection((address, port), _get_time_left(until))
        except OSError as failed:
            wrong = failed
            continue
        return _start_tls(connection, host, until) if parts.scheme == "https" else connection
    raise wrong


def _resolve_host(host: str, port: int, networks: Sequence[Network], *, secure: bool) -> list[str]:
    """Resolve a host. If one of its addresses is not allowed, refuse the host."""
    found = dict.fromkeys(str(one[4][0]) for one in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
    for text in found:
        address = ip_address(text)
        if any(address in network for network in networks):
            continue
        if not is_public(address):
            raise NotSentError(f"{host} is at {text}, which is neither public nor in `webhook_networks`.")
        if not secure:
            raise NotSentError(f"{host} is at {text}, where only https may be used.")
    return list(found)[:MOST_ADDRESSES]


def _start_tls(connection: socket.socket, host: str, until: float) -> socket.socket:
    try:
        connection.settimeout(_get_time_left(until))
        return _make_tls_context().wrap_socket(connection, server_hostname=host)
    except BaseException:
        connection.close()
        raise


@cache
def _make_tls_context() -> ssl.SSLContext:
    return ssl.create_default_context()


def _write_request(parts: SplitResult, headers: dict[str, str], body: bytes) -> bytes:
    target = parts._replace(scheme="", netloc="", path=parts.path or "/", fragment="").geturl()
    all_headers = {"Host": parts.netloc, **headers, "Content-Length": str(len(body)), "Connection": "close"}
    lines = [f"POST {target} HTTP/1.1", *(f"{name}: {value}" for name, value in all_headers.items())]
    return "\r\n".join(lines).encode("ascii") + b"\r\n\r\n" + body


def _read_status(connection: socket.socket, until: float) -> int:
    said = b""
    while b"\n" not in said and len(said) < MOST_READ:
        connection.settimeout(_get_time_left(until))
        more = connection.recv(MOST_READ - len(said))
        if not more:
            break
        said += more
    read = STATUS.match(said)
    if read is None:
        raise ValueError("its answer is not HTTP")
    # The server has answered. Errors while closing the connection do not matter.
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
    return int(read[1])


def _get_time_left(until: float) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError(f"it took longer than {PATIENCE:.0f} seconds")
    return left
