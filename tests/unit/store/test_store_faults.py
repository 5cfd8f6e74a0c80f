"""Failures: processes killed, databases gone, locks held, disks full; acknowledged data is there afterwards."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Thread
from typing import Any

import psycopg
import pytest
from sqlalchemy import event, text
from sqlalchemy.engine import make_url

from audit.store import DiskFull, GameHead, Store, Unavailable
from tests.support.paths import ROOT
from tests.support.stores.killed_writer import BATCH
from tests.support.stores.postgres_proxy import Proxy
from tests.support.stores.store_calls import BY, CLUB, appended, begun, key

N = int(os.environ.get("N", "1"))
# Every step is tried in a long run only; each takes a process.
STRIDE = max(1, 4 // N)


def killed_at(url: str, game: str, first: int, last: int) -> list[dict[str, Any]]:
    """Kill a writer at each of these steps; return what each had acknowledged."""
    command = [
        sys.executable,
        "-m",
        "tests.support.stores.killed_writer",
        url,
        CLUB,
        game,
        str(first),
        str(last),
        str(STRIDE),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, timeout=600, check=False)  # noqa: S603 - this program
    assert done.returncode == 0, done.stderr.decode()
    points = [json.loads(line) for line in done.stdout.splitlines()]
    assert all(point["killed"] or point["whole"] for point in points), points
    return points


def test_a_writer_killed_at_any_step_loses_nothing_and_leaves_nothing_half_done(store, url):
    """Kill at each step into the driver, or every few, until no further step has work left."""
    game = begun(store).id
    points: list[dict[str, Any]] = []
    for begin in range(1, N + 1):
        first = begin
        while not points or not points[-1]["whole"]:
            points += killed_at(url, game, first, first + 20 * STRIDE - 1)
            first += 20 * STRIDE
            assert first < 1000, "the writer never came to its end"
        killed = [point for point in points if point["killed"]]
        assert len(killed) > 10
        check(store, game, points)
        points[-1]["whole"] = False


def check(store: Store, game: str, points: list[dict[str, Any]]) -> None:
    """Compare what was acknowledged with what is stored."""
    said = [one for point in points for one in point["acknowledged"]]
    assert not [one for one in said if "wrong" in one]
    heads = [GameHead(game, one["seq"], one["head"]) for one in said if "seq" in one]
    assert heads
    assert store.verify(heads) == []
    events = store.list_events(CLUB, game)
    assert len(events) % BATCH == 0
    batches = [tuple(event.body for event in events[at : at + BATCH]) for at in range(0, len(events), BATCH)]
    for batch in batches:
        begins = {body.rpartition(b"-")[0] for body in batch}
        assert len(begins) == 1, "a batch is torn"
    for one in said:
        if "upload" in one:
            assert store.describe_upload(CLUB, one["upload"]).sha256 == one["upload"]
        else:
            answered = store.find_answer(key(one["key"]))
            assert answered is not None
            assert answered.head == one["head"]


def test_a_writer_killed_at_any_moment_loses_nothing(store, url):
    """Kill from outside, at random moments."""
    game = begun(store).id
    command = [sys.executable, "-m", "tests.support.stores.racing_writers", url, CLUB, game]
    heads: list[GameHead] = []
    for number in range(2 * N):
        with subprocess.Popen(  # noqa: S603 - this program
            [*command, f"run{number}-", "100000", "1"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as run:
            deadline = time.monotonic() + 60
            before = store.read_game(CLUB, game).seq
            while store.read_game(CLUB, game).seq < before + 20 + 7 * number:
                assert time.monotonic() < deadline, "the writer writes nothing"
            run.kill()
        row = store.read_game(CLUB, game)
        heads.append(GameHead(game, row.seq, row.head))
        assert store.verify(heads) == []
        texts = [event.body for event in store.list_events(CLUB, game)]
        assert len(texts) == len(set(texts))


# ---- PostgreSQL gone ----


def test_a_server_that_is_gone_is_unavailable_and_serves_again_when_it_is_back(postgresql_url):
    with Proxy(postgresql_url) as proxy, Store.open(proxy.url, patience=2.0) as store:
        store.found_club(CLUB)
        game = begun(store)
        for _ in range(2 * N):
            proxy.down = True
            proxy.hang_up()
            assert not store.check_readiness().ready
            with pytest.raises(Unavailable) as gone:
                appended(store, game, "a", key=key())
            assert gone.value.retry_after > 0
            with pytest.raises(Unavailable):
                store.read_game(CLUB, game.id)
            proxy.down = False
            assert store.check_readiness().ready
            game = store.read_game(CLUB, appended(store, game, "a").game)
        assert game.seq == 2 * N


def test_a_session_ended_in_the_middle_of_an_append_is_unavailable_and_undone(postgresql_url):
    with Store.open(postgresql_url) as store, psycopg.connect(postgresql_url, autocommit=True) as admin:
        store.found_club(CLUB)
        game = begun(store)

        def ending(_receipt: object) -> bytes:
            others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
            admin.execute(f"SELECT pg_terminate_backend(pid) {others}")
            return b"never kept"

        with pytest.raises(Unavailable):
            appended(store, game, "a", "b", answer=ending, key=key())
        assert store.read_game(CLUB, game.id) == game
        assert store.find_answer(key()) is None
        assert appended(store, game, "a", "b", key=key()).seq == 2
        assert store.verify() == []


def test_a_server_that_was_never_there_is_unavailable():
    with Store.open("postgresql://ada@127.0.0.1:1/none", patience=1.0) as store:
        ready = store.check_readiness()
        assert not ready.ready
        assert ready.revision is None
        with pytest.raises(Unavailable):
            store.list_clubs()


# ---- locks ----


def test_a_database_that_stays_locked_is_unavailable_until_it_is_free(opened, url):
    store = opened(patience=0.2)
    store.found_club(CLUB)
    game = begun(store)
    parsed = make_url(url)
    other: Any
    if parsed.drivername == "sqlite":
        other = sqlite3.connect(str(parsed.database), isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
    else:
        other = psycopg.connect(url)
        other.execute("LOCK TABLE events IN ACCESS EXCLUSIVE MODE")
    with pytest.raises(Unavailable) as busy:
        appended(store, game, "a")
    assert busy.value.retry_after > 0
    assert store.read_game(CLUB, game.id) == game
    other.rollback()
    other.close()
    assert appended(store, game, "a").seq == 1


def test_more_requests_than_connections_wait_and_then_are_unavailable(opened):
    store = opened(pool=1, patience=0.2)
    store.found_club(CLUB)
    with store._begin_read(), pytest.raises(Unavailable), store._begin_read():
        pass
    assert store.list_clubs() == [CLUB]


# ---- disk full ----


def full_sqlite(store: Store, room: int) -> None:
    """Leave a file no more room than it has, plus this many pages."""

    @event.listens_for(store._engine, "checkout")
    def limit(connection, _record, _proxy) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages + room}")


def test_a_full_disk_under_sqlite_is_said_and_reads_go_on(sqlite_url):
    with Store.open(sqlite_url) as setting_up:
        setting_up.found_club(CLUB)
        game = appended(setting_up, begun(setting_up), "before")
        kept = setting_up.add_upload(CLUB, b"a log", by=BY)
    with Store.open(sqlite_url) as store:
        full_sqlite(store, room=0)
        stands = store.read_game(CLUB, game.game)
        with pytest.raises(DiskFull):
            store.add_upload(CLUB, b"x" * 100_000, by=BY)
        with pytest.raises(DiskFull):
            appended(store, stands, *(f"{number:0500}" for number in range(100)), key=key())
        assert store.read_game(CLUB, game.game) == stands
        assert store.read_upload(CLUB, kept.sha256) == b"a log"
        assert len(store.list_events(CLUB, game.game)) == 1
        assert store.find_answer(key()) is None
    with Store.open(sqlite_url) as store:
        assert appended(store, stands, *(f"{number:0500}" for number in range(100)), key=key()).seq == 101
        assert store.verify() == []


@pytest.mark.parametrize("room", range(0, 24, 3))
def test_a_disk_that_fills_up_in_the_middle_of_a_batch_keeps_none_of_it(sqlite_url, room):
    with Store.open(sqlite_url) as setting_up:
        setting_up.found_club(CLUB)
        game = begun(setting_up)
    with Store.open(sqlite_url) as store:
        full_sqlite(store, room=room)
        try:
            kept = appended(store, game, *(f"{number:01000}" for number in range(60)))
        except DiskFull:
            kept = None
        assert store.read_game(CLUB, game.id).seq == (60 if kept else 0)
        assert store.verify() == []


def test_a_full_disk_under_postgresql_is_said_and_reads_go_on(postgresql_url):
    """The server reports this with its own code, 53100, wherever it happens; here a trigger reports it."""
    with Store.open(postgresql_url) as store:
        store.found_club(CLUB)
        kept = appended(store, begun(store), "before")
        with psycopg.connect(postgresql_url, autocommit=True) as admin:
            admin.execute(
                "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION "
                "'could not extend file: No space left on device' USING ERRCODE = '53100'; END $$"
            )
            try:
                for table in ("events", "uploads"):
                    admin.execute(
                        f"CREATE TRIGGER full_disk BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION full_disk()"
                    )
                with pytest.raises(DiskFull):
                    appended(store, kept, "a", key=key())
                with pytest.raises(DiskFull):
                    store.add_upload(CLUB, b"x", by=BY)
                assert len(store.list_events(CLUB, kept.game)) == 1
                assert store.find_answer(key()) is None
            finally:
                admin.execute("DROP FUNCTION full_disk CASCADE")
        assert appended(store, kept, "a", key=key()).seq == 2
        assert store.verify() == []


def test_a_reader_is_not_held_up_by_a_writer(store):
    game = begun(store)

    def slow(_receipt: object) -> bytes:
        with ThreadPoolExecutor(1) as pool:
            assert pool.submit(store.read_game, CLUB, game.id).result(timeout=30) == game
        return b"slow"

    writer = Thread(target=appended, args=(store, game, "a"), kwargs={"answer": slow})
    writer.start()
    writer.join()
    assert store.read_game(CLUB, game.id).seq == 1


def test_what_is_acknowledged_on_postgresql_is_flushed_first(postgresql_url):
    with Store.open(postgresql_url) as store, store._begin_write() as connection:
        assert connection.execute(text("SHOW synchronous_commit")).scalar() == "on"
