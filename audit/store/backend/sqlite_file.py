"""The files of an SQLite database while it is in use: whether they are still those that it was opened in."""

from __future__ import annotations

import errno
import os
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from threading import Lock
from urllib.parse import quote

from sqlalchemy import Engine, event
from sqlalchemy.engine import URL

from audit.store.errors import SLOW, Unavailable

MOVED = "The file of the database was taken away or replaced while it was in use. Put it back, or restart the service."
NEWEST_MOVED = (
    "The newest writes of the database, the file beside it that ends in -wal, were taken away or replaced while in use."
    " Stop the service with SIGTERM, never with SIGKILL: so they are written into the database. Then start it again."
)
EMPTIED = (
    "The newest writes of the database, the file beside it that ends in -wal, were emptied or overwritten while in use."
    " Stop the service, and restore a backup."
)
TURNS_MOVED = (
    "The file beside the database that ends in -shm, by which all who use it take turns, was taken away or replaced"
    " while in use. Restart the service; nobody else may write into the database before that."
)
OVERWRITTEN = (
    "The file of the database was overwritten while it was in use, as by a backup that is copied over it. Stop the"
    " service, put the backup in its place once more, with no -wal and no -shm beside it, and start the service again."
)
# Where nothing is; no file has this for its device and inode.
NOWHERE = (0, 0)
# How SQLite's file of newest writes begins, unless it is empty.
BEGINNINGS = (b"", b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
# What cannot be read begins like nothing of SQLite's.
GONE = b"gone"
# What SQLite says of a file without our tables, and of one that is no database.
NOT_OURS = {"SQLITE_ERROR", "SQLITE_NOTADB"}
LOOKS, PAUSE = 10, 0.05
# How many bytes, and from which on: so SQLite locks what it has open.
SHARED = (510, 0x4000_0002)
# When a service last began with this file, as `upkeep` has it: a backup has none, an older copy an older one.
BEGUN, NEVER = "SELECT at FROM upkeep WHERE act = 'serve'", -1


class DatabaseFile:
    """The files that a database was in when it was first spoken to; what goes into them once they are gone, is lost.

    On SQLite there are three: the database itself, beside it its newest writes (`-wal`), and what tells all who use it
    where these end (`-shm`). SQLite takes the two away by itself only where nobody has the database open any more.
    """

    def __init__(self, url: URL) -> None:
        """Nothing was looked at yet. On PostgreSQL there is no file."""
        self._path = Path(url.database or "") if url.get_backend_name() == "sqlite" else None
        self._first: tuple[int, int] | None = None
        self._turn, self._open = Lock(), set[int]()
        # What lies beside it: the newest writes, and by what turns are taken.
        self._newest: CompanionFile | None = None
        self._turns: CompanionFile | None = None
        self._written_at, self._begun = 0, NEVER

    def watch_engine(self, engine: Engine) -> Engine:
        """Learn which connections are open: as long as there is one, the newest writes stay where they are."""
        if self._path is not None:
            event.listen(engine, "connect", self._note_open)
            event.listen(engine, "close", self._note_close)
        return engine

    def replaced_by(self) -> str:
        """Say what is another file by now, or none, and what to do; nothing where all is as it was."""
        if self._path is None:
            return ""
        found, written_at = _identify_file(self._path)
        if found == NOWHERE and self._first is None:
            return ""
        self._first = self._first or found
        if found != self._first:
            return MOVED
        beside = self._explain_lost_companion()
        return beside or (OVERWRITTEN if self._is_overwritten(self._path, written_at) else "")

    def _explain_lost_companion(self) -> str:
        newest, turns = self._newest, self._turns
        if newest is None or turns is None:
            return ""
        if newest.is_another_now():
            return NEWEST_MOVED
        return (TURNS_MOVED if turns.is_another_now() else "") or (EMPTIED if self._has_empty_start(newest) else "")

    def _has_empty_start(self, newest: CompanionFile) -> bool:
        """Say whether newest writes stand behind a beginning that is none: so no start reads them."""
        with self._turn:
            # Where all connections were closed meanwhile, it is closed as well.
            return newest is self._newest and newest.read_start() not in BEGINNINGS

    def _is_overwritten(self, path: Path, written_at: int) -> bool:
        """Say whether what stands in the file itself is older than what stood in it before.

        SQLite writes into it now and then only, and so it is looked into now and then only.
        """
        if self._newest is None or written_at == self._written_at:
            return False
        begun = _read_service_start(path)
        if begun is None:
            # Half written by another: what is so is seen next time.
            return False
        if begun < self._begun:
            return True
        self._written_at, self._begun = written_at, begun
        return False

    def _note_open(self, connection: sqlite3.Connection, _record: object) -> None:
        """Look which file the newest writes go to; there is none where the file system knows no such thing."""
        (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
        place = os.path.realpath(self._path or "")
        with self._turn:
            if not self._open and mode == "wal":
                self._newest, self._turns = CompanionFile(Path(f"{place}-wal")), CompanionFile(Path(f"{place}-shm"))
            self._open.add(id(connection))

    def _note_close(self, connection: sqlite3.Connection, _record: object) -> None:
        with self._turn:
            self._open.discard(id(connection))
            if not self._open:
                self._forget_companions()

    def _forget_companions(self) -> None:
        if self._newest is not None:
            self._newest.close()
        self._newest = self._turns = None


class CompanionFile:
    """A file beside the database, as it was found when the database was opened."""

    def __init__(self, place: Path) -> None:
        self.place, self._which = place, _read_identity(place)
        self._read: int | None = None

    def is_another_now(self) -> bool:
        """Say whether it is another one by now, or none."""
        if self._which == NOWHERE:
            # A database that is new has it from its first write on.
            self._which = _read_identity(self.place)
            return False
        return _read_identity(self.place) != self._which

    def read_start(self) -> bytes:
        """Read how it begins; it stays open for that, since to open it each time costs as much as a dozen rows."""
        try:
            if self._read is None:
                self._read = os.open(self.place, os.O_RDONLY)
            return os.pread(self._read, len(BEGINNINGS[-1]), 0)
        except OSError as wrong:
            # A process that has too many files open can tell nothing of this one.
            return BEGINNINGS[0] if wrong.errno in {errno.EMFILE, errno.ENFILE} else GONE

    def close(self) -> None:
        """Let it go."""
        if self._read is not None:
            os.close(self._read)
        self._read = None


def _identify_file(place: Path) -> tuple[tuple[int, int], int]:
    """Tell a file from all others, whatever they are called, and when it was last written into."""
    try:
        found = place.stat()
    except OSError:
        return NOWHERE, 0
    return (found.st_dev, found.st_ino), found.st_mtime_ns


def _read_identity(place: Path) -> tuple[int, int]:
    return _identify_file(place)[0]


def _read_service_start(path: Path) -> int | None:
    """Read when a service last began, out of the file itself and not its newest writes; none where it cannot be read.

    It is read by SQLite, though as a file that nobody changes: whoever opens and closes it by himself takes away the
    locks of all connections of this process.
    """
    place = f"file:{quote(str(path))}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(place, uri=True)) as connection:
            found = connection.execute(BEGUN).fetchone()
    except sqlite3.Error as wrong:
        return NEVER if wrong.sqlite_errorname in NOT_OURS else None
    return int(found[0]) if found is not None and isinstance(found[0], int) else NEVER


def refuse_without_turns(path: Path) -> None:
    """Refuse a database that others have open while what they take turns by is gone. Raises Unavailable.

    Whoever opened it would know nothing of their newest writes, nor they of his. For a moment it is so, too, where the
    last of them closes it: that is waited for.
    """
    place = os.path.realpath(path)
    for _ in range(LOOKS):
        if not _has_lost_turns(place):
            return
        time.sleep(PAUSE)
    raise Unavailable(TURNS_MOVED, SLOW)


def _has_lost_turns(place: str) -> bool:
    newest, turns = Path(f"{place}-wal"), Path(f"{place}-shm")
    with suppress(OSError, ImportError):
        return newest.stat().st_size > 0 and not turns.exists() and _is_in_use(place)
    return False


def _is_in_use(place: str) -> bool:
    """Say whether another process has the database open: on these bytes it then holds a lock."""
    import fcntl  # noqa: PLC0415 - on Windows there is none, and nobody can take the file away there

    opened = os.open(place, os.O_RDWR | os.O_CLOEXEC)
    try:
        fcntl.lockf(opened, fcntl.LOCK_EX | fcntl.LOCK_NB, *SHARED)
    except (BlockingIOError, PermissionError):
        return True
    finally:
        os.close(opened)
    return False
