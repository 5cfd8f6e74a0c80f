"""The files of an SQLite database while it is in use: whether they are still those that it was opened in."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from threading import Lock

from sqlalchemy import Engine, event
from sqlalchemy.engine import URL

MOVED = "The file of the database was taken away or replaced while it was in use. Put it back, or restart the service."
NEWEST_MOVED = (
    "The newest writes of the database, the file beside it that ends in -wal, were taken away or replaced while in use."
    " Stop the service with SIGTERM, never with SIGKILL: so they are written into the database. Then start it again."
)
EMPTIED = (
    "The newest writes of the database, the file beside it that ends in -wal, were emptied or overwritten while in use."
    " Stop the service, and restore a backup."
)
# Where nothing is; no file has this for its device and inode.
NOWHERE = (0, 0)
# How SQLite's file of newest writes begins, unless it is empty.
BEGINNINGS = (b"", b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83")


class DatabaseFile:
    """The files that a database was in when it was first spoken to; what goes into them once they are gone, is lost.

    On SQLite there are two: the database itself, and beside it its newest writes (`-wal`). SQLite takes these away by
    itself only where nobody has the database open any more.
    """

    def __init__(self, url: URL) -> None:
        """Nothing was looked at yet. On PostgreSQL there is no file."""
        self._path = Path(url.database or "") if url.get_backend_name() == "sqlite" else None
        self._first: tuple[int, int] | None = None
        self._turn, self._open = Lock(), set[int]()
        self._newest: tuple[Path, tuple[int, int]] | None = None

    def watched(self, engine: Engine) -> Engine:
        """Learn which connections are open: as long as there is one, the newest writes stay where they are."""
        if self._path is not None:
            event.listen(engine, "connect", self._opened)
            event.listen(engine, "close", self._closed)
        return engine

    def lost(self) -> str:
        """Say what is another file by now, or none, and what to do; nothing where all is as it was."""
        if self._path is None:
            return ""
        found = _which(self._path)
        if found == NOWHERE and self._first is None:
            return ""
        self._first = self._first or found
        if found != self._first:
            return MOVED
        newest = self._newest
        if newest is None:
            return ""
        if newest[1] == NOWHERE:
            # A database that is new has them from its first write on.
            self._newest = (newest[0], _which(newest[0]))
            return ""
        return (NEWEST_MOVED if _which(newest[0]) != newest[1] else "") or (EMPTIED if _emptied(newest[0]) else "")

    def _opened(self, connection: sqlite3.Connection, _record: object) -> None:
        """Look which file the newest writes go to; there is none where the file system knows no such thing."""
        (mode,) = connection.execute("PRAGMA journal_mode").fetchone()
        place = Path(f"{os.path.realpath(self._path or '')}-wal")
        with self._turn:
            if not self._open:
                self._newest = (place, _which(place)) if mode == "wal" else None
            self._open.add(id(connection))

    def _closed(self, connection: sqlite3.Connection, _record: object) -> None:
        with self._turn:
            self._open.discard(id(connection))
            if not self._open:
                self._newest = None


def _which(place: Path) -> tuple[int, int]:
    """Tell a file from all others, whatever they are called."""
    try:
        found = place.stat()
    except OSError:
        return NOWHERE
    return found.st_dev, found.st_ino


def _emptied(newest: Path) -> bool:
    """Say whether newest writes stand behind a beginning that is none: so no start reads them."""
    try:
        with newest.open("rb", buffering=0) as opened:
            return opened.read(4) not in BEGINNINGS
    except OSError:
        return True
