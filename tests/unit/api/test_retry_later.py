"""Clients that repeat a request too early are refused without a thread, so that others are answered meanwhile."""

from __future__ import annotations

import json
import socket
import time
from pathlib import Path
from typing import Any, cast

import pytest

from api.server import retry_later
from api.server.retry_later import RetryLater
from api.settings import Settings
from api.workers.pool import IN_VAIN, AuditPool
from tests.support.servers.serve_command import serving

ONE = "Bearer one"
ASKED = b"GET /api/v1/token HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer one\r\n\r\n"


def refused(later: RetryLater, after: str, status: str = "429 X", token: str = ONE) -> None:
    """Make the service answer one request like this."""

    def service(_environ: object, start: object) -> list[bytes]:
        start(status, [("Retry-After", after)])  # type: ignore[operator] # WSGI's
        return [b""]

    environ = {
        "REQUEST_METHOD": "GET",
        "RAW_URI": "/api/v1/token?x=1",
        **({"HTTP_AUTHORIZATION": token} if token else {}),
    }
    assert later.as_middleware(service)(environ, cast("Any", lambda *_: None)) == [b""]


def test_the_same_asked_by_the_same_token_waits_as_long_as_told_and_nobody_else_does() -> None:
    later = RetryLater()
    assert later.seconds(ASKED) == 0
    refused(later, "3")
    assert 2 < later.seconds(ASKED) <= 3
    assert later.seconds(ASKED.replace(b"/token", b"/token?limit=5").replace(b"Auth", b"AUTH")) > 2
    for another in (b"Bearer two", b"Bearer on"):
        assert later.seconds(ASKED.replace(b"Bearer one", another)) == 0
    assert later.seconds(ASKED.replace(b"/token", b"/games")) == 0
    assert later.seconds(ASKED.replace(b"GET", b"PUT")) == 0
    assert later.seconds(ASKED.replace(b"Authorization: Bearer one\r\n", b"")) == 0


def test_a_body_cannot_pass_for_a_header() -> None:
    later = RetryLater()
    refused(later, "3")
    sent = ASKED.replace(b"Authorization: Bearer one\r\n", b"") + b"\r\nAuthorization: Bearer one\r\n"
    assert later.seconds(sent) == 0


@pytest.mark.parametrize(
    ("after", "status", "token"),
    [("3", "503 SERVICE UNAVAILABLE", "Bearer one"), ("soon", "429 X", "Bearer one"), ("3", "429 X", "")],
    ids=["of another kind", "no time", "no token"],
)
def test_only_a_refusal_with_a_time_and_a_token_is_held_against_anybody(after: str, status: str, token: str) -> None:
    later = RetryLater()
    refused(later, after, status, token)
    assert later.seconds(ASKED) == 0


def test_nobody_is_kept_waiting_for_longer_than_a_moment_without_being_heard_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    later = RetryLater()
    refused(later, "3600")
    assert later.seconds(ASKED) <= retry_later.LONGEST
    now = time.monotonic()
    monkeypatch.setattr("api.server.retry_later.time.monotonic", lambda: now + retry_later.LONGEST + 1)
    assert later.seconds(ASKED) == 0
    assert not later._until


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retry_later, "MOST", 2)
    later = RetryLater()
    for number in range(5):
        refused(later, "3", token=f"Bearer {number}")
    assert len(later._until) == 2


def test_a_club_whose_log_was_too_much_for_the_worker_has_no_other_tried_there_for_a_while() -> None:
    pool = AuditPool(Settings(audit_processes=0))
    assert pool.may_run_in_worker("harbour")
    pool.record_overrun("harbour", 60 * IN_VAIN)
    assert not pool.may_run_in_worker("harbour")
    assert pool.may_run_in_worker("lagoon")
    pool.record_overrun("harbour", 0)
    time.sleep(0.001)
    assert pool.may_run_in_worker("harbour")


def test_a_running_service_lets_who_comes_too_soon_wait_and_answers_others(tmp_path: Path) -> None:
    with serving(tmp_path, "--rate-token", "2/minute") as (address, _):
        port = int(address.rpartition(":")[2])

        def ask(token: str) -> tuple[int, bytes, float]:
            begun = time.monotonic()
            with socket.create_connection(("127.0.0.1", port), timeout=30) as line, line.makefile("rb") as answer:
                line.sendall(ASKED.replace(b"one", token.encode()).replace(b"Host: x", b"Host: x\r\nConnection: close"))
                raw = answer.read()
            return int(raw.split(b" ", 2)[1]), raw, time.monotonic() - begun

        refused = [(raw, waited) for status, raw, waited in (ask("one") for _ in range(7)) if status == 429]
        for raw, _ in refused:
            assert json.loads(raw.partition(b"\r\n\r\n")[2])["code"] == "too-many-requests"
            assert b"\r\nRetry-After: " in raw
        # Not an upper bound: an early client has to wait. If a minute ends soon, the next request is handled.
        assert len([waited for _, waited in refused if waited > 0.5]) > 1
        assert ask("two")[0] == 401
