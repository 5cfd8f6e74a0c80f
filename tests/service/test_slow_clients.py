"""Slow or silent clients block no other client: a request gets a thread once it is complete, within a time limit."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from api.server.request_reader import BODY_SECONDS, HEAD_SECONDS, LONGEST_LINE, SLOWEST, RequestReader
from tests.support.command_line import BROKEN
from tests.support.games import pebbles
from tests.support.servers.serve_command import serving, told_by

MOST = 100_000
HEAD = b"POST /api/v1/audits HTTP/1.1\r\nHost: x\r\n"
CHUNKS = b"5\r\nhello\r\n3;a=b\r\n, a\r\n0\r\nTrailer: x\r\n\r\n"
WHOLE = {
    "no body": (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b""),
    "a body": (HEAD + b"Content-Length: 5\r\n\r\n", b"hello"),
    "an empty body": (HEAD + b"content-length: 0\r\n\r\n", b""),
    "chunks": (HEAD + b"Transfer-Encoding: Chunked\r\n\r\n", CHUNKS),
    "no chunks": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"0\r\n\r\n"),
}


def arriving() -> RequestReader:
    """Wait for a request."""
    return RequestReader(0.0, 10.0, MOST)


@pytest.mark.parametrize("sort", WHOLE)
@pytest.mark.parametrize("step", [1, 7, 1_000])
def test_a_request_is_whole_with_its_last_byte_and_what_follows_is_none_of_it(sort: str, step: int) -> None:
    raw = b"".join(WHOLE[sort])
    for end in (raw, raw + b"GET /another HTTP/1.1\r\n"):
        request, sent = arriving(), 0
        while request.whole is None:
            assert sent < len(end)
            assert request.refused is None
            request.take(end[sent : sent + step], 1.0)
            sent += step
        assert request.whole == len(raw)


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (b"GET /" + b"a" * LONGEST_LINE, 414),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * LONGEST_LINE, 431),
        (b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 200, 431),
        (HEAD + b"Content-Length: 100001\r\n\r\n", 413),
        (HEAD + b"Content-Length: " + b"9" * 5_000 + b"\r\n\r\n", 413),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\nfffff\r\n" + b"x" * 300_000, 413),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\n" + b"X: y\r\n" * 20_000, 431),
    ],
    ids=["address", "header", "headers", "length", "endless length", "chunks", "trailers"],
)
def test_what_is_too_large_is_refused_before_it_has_come(raw: bytes, status: int) -> None:
    for step in (1, 9_000) if len(raw) < 20_000 else (9_000,):
        request, sent = arriving(), 0
        while request.refused is None:
            assert sent < len(raw)
            request.take(raw[sent : sent + step], 1.0)
            assert request.whole is None
            sent += step
        assert request.refused == status


@pytest.mark.parametrize(
    "lines",
    [
        b"Content-Length: x\r\n",
        b"Content-Length: -5\r\n",
        b"Content-Length: 1\r\nContent-Length: 2\r\n",
        b"Content-Length: 1\r\nTransfer-Encoding: chunked\r\n",
        b"Transfer-Encoding: cow\r\n",
        b"Transfer-Encoding: chunked, chunked\r\n",
    ],
)
def test_a_head_that_cannot_be_is_handed_on_to_be_refused(lines: bytes) -> None:
    request = arriving()
    request.take(HEAD + lines + b"\r\nbody", 1.0)
    assert request.whole == len(HEAD + lines) + 2


def test_chunks_that_are_none_and_a_body_that_ends_early_are_handed_on_to_be_refused() -> None:
    for body, more in ((b"zz\r\nabc\r\n", b""), (b"5\r\nhel", b"")):
        request = arriving()
        request.take(HEAD + b"Transfer-Encoding: chunked\r\n\r\n" + body, 1.0)
        if request.whole is None:
            request.take(more, 2.0)
        assert request.whole == len(request.raw)


def test_it_is_waited_for_so_long_and_for_a_body_that_comes_steadily_longer() -> None:
    request = RequestReader(100.0, 3.0, MOST)
    assert request.deadline == 103.0
    request.take(b"G", 101.0)
    assert request.deadline == 101.0 + HEAD_SECONDS
    request.take(b"E", 110.0)
    assert request.deadline == 101.0 + HEAD_SECONDS, "a byte now and then is no reason to wait longer"
    request = RequestReader(100.0, 3.0, MOST)
    request.take(HEAD + b"Content-Length: 90000\r\n\r\n", 105.0)
    assert request.deadline == 105.0 + BODY_SECONDS
    request.take(b"x" * SLOWEST, 106.0)
    assert request.deadline == 106.0 + BODY_SECONDS


# ---- over the wire ----


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """Run the service as its operator does; return its address and an admin's token."""
    place: Path = tmp_path_factory.mktemp("slow")
    with serving(place) as (address, process):
        assert process.stdout is not None
        yield address, process.stdout.readline().decode().strip()


def _line(address: str) -> socket.socket:
    host, _, port = address.removeprefix("http://").partition(":")
    return socket.create_connection((host, int(port)), timeout=60)


def test_forty_slow_clients_hold_up_nobody_and_are_told_in_the_end(here: tuple[str, str]) -> None:
    address, token = here
    log = pebbles.log(*BROKEN)
    begun = [b"", b"POST /api/v1/au", HEAD + b"Content-Length: 50\r\n\r\nhalf a", HEAD + b"Expect: 100-continue\r\n"]
    with ExitStack() as held:
        slow = [held.enter_context(_line(address)) for _ in range(40)]
        for number, line in enumerate(slow):
            line.sendall(begun[number % len(begun)])
        for _ in range(10):
            assert told_by(f"{address}/api/v1/audits", token, log)["verdict"] == "broken"
            assert told_by(f"{address}/livez") == {"alive": True}
        for number in (1, 2, 3):
            head, _, body = _all(slow[number]).partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 408 ")
            assert json.loads(body)["code"] == "too-slow"
        assert _all(slow[0]) == b"", "who has said nothing is told nothing"
    assert told_by(f"{address}/livez") == {"alive": True}


def _all(line: socket.socket) -> bytes:
    received = b""
    while more := line.recv(1 << 16):
        received += more
    return received


def test_requests_that_come_at_once_or_byte_by_byte_are_answered_one_after_the_other(here: tuple[str, str]) -> None:
    address, token = here
    log = pebbles.log(*BROKEN)
    audit = (
        HEAD + f"Authorization: Bearer {token}\r\nContent-Type: text/plain\r\nContent-Length: {len(log)}\r\n".encode()
    )
    live = b"GET /livez HTTP/1.1\r\nHost: x\r\n"
    parts = [live + b"\r\n", audit + b"\r\n" + log, live + b"\r\n", audit + b"Connection: close\r\n\r\n" + log]
    for step in (1, 10_000):
        with _line(address) as line:
            raw = b"".join(parts)
            for at in range(0, len(raw), step):
                line.sendall(raw[at : at + step])
            answers = _all(line)
        assert answers.count(b"HTTP/1.1 200 OK") == 4
        assert answers.count(b'{"alive":true}') == 2
        assert answers.count(b'"verdict": "broken"') == 2


def test_who_waits_to_be_asked_for_the_body_is_asked(here: tuple[str, str]) -> None:
    address, token = here
    log = pebbles.log(*BROKEN)
    lines = f"Authorization: Bearer {token}\r\nContent-Type: text/plain\r\nContent-Length: {len(log)}\r\n".encode()
    with _line(address) as line:
        line.sendall(HEAD + lines + b"Connection: close\r\nExpect: 100-continue\r\n\r\n")
        assert line.recv(100).startswith(b"HTTP/1.1 100 Continue\r\n\r\n")
        line.sendall(log)
        assert _all(line).startswith(b"HTTP/1.1 200 OK"), "and is not asked twice"


def test_an_answer_is_not_lost_where_its_client_still_sends(here: tuple[str, str]) -> None:
    address, token = here
    lines = f"Authorization: Bearer {token}\r\nContent-Type: text/plain\r\nContent-Length: 9000000\r\n\r\n".encode()
    with _line(address) as line:
        line.sendall(HEAD + lines + b"x" * 9_000_000)
        assert _all(line).startswith(b"HTTP/1.1 413 ")
