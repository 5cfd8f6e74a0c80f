"""Checks that an SQLite database in use is still in the files in which it was opened."""

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

MOVED = "The file of the database was removed or replaced while it was in use. Put it back, or restart the service."
NEWEST_MOVED = (
    "The newest writes of the database, the file next to it that ends in -wal, were removed or replaced while in use."
    " Stop the service with SIGTERM, never with SIGKILL, so that it writes them into the database. Then start it again."
)
EMPTIED = (
    "The newest writes of the database, the file next to it that ends in -wal, were emptied or overwritten while in"
    " use. Stop the service, and restore a backup."
)
TURNS_MOVED = (
    "The file next to the database that ends in -shm, which coordinates its users, was removed or replaced"
    " while in use. Restart the service; let no other program write into the database before that."
)
OVERWRITTEN = (
    "The file of the database was overwritten while it was in use, as by a backup that is copied over it. Stop the"
    " service, put the backup in its place again, with no -wal and no -shm next to it, and start the service again."
)
# The identity of a missing file. No file has this device and inode.
NOWHERE = (0, 0)
# The first bytes of SQLite's write-ahead log, which may also be empty.
BEGINNINGS = (b"", b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")
# An unreadable file reads as this, which matches none of the beginnings.
GONE = b"gone"
# SQLite's errors for a file without our tables, and for a file that is not a database.
NOT_OURS = {"SQLITE_ERROR", "SQLITE_NOTADB"}
LOOKS, PAUSE = 10, 0.05
# The number and the offset of the bytes that SQLite locks in an open database.
SHARED = (510, 0x4000_0002)
# The time of the last service start, from `upkeep`. A backup has none, and an older copy an older one.
BEGUN, NEVER = "SELECT at FROM upkeep WHERE act = 'serve'", -1


class DatabaseFile:
    """The files of a database at its first use. Writes to files that have been removed are lost.

    SQLite has three: the database, its newest writes (`-wal`), and the shared index of these writes (`-shm`). SQLite
    removes the last two only when the last connection is closed.
    """

    def __init__(self, url: URL) -> None:
        """Start without a look at the files. PostgreSQL has none."""
        self._path = Path(url.database or "") if url.get_backend_name() == "sqlite" else None
        self._first: tuple[int, int] | None = None
        self._turn, self._open = Lock(), set[int]()
        # Its companion files: the newest writes, and their shared index.
        self._newest: CompanionFile | None = None
        self._turns: CompanionFile | None = None
        self._written_at, self._begun = 0, NEVER

    def watch_engine(self, engine: Engine) -> Engine:
        """Track the open connections. While there is one, SQLite leaves the newest writes in their file."""
        if self._path is not None:
            event.listen(engine, "connect", self._note_open)
            event.listen(engine, "close", self._note_close)
        return engine

    def replaced_by(self) -> str:
        """Explain which file was replaced or removed, and what to do. Empty if all files are unchanged."""
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
        """Return whether the newest writes have an invalid beginning, so that the next start would ignore them."""
        with self._turn:
            # If all connections have been closed in the meantime, this file is closed as well.
            return newest is self._newest and newest.read_start() not in BEGINNINGS

    def _is_overwritten(self, path: Path, written_at: int) -> bool:
        """Return whether the content of the database file is older than before.

        SQLite writes into it only now and then, so it is read only after such a write.
        """
        if self._newest is None or written_at == self._written_at:
            return False
        begun = _read_service_start(path)
        if begun is None:
            # Another process is writing. The next check will see the result.
            return False
        if begun < self._begun:
            return True
        self._written_at, self._begun = written_at, begun
        return False

    def _note_open(self, connection: sqlite3.Connection, _record: object) -> None:
        """Remember the companion files when the first connection opens. Some file systems do not support them."""
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
    """A companion file of the database, identified when the database was opened."""

    def __init__(self, place: Path) -> None:
        self.place, self._which = place, _read_identity(place)
        self._read: int | None = None

    def is_another_now(self) -> bool:
        """Return whether the file was replaced or removed."""
        if self._which == NOWHERE:
            # A new database gets this file with its first write.
            self._which = _read_identity(self.place)
            return False
        return _read_identity(self.place) != self._which

    def read_start(self) -> bytes:
        """Read the first bytes.

        The file stays open, because opening it each time would cost as much as a dozen rows.
        """
        try:
            if self._read is None:
                self._read = os.open(self.place, os.O_RDONLY)
            return os.pread(self._read, len(BEGINNINGS[-1]), 0)
        except OSError as wrong:
            # With too many open files, the process cannot judge this one.
            return BEGINNINGS[0] if wrong.errno in {errno.EMFILE, errno.ENFILE} else GONE

    def close(self) -> None:
        """Close the file."""
        if self._read is not None:
            os.close(self._read)
        self._read = None


def _identify_file(place: Path) -> tuple[tuple[int, int], int]:
    """Return the identity of a file, whatever its name, and the time of the last write into it."""
    try:
        found = place.stat()
    except OSError:
        return NOWHERE, 0
    return (found.st_dev, found.st_ino), found.st_mtime_ns


def _read_identity(place: Path) -> tuple[int, int]:
    return _identify_file(place)[0]


def _read_service_start(path: Path) -> int | None:
    """Read the time of the last service start from the database file alone, without its newest writes.

    SQLite opens it as an immutable file. Opening and closing the file directly would drop the locks of all connections
    of this process. Return None if the file cannot be read.
    """
    place = f"file:{quote(str(path))}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(place, uri=True)) as connection:
            found = connection.execute(BEGUN).fetchone()
    except sqlite3.Error as wrong:
        return NEVER if wrong.sqlite_errorname in NOT_OURS else None
    return int(found[0]) if found is not None and isinstance(found[0], int) else NEVER


def refuse_without_turns(path: Path) -> None:
    """Refuse a database that others have open after its shared index was removed. Raises `Unavailable`.

    A new connection and the others would not see each other's newest writes. The same state occurs for a moment when
    the last connection closes, so the check is repeated.
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
    """Return whether another process has the database open and therefore holds a lock on these bytes."""
    import fcntl  # noqa: PLC0415 - Windows has no fcntl, and does not allow removing an open file

    opened = os.open(place, os.O_RDWR | os.O_CLOEXEC)
    try:
        fcntl.lockf(opened, fcntl.LOCK_EX | fcntl.LOCK_NB, *SHARED)
    except (BlockingIOError, PermissionError):
        return True
    finally:
        os.close(opened)
    return False
