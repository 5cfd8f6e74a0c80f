"""A database that disappears, is locked or fills up under a running service, and a service that is asked to stop."""

from __future__ import annotations

import socket
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from psycopg import sql
from sqlalchemy.engine import make_url

from audit.store import Store
from tests.support.servers.torture.fixtures import N
from tests.support.servers.torture.full_disk import SIGN
from tests.support.servers.torture.retrying_client import JSON, Caller, CallMade, Heard, noting, said, uploading
from tests.support.servers.torture.running_service import FILLING, SERVE, Running, wait_for
from tests.support.stores import postgres
from tests.support.stores.postgres_proxy import Proxy


def is_unavailable(heard: Heard) -> bool:
    """Return whether an answer asks the client to try again later, and says when."""
    return (heard.status, heard.code) == (503, "unavailable") and int(heard.headers["retry-after"]) > 0


def all_is_said_to_be_gone(caller: Caller, asked: CallMade, game: str) -> None:
    """Check that every kind of request is refused correctly, while the process itself goes on."""
    for request in (asked, uploading(b"a log"), CallMade("GET", game), CallMade("GET", f"{game}/events")):
        assert is_unavailable(caller.sent(request)), request
    ready = caller.once("GET", "/readyz")
    assert (ready.status, ready.told["ready"]) == (503, False)
    assert int(ready.headers["retry-after"]) > 0
    assert ready.told["hint"]
    assert caller.once("GET", "/livez").status == 200


def goes_on(caller: Caller, asked: CallMade, game: str, *texts: str) -> None:
    """Check that what was refused is recorded once when it is sent again, without a restart."""
    heard, _ = caller.insisted(asked)
    assert heard.status == 201, heard
    assert caller.sent(asked).body == heard.body
    assert caller.once("GET", "/readyz").status == 200
    assert [said(event) for event in caller.events(game)] == list(texts)


# ---- database gone ----


def test_a_database_server_that_is_gone_is_said_and_the_service_recovers_by_itself(serving, postgresql_url, tally):
    with Proxy(postgresql_url) as proxy:
        running = serving(proxy.url)
        caller = running.caller
        game = caller.game()
        for number in range(2 * N):
            asked = noting(game, caller.state(game), f"key-{number}", f"{number}")
            proxy.down = True
            proxy.hang_up()
            all_is_said_to_be_gone(caller, asked, game)
            proxy.down = False
            goes_on(caller, asked, game, *map(str, range(number + 1)))
        assert running.faults() == []
        running.kill()
    tally("outages of the database, recovered from without a restart", 2 * N)


@contextmanager
def closed_to_all(url: str) -> Iterator[None]:
    """End every session of a database, and allow no new one."""
    name = sql.Identifier(str(make_url(url).database))
    server = postgres.server().render_as_string(hide_password=False)
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS false").format(name))
        try:
            admin.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (make_url(url).database,)
            )
            yield
        finally:
            admin.execute(sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS true").format(name))


def test_a_database_that_lets_nobody_in_is_said_and_the_service_recovers_by_itself(serving, postgresql_url, tally):
    running = serving(postgresql_url)
    caller = running.caller
    game = caller.game()
    asked = noting(game, caller.state(game), "key", "a")
    with closed_to_all(postgresql_url):
        all_is_said_to_be_gone(caller, asked, game)
    goes_on(caller, asked, game, "a")
    assert running.faults() == []
    tally("outages of the database, recovered from without a restart")


WAITING = (
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' "
    "AND pid <> pg_backend_pid()"
)


def test_a_session_ended_in_the_middle_of_a_request_is_said_and_undone(serving, postgresql_url, tally):
    running = serving(postgresql_url)
    caller = running.caller
    game = caller.game()
    asked = noting(game, caller.state(game), "key", "a", "b")
    with ThreadPoolExecutor(1) as pool, psycopg.connect(postgresql_url) as holder:
        with psycopg.connect(postgresql_url, autocommit=True) as admin:
            holder.execute("LOCK TABLE events IN SHARE MODE")
            waiting = pool.submit(caller.sent, asked)
            wait_for(lambda: admin.execute(WAITING).fetchone(), "the request to wait for the lock")
            admin.execute(f"SELECT pg_terminate_backend(pid) FROM ({WAITING}) AS stuck")
            assert is_unavailable(waiting.result())
        holder.rollback()
    assert caller.events(game) == []
    goes_on(caller, asked, game, "a", "b")
    assert running.faults() == []
    tally("outages of the database, recovered from without a restart")


# ---- locked ----


def held(url: str) -> Any:
    """Hold the lock that every writer needs."""
    if make_url(url).get_backend_name() == "sqlite":
        other: Any = sqlite3.connect(str(make_url(url).database), isolation_level=None, check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
    else:
        other = psycopg.connect(url)
        other.execute("LOCK TABLE events, uploads IN SHARE MODE")
    return other


def test_a_database_that_stays_locked_refuses_writers_and_lets_readers_in(running, url, tally):
    caller = running.caller
    game = caller.game()
    asked = noting(game, caller.state(game), "key", "a")
    holder = held(url)
    with ThreadPoolExecutor(2) as pool:
        writers = list(pool.map(caller.sent, (asked, uploading(b"a log"))))
    assert all(map(is_unavailable, writers))
    assert caller.events(game) == []
    holder.rollback()
    holder.close()
    goes_on(caller, asked, game, "a")
    tally("outages of the database, recovered from without a restart")


# ---- full ----


@contextmanager
def no_room_in_sqlite(running: Running) -> Iterator[None]:
    """Allow no further pages to any SQLite connection of the service."""
    sign = running.folder / SIGN
    sign.touch()
    yield
    sign.unlink()


@contextmanager
def no_room_in_postgresql(running: Running) -> Iterator[None]:
    """Let PostgreSQL report, with its own code, that it has no room for a row."""
    says = (
        "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION "
        "'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$"
    )
    with psycopg.connect(running.url, autocommit=True) as admin:
        admin.execute(says)
        try:
            for table in ("events", "uploads"):
                when = f"BEFORE INSERT ON {table} FOR EACH ROW"
                admin.execute(f"CREATE TRIGGER full_disk {when} EXECUTE FUNCTION full_disk()".encode())
            yield
        finally:
            admin.execute("DROP FUNCTION full_disk CASCADE")


@pytest.mark.parametrize(
    ("database", "program", "no_room"),
    [("sqlite", FILLING, no_room_in_sqlite), ("postgresql", SERVE, no_room_in_postgresql)],
    ids=["sqlite", "postgresql"],
)
def test_a_full_disk_is_said_and_reads_go_on(serving, request, database, program, no_room, tally):
    url = request.getfixturevalue(f"{database}_url")
    running = serving(url, program)
    caller = running.caller
    game = caller.game()
    kept = caller.sent(uploading(b"kept before")).told
    before = noting(game, caller.state(game), "before", "before")
    assert caller.sent(before).status == 201
    texts = [f"{number}: {'x' * 1_500}" for number in range(100)]
    asked = noting(game, caller.state(game), "key", *texts)
    for _ in range(N):
        with no_room(running):
            for request_ in (asked, uploading(b"y" * 200_000)):
                heard = caller.sent(request_)
                assert (heard.status, heard.code) == (507, "disk-full")
            assert [said(event) for event in caller.events(game)] == ["before"]
            assert caller.once("GET", f"{kept['url']}/original").body == b"kept before"
            assert caller.once("GET", "/readyz").status == 200
    goes_on(caller, asked, game, "before", *texts)
    running.kill()
    assert running.faults() == []
    with Store.open(url) as store:
        assert store.verify() == []
    tally("writes refused by a full disk", 2 * N)


# ---- asked to stop ----


def begun_to_ask(running: Running, asked: CallMade) -> socket.socket:
    """Send the head of a request, and wait until a worker wants the rest."""
    head = {
        "Host": "localhost",
        "Authorization": f"Bearer {running.token}",
        "Content-Type": JSON,
        "Content-Length": str(len(asked.body)),
        "Expect": "100-continue",
        "Connection": "close",
        **asked.headers,
    }
    lines = [f"{asked.method} {asked.path} HTTP/1.1", *(f"{name}: {text}" for name, text in head.items())]
    line = socket.create_connection(("127.0.0.1", running.port), timeout=60)
    line.sendall("\r\n".join(lines).encode() + b"\r\n\r\n")
    assert line.recv(100).startswith(b"HTTP/1.1 100")
    return line


def all_of(line: socket.socket) -> bytes:
    """Read an answer to its end."""
    with line, line.makefile("rb") as seen:
        return seen.read()


def lets_nobody_in(running: Running) -> bool:
    """Return whether a new client is not served; the system may still let it wait in the queue."""
    try:
        with socket.create_connection(("127.0.0.1", running.port), timeout=1) as line:
            line.sendall(b"GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return not line.recv(1)
    except OSError:
        return True


def test_a_service_that_is_asked_to_stop_finishes_what_it_has_begun(running, url, tally):
    for number in range(N):
        caller = running.caller
        games = [caller.game() for _ in range(3)]
        requests = [noting(game, caller.state(game), f"{number}-{at}", "last words") for at, game in enumerate(games)]
        lines = [begun_to_ask(running, asked) for asked in requests]
        running.terminate()
        wait_for(lambda: lets_nobody_in(running), "the door to be shut")
        for line, asked in zip(lines, requests, strict=True):
            line.sendall(asked.body)
        answers = [all_of(line) for line in lines]
        assert [answer[:12] for answer in answers] == [b"HTTP/1.1 201"] * 3
        assert running.ended() == 0
        running.start()
        for game, answer, asked in zip(games, answers, requests, strict=True):
            assert [said(event) for event in running.caller.events(game)] == ["last words"]
            assert answer.endswith(running.caller.sent(asked).body)
    with Store.open(url) as store:
        assert store.verify() == []
    tally("requests finished by a service that was asked to stop", 3 * N)
