"""Database files in use: a removed or replaced file is noticed before any write is acknowledged."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.engine import make_url

from audit.store import Stale, Store, Unavailable
from audit.store.backend.sqlite_file import BEGINNINGS, CompanionFile, DatabaseFile
from tests.support.command_line import really
from tests.support.stores.store_calls import BY, CLUB, OTHER, appended, begun, key


@pytest.mark.parametrize("what", ["deleted", "replaced", "moved away and back"])
def test_nothing_is_acknowledged_once_the_file_is_another(sqlite_url, what):
    place = Path(str(make_url(sqlite_url).database))
    aside = place.with_name("aside.db")
    with Store.open(sqlite_url) as store:
        store.found_club(CLUB)
        store.add_upload(CLUB, b"a log", by=BY)
        place.rename(aside)
        if what == "replaced":
            place.write_bytes(aside.read_bytes())
        for ask in (lambda: store.add_upload(CLUB, b"another log", by=BY), lambda: store.found_club(OTHER)):
            with pytest.raises(Unavailable, match="removed or replaced"):
                ask()
        readiness = store.check_readiness()
        assert (readiness.ready, "removed or replaced" in readiness.hint) == (False, True)
        if what == "moved away and back":
            aside.rename(place)
            assert store.check_readiness().ready
            store.add_upload(CLUB, b"another log", by=BY)


def test_what_went_into_a_file_that_vanished_meanwhile_is_not_acknowledged(sqlite_url):
    place = Path(str(make_url(sqlite_url).database))
    with Store.open(sqlite_url) as store:
        store.found_club(CLUB)
        event.listen(store._writer, "commit", lambda _: place.unlink())
        with pytest.raises(Unavailable, match="removed"):
            store.add_upload(CLUB, b"a log", by=BY)


def beside(url: str) -> Path:
    """Name the write-ahead log."""
    return Path(f"{make_url(url).database}-wal")


def emptied(place: Path) -> None:
    place.write_bytes(b"")


def replaced(place: Path) -> None:
    raw = place.read_bytes()
    place.unlink()
    place.write_bytes(raw)


LOSSES: dict[str, tuple[Callable[[Path], object], str]] = {
    "deleted": (Path.unlink, "SIGTERM"),
    "replaced": (replaced, "SIGTERM"),
    "emptied": (emptied, "restore a backup|The database"),
}


@pytest.mark.parametrize("what", LOSSES)
def test_nothing_is_acknowledged_once_the_newest_writes_are_in_another_file(sqlite_url, what):
    lose, says = LOSSES[what]
    with Store.open(sqlite_url) as store:
        store.found_club(CLUB)
        store.add_upload(CLUB, b"a log", by=BY)
        lose(beside(sqlite_url))
        for _ in range(3):
            with pytest.raises(Unavailable, match=says):
                store.add_upload(CLUB, b"another log", by=BY)
        assert (store.check_readiness().ready, bool(store.check_readiness().hint)) == (False, True)


def test_newest_writes_that_were_taken_away_are_there_again_after_an_orderly_end(sqlite_url):
    with Store.open(sqlite_url) as store:
        store.found_club(CLUB)
        kept = store.add_upload(CLUB, b"a log", by=BY)
        beside(sqlite_url).unlink()
        assert not store.check_readiness().ready
    with Store.open(sqlite_url) as store:
        assert store.read_upload(CLUB, kept.sha256) == b"a log"


def test_what_went_into_newest_writes_that_vanished_meanwhile_is_not_acknowledged(sqlite_url):
    with Store.open(sqlite_url) as store:
        store.found_club(CLUB)
        event.listen(store._writer, "commit", lambda _: beside(sqlite_url).unlink())
        with pytest.raises(Unavailable, match="SIGTERM"):
            store.add_upload(CLUB, b"a log", by=BY)


def test_sqlite_may_empty_its_newest_writes_and_take_them_away_once_nobody_has_the_database_open(sqlite_url):
    with Store.open(sqlite_url) as store:
        store.found_club(CLUB)
        with closing(sqlite3.connect(str(make_url(sqlite_url).database))) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()
            assert (beside(sqlite_url).stat().st_size, store.check_readiness().ready) == (0, True)
            store.add_upload(CLUB, b"a log", by=BY)
        store._engine.dispose()
        assert not beside(sqlite_url).exists()
        store.add_upload(CLUB, b"another log", by=BY)
        assert store.check_readiness().ready


def test_newest_writes_of_a_database_behind_a_link_are_watched_where_they_are(sqlite_url):
    link = Path(str(make_url(sqlite_url).database)).with_name("link.db")
    link.symlink_to(str(make_url(sqlite_url).database))
    with Store.open(f"sqlite:///{link}") as store:
        store.found_club(CLUB)
        assert store.check_readiness().ready
        beside(sqlite_url).unlink()
        assert not store.check_readiness().ready


def test_a_file_system_without_such_a_file_serves_as_well(tmp_path, monkeypatch):
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda place, **more: connect(f"{place}&vfs=unix-dotfile", **more))
    place = tmp_path / "club.db"
    with Store.open(f"sqlite:///{place}") as store:
        store.upgrade()
        store.found_club(CLUB)
        store.add_upload(CLUB, b"a log", by=BY)
        assert store.check_readiness().ready
    assert not beside(f"sqlite:///{place}").exists()


def test_nobody_writes_any_more_once_what_turns_are_taken_by_is_gone(sqlite_url):
    turns = Path(f"{make_url(sqlite_url).database}-shm")
    with Store.open(sqlite_url, secret="") as store:
        store.found_club(CLUB)
        kept = store.add_upload(CLUB, b"a log", by=BY)
        turns.unlink()
        for ask in (lambda: store.add_upload(CLUB, b"another log", by=BY), lambda: store.found_club(OTHER)):
            with pytest.raises(Unavailable, match="-shm"):
                ask()
        assert (store.check_readiness().ready, "Restart" in store.check_readiness().hint) == (False, True)
        # It would start a new file, unaware of our writes, and we of its writes.
        issued = really("token", "new", "--club", CLUB, "--role", "viewer", "--database", sqlite_url)
        assert (issued.returncode, issued.stdout, b"-shm" in issued.stderr) == (5, b"", True)
        assert not turns.exists()
    with Store.open(sqlite_url, secret="") as store:
        assert store.read_upload(CLUB, kept.sha256) == b"a log"
        store.add_upload(CLUB, b"another log", by=BY)


def copied_over(place: Path, backup: Path) -> None:
    place.write_bytes(backup.read_bytes())


def cut_to_nothing(place: Path, _backup: Path) -> None:
    place.write_bytes(b"")


@pytest.mark.parametrize("overwrite", [copied_over, cut_to_nothing])
def test_nothing_is_acknowledged_once_something_else_stands_in_the_same_file(sqlite_url, overwrite):
    place = Path(str(make_url(sqlite_url).database))
    with Store.open(sqlite_url) as store:
        store.found_club(CLUB)
        store.note_upkeep("serve")
        store.add_upload(CLUB, b"a log", by=BY)
        store.backup(place.with_name("backup.db"))
        later = store.add_upload(CLUB, b"a later log", by=BY)
        with closing(sqlite3.connect(place)) as other:
            # So that it is in the file itself, and gone with the copy.
            other.execute("PRAGMA wal_checkpoint(RESTART)").close()
        assert store.read_upload(CLUB, later.sha256) == b"a later log"
        overwrite(place, place.with_name("backup.db"))
        for _ in range(3):
            with pytest.raises(Unavailable, match="overwritten"):
                store.add_upload(CLUB, b"another log", by=BY)
        assert (store.check_readiness().ready, "put the backup in its place" in store.check_readiness().hint) == (
            False,
            True,
        )


def test_what_sqlite_itself_writes_into_the_file_is_no_overwriting(sqlite_url):
    with Store.open(sqlite_url) as store, closing(sqlite3.connect(str(make_url(sqlite_url).database))) as other:
        store.found_club(CLUB)
        for turn in range(3):
            store.note_upkeep("serve")
            store.add_upload(CLUB, b"log %d" % turn, by=BY)
            other.execute("PRAGMA wal_checkpoint(RESTART)").close()
            assert store.check_readiness().ready
        other.execute("VACUUM").close()
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)").close()
        assert store.check_readiness().ready


def test_looking_into_the_file_takes_no_lock_away(sqlite_url):
    place = str(make_url(sqlite_url).database)
    with Store.open(sqlite_url) as store:
        store.found_club(CLUB)
        with closing(sqlite3.connect(place)) as other:
            other.execute("PRAGMA wal_checkpoint").close()
        assert store.check_readiness().ready
        assert really("db", "check", "--database", sqlite_url).returncode == 0
        # The last connection removes this file: it was not the last if our lock is still there.
        assert beside(sqlite_url).exists()


@pytest.mark.parametrize(("number", "gone"), [(errno.EMFILE, False), (errno.ENFILE, False), (errno.EIO, True)])
def test_newest_writes_are_not_said_to_be_emptied_where_too_many_files_are_open(tmp_path, monkeypatch, number, gone):
    def refused(*_: object) -> int:
        raise OSError(number, "refused")

    (tmp_path / "store.db-wal").write_bytes(b"anything")
    found = CompanionFile(tmp_path / "store.db-wal")
    with monkeypatch.context() as broken:
        broken.setattr(os, "open", refused)
        assert (found.read_start() not in BEGINNINGS) == gone
    assert found.read_start() == b"anyt"
    found.close()


def count_checks(monkeypatch: pytest.MonkeyPatch) -> list[DatabaseFile]:
    """List the checks of the database file from here on."""
    checks: list[DatabaseFile] = []
    check = DatabaseFile.replaced_by

    def counted(file: DatabaseFile) -> str:
        checks.append(file)
        return check(file)

    monkeypatch.setattr(DatabaseFile, "replaced_by", counted)
    return checks


def test_an_append_checks_the_file_once_also_where_it_is_refused_or_repeated(sqlite_url, monkeypatch):
    with Store.open(sqlite_url) as store:
        store.found_club(CLUB)
        game, first = begun(store), key()
        checks = count_checks(monkeypatch)
        appended(store, game, "a", key=first)
        assert len(checks) == 1
        assert appended(store, game, "a", key=first).replayed
        assert len(checks) == 2
        with pytest.raises(Stale):
            appended(store, game, "b")
        assert len(checks) == 3


LOST_FILES: dict[str, tuple[str, Callable[[Path], object], str]] = {
    "the file is deleted": ("", Path.unlink, "removed or replaced"),
    "the file is replaced": ("", replaced, "removed or replaced"),
    "the newest writes are deleted": ("-wal", Path.unlink, "SIGTERM"),
    "the newest writes are replaced": ("-wal", replaced, "SIGTERM"),
    "turns are deleted": ("-shm", Path.unlink, "-shm"),
}


@pytest.mark.parametrize("what", LOST_FILES)
@pytest.mark.parametrize("when", ["between its statements", "at its commit"])
def test_an_append_is_not_acknowledged_if_its_file_is_lost_meanwhile(sqlite_url, when, what):
    end, lose, says = LOST_FILES[what]
    place = Path(f"{make_url(sqlite_url).database}{end}")
    with Store.open(sqlite_url) as store:
        store.found_club(CLUB)
        game = begun(store)
        more = {"telling": lambda _: lose(place) or ()} if when == "between its statements" else {}
        if not more:
            event.listen(store._writer, "commit", lambda _: lose(place))
        with pytest.raises(Unavailable, match=says):
            appended(store, game, "a", **more)


@pytest.mark.parametrize("what", LOST_FILES)
def test_what_was_read_from_lost_files_refuses_no_append(sqlite_url, what):
    end, lose, says = LOST_FILES[what]
    with Store.open(sqlite_url) as store:
        store.found_club(CLUB)
        game = begun(store)
        appended(store, game, "a")

        def append_late() -> None:
            with store.check_file_once():
                lose(Path(f"{make_url(sqlite_url).database}{end}"))
                # Stale, according to the lost files.
                appended(store, game, "b")

        with pytest.raises(Unavailable, match=says):
            append_late()
        with pytest.raises(Unavailable, match=says):
            store.read_game(CLUB, game.id)
