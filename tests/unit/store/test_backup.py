"""Backups of a store: complete, verified, restorable into either database, and of a single moment."""

from __future__ import annotations

import os
import sqlite3
from threading import Event, Thread

import pytest

from audit.store import Role, Store
from audit.store.backup import NotEmptyError
from tests.support.stores.store_calls import BY, CLUB, appended, begun, key, visible
from tests.support.stores.tampering import changed

N = int(os.environ.get("N", "1"))


def test_a_backup_holds_everything_and_verifies(store, game, tmp_path):
    _, secret = store.issue_token(CLUB, Role.JUDGE)
    first = appended(store, game, "k", key=key())
    assert store.backup(tmp_path / "copy.db") == []
    with Store.open(f"sqlite:///{tmp_path / 'copy.db'}") as copy:
        assert visible(copy) == visible(store)
        assert copy.list_heads() == store.list_heads()
        assert copy.find_token(secret) == store.find_token(secret)
        again = copy.find_answer(key())
        assert again is not None
        assert again.answer == first.answer
        assert copy.check_readiness().ready
        assert copy.list_trigger_faults() == []
    assert sorted(tmp_path.glob("copy.db*")) == [tmp_path / "copy.db"]


def test_a_backup_overwrites_nothing(store, tmp_path):
    (tmp_path / "copy.db").write_bytes(b"something precious")
    with pytest.raises(NotEmptyError):
        store.backup(tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_bytes() == b"something precious"


@pytest.mark.parametrize("end", ["-wal", "-shm", "-journal", ".key", ".key.next"])
def test_a_backup_takes_no_name_that_belongs_to_the_database(tmp_path, end):
    with Store.open(f"sqlite:///{tmp_path}/season.db") as season:
        season.upgrade()
        before = sorted(tmp_path.iterdir())
        with pytest.raises(NotEmptyError):
            season.backup(tmp_path / f"season.db{end}")
        assert sorted(tmp_path.iterdir()) == before


def test_a_backup_takes_nothing_away_from_a_database_whose_name_is_like_that_of_a_part(tmp_path):
    with Store.open(f"sqlite:///{tmp_path}/season.db.part") as season:
        season.upgrade()
        season.found_club(CLUB)
        assert season.backup(tmp_path / "season.db") == []
        assert season.list_clubs() == [CLUB]


def test_of_two_backups_of_one_name_at_once_one_is_whole_and_the_other_refused(store, game, tmp_path):
    appended(store, game, "more")
    place, came = tmp_path / "copy.db", []

    def other(table: str, _count: int) -> None:
        if table == "games":
            came.append(store.backup(place))

    with pytest.raises(NotEmptyError):
        store.backup(place, other)
    assert came == [[]]
    with Store.open(f"sqlite:///{place}") as copy:
        assert (copy.verify(store.list_heads()), visible(copy)) == ([], visible(store))
    assert sorted(tmp_path.glob("copy.db*")) == [place]


def test_a_backup_of_damage_says_so(store, url, game, tmp_path):
    changed(url, "UPDATE events SET body = :body WHERE seq = 2 AND game = :game", body=b"{}", game=game.id)
    assert [damage.seq for damage in store.backup(tmp_path / "copy.db")] == [2]


@pytest.mark.parametrize("into", ["sqlite", "postgresql"])
def test_a_backup_is_restored_into_either_database(sqlite_url, postgresql_url, tmp_path, into):
    source, target = (postgresql_url, sqlite_url) if into == "sqlite" else (sqlite_url, postgresql_url)
    with Store.open(source) as store, Store.open(target) as restored:
        store.found_club(CLUB)
        game = appended(store, begun(store), *"abc").game
        store.add_upload(CLUB, bytes(range(256)), by=BY)
        store.backup(tmp_path / "copy.db")
        assert restored.restore(tmp_path / "copy.db")["events"] == 3
        assert visible(restored) == visible(store)
        assert restored.verify(store.list_heads()) == []
        assert appended(restored, restored.read_game(CLUB, game), "d").seq == 4
        with pytest.raises(NotEmptyError):
            restored.restore(tmp_path / "copy.db")


def test_a_backup_taken_while_events_are_appended_is_one_moment_of_the_game(store, tmp_path):
    games = [begun(store) for _ in range(3)]
    stop = Event()

    def going_on() -> None:
        stands = list(games)
        while not stop.is_set():
            stands = [store.read_game(CLUB, appended(store, game, "a", "b").game) for game in stands]

    thread = Thread(target=going_on)
    thread.start()
    try:
        for number in range(2 * N):
            assert store.backup(tmp_path / f"copy-{number}.db") == []
    finally:
        stop.set()
        thread.join()
    for number in range(2 * N):
        with Store.open(f"sqlite:///{tmp_path}/copy-{number}.db") as copy:
            assert store.verify(copy.list_heads()) == []
            assert all(head.seq % 2 == 0 for head in copy.list_heads())


def test_verification_while_events_are_appended_finds_no_damage(store):
    stop = Event()

    def going_on() -> None:
        stands = begun(store)
        while not stop.is_set():
            stands = store.read_game(CLUB, appended(store, stands, "a").game)

    thread = Thread(target=going_on)
    thread.start()
    try:
        assert [store.verify() for _ in range(5 * N)] == [[]] * 5 * N
    finally:
        stop.set()
        thread.join()


def test_a_file_that_is_no_database_is_told_so(tmp_path):
    (tmp_path / "nonsense.db").write_bytes(b"this is not SQLite" * 100)
    with Store.open(f"sqlite:///{tmp_path}/nonsense.db") as store:
        assert not store.check_readiness().ready
    assert sqlite3.sqlite_version_info >= (3, 24)
