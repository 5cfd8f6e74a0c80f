"""What every room of the store stands on: transactions, the clock, and drivers' errors told in our own words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from types import NoneType
from typing import Any

from sqlalchemy import Column, Connection, Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.pool import QueuePool

from audit.store.backend.connections import WRITING
from audit.store.backend.sqlite_file import DatabaseFile
from audit.store.clock import count_microseconds
from audit.store.errors import SLOW, Absent, DiskFull, Misformed, NotAsKept, Unavailable, translate_error

# What stands in a row of the database, or a whole row by its columns: in a damaged one it may be anything.
Cell = Any

# No id is longer or holds anything else: what does cannot be the id of anything.
AN_ID = re.compile(r"[!-~]{1,200}")
A_HASH = re.compile(r"[0-9a-f]{64}")
# With these begin the ids of records that are no live games: what stands beside an upload, and tournaments; no live
# game's id has a dot.
BESIDE, TOURNAMENT, LIVE = "beside.", "tournament.", ""
DRIVERS = {"sqlite3", "psycopg"}
MOST = 2**31 - 1


class StoreSession:
    """A database that is spoken to in transactions: all of one happens, or nothing."""

    def __init__(self, engine: Engine, clock: Callable[[], datetime], file: DatabaseFile) -> None:
        self._engine, self._file = file.watch_engine(engine), file
        self._writer = engine.execution_options(**{WRITING: True})
        self._clock = clock
        # What the last write was refused with, if there was no room for it.
        self._no_room = ""

    @contextmanager
    def _begin_read(self) -> Iterator[Connection]:
        self._check_file()
        with translate_errors(), self._engine.begin() as connection:
            yield connection

    @contextmanager
    def _begin_write(self) -> Iterator[Connection]:
        self._check_file()
        try:
            with translate_errors(), self._writer.begin() as connection:
                yield connection
        except DiskFull as wrong:
            self._no_room = str(wrong)
            raise
        self._no_room = ""
        # What went into a file that was taken away meanwhile is not acknowledged.
        self._check_file()

    def count_connections(self) -> tuple[int, int]:
        """Say how many connections to the database are in use by this process, and how many there may be."""
        pool = self._engine.pool
        assert isinstance(pool, QueuePool)  # noqa: S101 - as engines are made here
        return pool.checkedout(), pool.size()

    def _check_file(self) -> None:
        if lost := self._file.replaced_by():
            raise Unavailable(lost, SLOW)

    def _read_clock(self) -> int:
        return count_microseconds(self._clock())


@contextmanager
def translate_errors() -> Iterator[None]:
    """Tell what a driver says in our own words; what we do not understand goes on as it is."""
    try:
        yield
    except (DBAPIError, NoConnection) as wrong:
        ours = translate_error(getattr(wrong, "orig", None) or wrong)
        if ours is None:
            raise
        raise ours from wrong
    except Exception as wrong:
        # What goes straight to a driver fails with that driver's own errors; psycopg need not be installed.
        ours = translate_error(wrong) if type(wrong).__module__.partition(".")[0] in DRIVERS else None
        if ours is None:
            raise
        raise ours from wrong


def ask_driver(connection: Connection, statement: str, values: tuple[Cell, ...]) -> Any:  # noqa: ANN401 - a driver's cursor
    """Ask the driver itself, inside this transaction; `?` stands for each value."""
    written = statement if connection.dialect.name == "sqlite" else statement.replace("?", "%s")
    return get_driver(connection).execute(written, values)


def get_driver(connection: Connection) -> Any:  # noqa: ANN401 - of one database or the other
    """Give the driver's own connection."""
    return connection.connection.driver_connection


def hold_one_moment(connection: Connection) -> None:
    """Read everything in this transaction as it is now; must come first in it. SQLite does so anyway."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")


def parse_id(text: str) -> str:
    """Take a text for an id; one that no database could hold is nobody's."""
    if AN_ID.fullmatch(text) is None:
        raise Absent("There is no such thing.")
    return text


def parse_hash(text: str) -> bytes:
    """Take a text for a SHA-256."""
    if A_HASH.fullmatch(text) is None:
        raise Absent("There is no such thing.")
    return bytes.fromhex(text)


def check_text(text: str, what: str) -> str:
    """Refuse what PostgreSQL cannot hold as text, on both databases alike."""
    if "\0" in text:
        raise Misformed(f"The {what} holds a NUL character.")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Misformed(f"The {what} holds half a character (a lone surrogate).") from None
    return text


def list_cell_types(columns: Iterable[Column[Any]]) -> tuple[tuple[type, ...], ...]:
    """Say of what kinds the cells of a row are, in these columns."""
    return tuple((column.type.python_type, *([NoneType] if column.nullable else [])) for column in columns)


def check_row(row: Sequence[Cell], kinds: tuple[tuple[type, ...], ...], table: str) -> Sequence[Cell]:
    """Refuse a row with cells of other kinds: SQLite keeps what it is told by whoever changes it by hand."""
    if not all(map(isinstance, row, kinds)):
        raise NotAsKept(f"A row of `{table}` was changed by hand. `deadreckon db verify` tells more.")
    return row


def bound_count(number: int | None) -> int:
    """Keep a count within what a database counts to; none is all."""
    return MOST if number is None else max(0, min(number, MOST))
