"""Holds what every part of the store shares: transactions, the clock, and the translation of drivers' errors."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from threading import local
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

# A value or a whole row from the database. In a damaged database it may be anything.
Cell = Any

# All ids match this, so any other text is the id of nothing.
AN_ID = re.compile(r"[!-~]{1,200}")
A_HASH = re.compile(r"[0-9a-f]{64}")
# Prefixes for ids of records that are not live games: decisions about a log, and tournaments. The id of a live game has
# no dot.
BESIDE, TOURNAMENT, LIVE = "beside.", "tournament.", ""
DRIVERS = {"sqlite3", "psycopg"}
MOST = 2**31 - 1


class StoreSession:
    """Runs transactions on a database: each takes effect completely or not at all."""

    def __init__(self, engine: Engine, clock: Callable[[], datetime], file: DatabaseFile) -> None:
        self._engine, self._file = file.watch_engine(engine), file
        self._writer = engine.execution_options(**{WRITING: True})
        self._clock = clock
        # Whether this thread is within `check_file_once`.
        self._check = local()
        # The message of the last write that failed on a full disk, until a write succeeds.
        self._no_room = ""

    @contextmanager
    def check_file_once(self) -> Iterator[None]:
        """Check the database file once for all transactions within: after the last, even if one was refused.

        Each acknowledgement must wait for the end. Callers have read before, and so checked the file.
        """
        if self._is_check_due():
            yield
            return
        self._check.due = True
        try:
            yield
        finally:
            self._check.due = False
            self._check_file()

    def _is_check_due(self) -> bool:
        return getattr(self._check, "due", False)

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
        # A write is not acknowledged if its file was removed or replaced in the meantime.
        self._check_file()

    def count_connections(self) -> tuple[int, int]:
        """Return the number of connections in use by this process, and the limit."""
        pool = self._engine.pool
        assert isinstance(pool, QueuePool)  # noqa: S101 - as engines are made here
        return pool.checkedout(), pool.size()

    def _check_file(self) -> None:
        if not self._is_check_due() and (lost := self._file.replaced_by()):
            raise Unavailable(lost, SLOW)

    def _read_clock(self) -> int:
        return count_microseconds(self._clock())


@contextmanager
def translate_errors() -> Iterator[None]:
    """Translate drivers' errors. Errors that have no translation propagate unchanged."""
    try:
        yield
    except (DBAPIError, NoConnection) as wrong:
        ours = translate_error(getattr(wrong, "orig", None) or wrong)
        if ours is None:
            raise
        raise ours from wrong
    except Exception as wrong:
        # Statements sent straight to a driver raise its own errors. psycopg need not be installed.
        ours = translate_error(wrong) if type(wrong).__module__.partition(".")[0] in DRIVERS else None
        if ours is None:
            raise
        raise ours from wrong


def ask_driver(connection: Connection, statement: str, values: tuple[Cell, ...]) -> Any:  # noqa: ANN401 - a driver's cursor
    """Execute a statement on the driver itself, inside this transaction. `?` marks each value."""
    written = statement if connection.dialect.name == "sqlite" else statement.replace("?", "%s")
    return get_driver(connection).execute(written, values)


def get_driver(connection: Connection) -> Any:  # noqa: ANN401 - of one database or the other
    """Return the driver's own connection."""
    return connection.connection.driver_connection


def hold_one_moment(connection: Connection) -> None:
    """Make this transaction read a single moment. It must come first in it. SQLite needs no such setting."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")


def parse_id(text: str) -> str:
    """Check that a text can be an id. Raises `Absent` otherwise."""
    if AN_ID.fullmatch(text) is None:
        raise Absent("There is no such thing.")
    return text


def parse_hash(text: str) -> bytes:
    """Convert a SHA-256 from hexadecimal. Raises `Absent` if the text is not one."""
    if A_HASH.fullmatch(text) is None:
        raise Absent("There is no such thing.")
    return bytes.fromhex(text)


def check_text(text: str, what: str) -> str:
    """Refuse text that PostgreSQL cannot store, on both databases alike."""
    if "\0" in text:
        raise Misformed(f"The {what} holds a NUL character.")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Misformed(f"The {what} holds half a character (a lone surrogate).") from None
    return text


def list_cell_types(columns: Iterable[Column[Any]]) -> tuple[tuple[type, ...], ...]:
    """List the types that the cells of a row may have in these columns."""
    return tuple((column.type.python_type, *([NoneType] if column.nullable else [])) for column in columns)


def check_row(row: Sequence[Cell], kinds: tuple[tuple[type, ...], ...], table: str) -> Sequence[Cell]:
    """Refuse a row with cells of other types. After manual changes, SQLite may hold any type in a column."""
    if not all(map(isinstance, row, kinds)):
        raise NotAsKept(f"A row of `{table}` was changed by hand. Run `deadreckon db verify` for details.")
    return row


def bound_count(number: int | None) -> int:
    """Limit a count to what a database can count. None means no limit."""
    return MOST if number is None else max(0, min(number, MOST))
