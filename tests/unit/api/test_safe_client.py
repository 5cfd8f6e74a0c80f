"""Requests to other servers go only to allowed machines, straight to the address that was checked."""

from __future__ import annotations

import socket
import ssl
import time
from ipaddress import ip_address, ip_network
from typing import Any

import pytest

from api.notify import safe_client
from api.notify.safe_client import NotSentError, is_public, post_body
from tests.support.servers.http_servers import CERTIFICATE, Door, answer, answering, asked_of

HERE = [ip_network("127.0.0.0/8")]
PUBLIC = "93.184.215.14"
CLOSED = (
    *("127.0.0.1", "127.8.8.8", "10.0.0.1", "172.16.9.9", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),  # noqa: S104 - refused
    *("224.0.0.1", "255.255.255.255", "192.0.2.1", "240.0.0.1", "::", "::1", "fe80::1", "fe80::1%lo", "fc00::1"),
    *("ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1"),
    # Not every Python knows which of these are public.
    *("::127.0.0.1", "::ffff:0:127.0.0.1", "64:ff9b:1::7f00:1", "fec0::1", "5f00::1"),
)


def resolving(monkeypatch: pytest.MonkeyPatch, *addresses: str) -> list[Any]:
    """Resolve every name to these addresses; return the addresses that are connected to."""
    asked: list[Any] = []
    infos = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in addresses]

    def connected(address: Any, timeout: float) -> Any:
        asked.append((address, 0 < timeout <= safe_client.PATIENCE))
        raise ConnectionRefusedError(111, "Connection refused")

    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: infos)
    monkeypatch.setattr(socket, "create_connection", connected)
    return asked


@pytest.mark.parametrize("address", CLOSED)
def test_an_address_that_is_not_open_to_everybody_is_not_asked(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    asked = resolving(monkeypatch, address)
    with pytest.raises(NotSentError, match="neither public"):
        post_body("https://club.example/", {}, b"", [])
    assert asked == []


def test_where_one_of_several_addresses_may_not_be_asked_none_is(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = resolving(monkeypatch, PUBLIC, "10.0.0.1")
    with pytest.raises(NotSentError, match=r"is at 10\.0\.0\.1"):
        post_body("https://club.example/", {}, b"", HERE)
    assert asked == []


def test_the_address_that_was_looked_at_is_the_one_that_is_asked_and_no_name_is_looked_up_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = resolving(monkeypatch, PUBLIC, "2606:2800::1")
    with pytest.raises(NotSentError, match=r"club\.example does not answer: Connection refused"):
        post_body("https://club.example:8443/", {}, b"", [])
    assert asked == [((PUBLIC, 8443), True), (("2606:2800::1", 8443), True)]
    assert is_public(ip_address("64:ff9b::5db8:d70e"))


def test_in_the_open_nothing_is_sent_unencrypted(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = resolving(monkeypatch, PUBLIC)
    with pytest.raises(NotSentError, match="only https"):
        post_body("http://club.example/", {}, b"", HERE)
    assert asked == []


@pytest.mark.parametrize("name", ["2130706433", "0x7f.1", "localhost", "localhost.", "127.1"])
def test_another_way_to_write_this_machine_is_this_machine(name: str) -> None:
    with answering(answer("204 Taken")) as door:
        with pytest.raises(NotSentError, match=r"neither public|does not answer"):
            post_body(f"http://{name}:{door.port}/", {}, b"", [])
        assert door.count == 0


def test_whoever_sends_elsewhere_is_not_followed() -> None:
    with answering(answer("204 Taken")) as there:
        with answering(answer("307 Elsewhere", Location=there.url)) as here:
            assert post_body(here.url, {}, b"{}", HERE) == 307
        assert there.count == 0


@pytest.mark.parametrize(
    "said", [b"", b"SSH-2.0-door\r\n", b"HTTP/1.1 2000 No\r\n", b"HTTP/1.1 200", b"HTTP/1.1 200 " + b"a" * 70_000]
)
def test_an_answer_that_is_no_http_is_none(said: bytes) -> None:
    with answering(said) as door, pytest.raises(NotSentError, match="does not answer"):
        post_body(door.url, {}, b"{}", HERE)


def test_whoever_answers_byte_by_byte_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(safe_client, "PATIENCE", 0.5)

    def dribbling(caller: socket.socket) -> None:
        asked_of(caller)
        while True:
            caller.sendall(b"H")
            time.sleep(0.05)

    began = time.monotonic()
    with Door(dribbling) as door, pytest.raises(NotSentError, match="does not answer"):
        post_body(door.url, {}, b"{}", HERE)
    assert time.monotonic() - began < 3


def encrypted(names: list[str | None]) -> Door:
    """Answer behind TLS, and record the requested host."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    context.sni_callback = lambda _, name, __: names.append(name)

    def received(caller: socket.socket) -> None:
        with context.wrap_socket(caller, server_side=True) as inside:
            asked = asked_of(inside)
            inside.sendall(answer("200 OK" if b"Host: localhost:" in asked else "400 No"))

    return Door(received)


def test_over_tls_the_host_that_is_meant_is_asked_for_and_its_certificate_is_checked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names: list[str | None] = []
    with encrypted(names) as door:
        with pytest.raises(NotSentError, match="self-signed certificate"):
            post_body(f"https://localhost:{door.port}/", {}, b"{}", HERE)
        trusting = ssl.create_default_context(cafile=CERTIFICATE)
        monkeypatch.setattr(safe_client, "_make_tls_context", lambda: trusting)
        monkeypatch.setattr(socket, "getaddrinfo", only_over_ipv4(socket.getaddrinfo))
        assert post_body(f"https://localhost:{door.port}/", {}, b"{}", HERE) == 200
        with pytest.raises(NotSentError, match="mismatch"):
            post_body(f"https://elsewhere.example:{door.port}/", {}, b"{}", HERE)
    assert names[-2:] == ["localhost", "elsewhere.example"]


def only_over_ipv4(real: Any) -> Any:
    """Resolve every host to this machine."""
    return lambda _host, port, *_, **more: real("127.0.0.1", port, **more)
