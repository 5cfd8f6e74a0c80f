"""Raw bytes that are hardly HTTP: a service run as by its operator answers with a problem."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.access.security_headers import HEADERS
from tests.support.servers.raw_http import said
from tests.support.servers.serve_command import serving


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, str]]:
    """Run the service as its operator does; return its port and an admin's token."""
    place: Path = tmp_path_factory.mktemp("wire")
    with serving(place) as (address, process):
        assert process.stdout is not None
        yield int(address.rpartition(":")[2]), process.stdout.readline().decode().strip()


def request(token: str, *lines: str, method: str = "POST", path: str = "/api/v1/tokens", body: bytes = b"") -> bytes:
    document = [
        f"{method} {path} HTTP/1.1",
        "Host: x",
        f"Authorization: Bearer {token}",
        "Connection: close",
        *lines,
        "",
        "",
    ]
    return "\r\n".join(document).encode("latin-1") + body


TYPE = "Content-Type: application/json"
GOOD = b'{"role": "viewer"}'
LINES_OF = {
    "a header that is too long": (["X-Long: " + "x" * 9_000], b"", 431),
    "a token that is too long": (["X-Auth: " + "y" * 70_000], b"", 431),
    "too many headers": ([f"X-{count}: x" for count in range(200)], b"", 431),
    "a length that is no number": ([TYPE, "Content-Length: x"], GOOD, 400),
    "a length below nothing": ([TYPE, "Content-Length: -5"], GOOD, 400),
    "two lengths": ([TYPE, "Content-Length: 18", "Content-Length: 19"], GOOD, 400),
    "a length and chunks": ([TYPE, "Content-Length: 5", "Transfer-Encoding: chunked"], b"0\r\n\r\n", 400),
    "a transfer of another kind": ([TYPE, "Transfer-Encoding: cow"], GOOD, 400),
    "chunks that are none": ([TYPE, "Transfer-Encoding: chunked"], b"zz\r\nabc\r\n", 400),
    "a header without a name": ([": x"], b"", 400),
    "a header with a blank in its name": (["X Y: x"], b"", 400),
    "NUL in a header": (["X-Y: a\0b"], b"", 400),
    "a folded header": (["X-Y: a", " b"], b"", 400),
}


@pytest.mark.parametrize("sort", LINES_OF)
def test_what_is_hardly_http_is_answered_with_a_problem(wire: tuple[int, str], sort: str) -> None:
    port, token = wire
    lines, body, status = LINES_OF[sort]
    content, head, document = said(port, request(token, *lines, body=body), end=True)
    problem = json.loads(document)
    assert (content, problem["status"], b"application/problem+json" in head) == (status, status, True), head
    assert f"X-Request-Id: {problem['request_id']}".encode() in head
    assert all(f"{name}: {value}".encode() in head for name, value in HEADERS.items())
    assert said(port, request(token, method="GET", path="/livez"))[0] == 200, "the service goes on"


def test_who_names_no_host_is_refused_unless_by_the_older_http(wire: tuple[int, str]) -> None:
    port, _ = wire
    status, head, body = said(port, b"GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n")
    assert (status, json.loads(body)["code"]) == (400, "bad-request")
    assert b"nosniff" in head
    assert said(port, b"GET /livez HTTP/1.0\r\n\r\n")[0] == 200


NO_HOSTS = [
    "a b",
    "a\tb",
    "a/b",
    "a@b",
    "a,b",
    "[::1",
    "[zz]",
    "::1",
    "a:b",
    "a:99999",
    "<b>",
    "a%41",
    "\xe9",
    "a" * 300,
    "",
]


@pytest.mark.parametrize("path", ["/livez", "/api/v1/games"])
def test_what_can_be_no_host_is_refused(wire: tuple[int, str], path: str) -> None:
    port, _ = wire
    asked = "GET {} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n"
    found = {host: said(port, asked.format(path, host).encode("latin-1"))[::2] for host in NO_HOSTS}
    assert {host: status for host, (status, _) in found.items()} == dict.fromkeys(NO_HOSTS, 400)
    assert {json.loads(body)["code"] for _, body in found.values()} == {"bad-request"}
    for host in (
        "x",
        "club.example:8080",
        "a_b",
        "127.0.0.1:65535",
        "[::1]",
        "[::1]:80",
        "[::ffff:1.2.3.4]:1",
        "x:",
        "xn--a",
    ):
        assert said(port, asked.format(path, host).encode())[0] == 200, host


def test_an_address_that_is_too_long_is_refused_with_a_problem(wire: tuple[int, str]) -> None:
    port, token = wire
    for length, status in ((8_000, 404), (9_000, 414), (200_000, 414)):
        content, _, document = said(port, request(token, method="GET", path="/api/v1/logs/" + "a" * length))
        assert (content, json.loads(document)["status"]) == (status, status)


@pytest.mark.parametrize(
    "raw", [b"\r\n\r\n", b"GET\r\n\r\n", b"\x16\x03\x01\x02\x00", b"G\0T / HTTP/1.1\r\n\r\n", b"GET / HTTP/9\r\n\r\n"]
)
def test_what_is_no_http_at_all_is_refused(wire: tuple[int, str], raw: bytes) -> None:
    port, token = wire
    status, _, document = said(port, raw + b"\r\n" * 4, end=True)
    assert (status, json.loads(document)["code"]) == (400, "bad-request")
    assert said(port, request(token, method="GET", path="/livez"))[0] == 200


@pytest.mark.parametrize(
    "raw",
    [
        b"GE",
        b"GET /livez HTTP/1.1\r\nHost: x\r\nX-Y: a",
        b"\r\n",
        b"GET / HTTP/1.1\n\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\r\n",
    ],
)
def test_who_ends_within_a_head_is_answered(wire: tuple[int, str], raw: bytes) -> None:
    port, _ = wire
    status, _, document = said(port, raw, end=True)
    assert (status, json.loads(document)["code"]) == (400, "bad-request")


def test_a_body_shorter_than_it_says_is_refused_and_one_in_chunks_is_read(wire: tuple[int, str]) -> None:
    port, token = wire
    status, _, document = said(port, request(token, TYPE, "Content-Length: 500", body=GOOD), end=True)
    assert (status, json.loads(document)["errors"][0]["header"]) == (400, "Content-Length")
    chunks = f"{len(GOOD):x}\r\n".encode() + GOOD + b"\r\n0\r\n\r\n"
    status, _, document = said(port, request(token, TYPE, "Transfer-Encoding: chunked", body=chunks))
    assert (status, json.loads(document)["token"]["club"]) == (201, "club")
    bytewise = b"".join(b"1\r\n%c\r\n" % letter for letter in GOOD.ljust(300_000)) + b"0\r\n\r\n"
    status, _, document = said(port, request(token, TYPE, "Transfer-Encoding: chunked", body=bytewise))
    assert (status, json.loads(document)["token"]["club"]) == (201, "club"), "each byte in a chunk of its own"
    endless = b"fffff\r\n" + b" " * 0xFFFFF + b"\r\n"
    status, _, document = said(
        port, request(token, TYPE, "Transfer-Encoding: chunked", body=endless * 3 + b"0\r\n\r\n")
    )
    assert (status, json.loads(document)["code"]) == (413, "too-large")
