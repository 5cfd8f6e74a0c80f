"""Connects to databases: SQLite so that acknowledged writes are on disk, PostgreSQL with few rights."""

from __future__ import annotations

import math
import os
import select
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DisconnectionError
from sqlalchemy.pool import QueuePool

from audit.store.backend.postgres_arrays import register_arrays
from audit.store.backend.sqlite_file import refuse_without_turns
from audit.store.errors import SLOW, Unavailable
from engine.kernel.basics.json_types import Document
from engine.kernel.basics.visible_text import make_visible

# Marks a connection that will write. SQLite then locks at the beginning instead of failing half way.
WRITING = "writing"
# The role with the rights that serving needs. Its name includes the database, since roles belong to the server.
ROLE_SUFFIX = "_app"
SET_ROLE = """
select set_config('role', rolname, false) from pg_roles
where rolname = current_database() || %s and pg_has_role(rolname, 'member')
"""
# A server, database or role may be set to acknowledge writes that are not on disk yet. The store turns that off.
ON_DISK = "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'"
# Milliseconds until a lost connection is noticed. The operating system's default is a quarter of an hour.
UNHEARD = 10_000


class UnknownDatabaseError(ValueError):
    """The URL names no supported database."""


def parse_database_url(url: str) -> URL:
    """Parse the URL of a database, or explain how to write one."""
    try:
        read = make_url(url)
    except (ArgumentError, ValueError):
        read = None
    if read is None or read.get_backend_name() not in {"sqlite", "postgresql"}:
        raise UnknownDatabaseError(
            "A database is named by its URL: sqlite:///path/to/file.db or postgresql://user@host/name."
        )
    return read


def make_engine(url: URL, *, pool: int, patience: float, making: bool = False) -> Engine:
    """Create an engine. With `making` it may create the SQLite file, and has an owner's rights on PostgreSQL."""
    if url.get_backend_name() == "sqlite":
        engine = create_engine(
            "sqlite://",
            creator=_make_sqlite_connector(url, patience, making=making),
            **_make_pool_options(pool, patience),
        )
        event.listen(engine, "begin", _begin_transaction)
        return engine
    engine = create_engine(
        url.set(drivername="postgresql+psycopg"),
        connect_args=_make_postgresql_options(patience),
        **_make_pool_options(pool, patience),
    )
    event.listen(engine, "checkout", _check_alive)
    event.listen(engine, "connect", _require_disk_commit)
    event.listen(engine, "connect", register_arrays)
    if not making:
        event.listen(engine, "connect", _step_down)
    return engine


def _make_pool_options(size: int, patience: float) -> Document:
    return {"poolclass": QueuePool, "pool_size": size, "max_overflow": 0, "pool_timeout": patience}


def _make_sqlite_connector(url: URL, patience: float, *, making: bool) -> Callable[[], sqlite3.Connection]:
    """Return a function that connects to an existing file, so that acknowledged writes are on disk."""
    file = Path(url.database or "")
    place = f"file:{quote(url.database or '')}?mode={'rwc' if making else 'rw'}"

    def connect() -> sqlite3.Connection:
        if not file.parent.is_dir():
            raise Unavailable(f"There is no folder {make_visible(str(file.parent))} for the database file.", SLOW)
        if making:
            _make_private_file(file)
        refuse_without_turns(file)
        connection = _connect_file(file, place, patience)
        try:
            for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "trusted_schema=OFF"):
                connection.execute(f"PRAGMA {setting}").close()
        except sqlite3.Error:
            connection.close()
            _refuse_without_rights(file)
            raise
        except UnicodeDecodeError:
            # The driver cannot even report the error if its message would contain the damaged bytes.
            connection.close()
            damaged = sqlite3.DatabaseError("its schema is no text")
            damaged.sqlite_errorname = "SQLITE_CORRUPT"
            raise damaged from None
        return connection

    return connect


def _connect_file(file: Path, place: str, patience: float) -> sqlite3.Connection:
    try:
        return sqlite3.connect(place, uri=True, timeout=patience, isolation_level=None, check_same_thread=False)
    except sqlite3.OperationalError:
        _refuse_without_rights(file)
        raise


def _refuse_without_rights(file: Path) -> None:
    """Raise `Unavailable` if this user may not read and write the folder or the file.

    SQLite needs the folder for its companion files. A folder is no database, whatever its rights.
    """
    with suppress(OSError):
        if file.is_dir():
            return
    for place in (file.parent, file):
        if place.exists() and not os.access(place, os.R_OK | os.W_OK):
            says = f"This user may not read and write {make_visible(str(place))}. Run this as the owner."
            raise Unavailable(says, SLOW)


def _make_private_file(file: Path) -> None:
    """Create the file, if there is none, with access for its owner only.

    SQLite gives its companion files the same mode.
    """
    with suppress(OSError):
        # If the file cannot be created, SQLite reports the reason.
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))


def _begin_transaction(connection: Connection) -> None:
    """Begin a transaction explicitly.

    Python's driver would run reads without a transaction, and would take the lock too late for writes.
    """
    writing = connection.get_execution_options().get(WRITING)
    driver: Any = connection.connection.driver_connection
    driver.execute("BEGIN IMMEDIATE" if writing else "BEGIN").close()


def _make_postgresql_options(patience: float) -> Document:
    waiting = math.ceil(patience * 1000)
    return {
        "connect_timeout": max(2, math.ceil(patience)),
        "tcp_user_timeout": UNHEARD,
        "application_name": "deadreckon",
        # This overrides server, database and environment. The arrays sent to the server are encoded in UTF-8.
        "client_encoding": "UTF8",
        "options": f"-c lock_timeout={waiting} -c timezone=UTC",
    }


def _check_alive(connection: Any, _record: object, _handed: object) -> None:  # noqa: ANN401 - the driver's
    """Let the pool reconnect if the server has closed this connection.

    A server that closes a connection sends a message, so there is data to read. Polling for it takes a fortieth of the
    time of a query.
    """
    unread = select.poll()
    unread.register(connection.pgconn.socket, select.POLLIN)
    if not unread.poll(0):
        return
    try:
        connection.execute("SELECT 1")
        connection.rollback()
    except Exception as wrong:
        raise DisconnectionError from wrong


def _require_disk_commit(connection: Any, _record: object) -> None:  # noqa: ANN401 - the driver's
    with connection.cursor() as cursor:
        cursor.execute(ON_DISK)
    connection.commit()


def _step_down(connection: Any, _record: object) -> None:  # noqa: ANN401 - the driver's
    """Switch from the owner's rights to the role made by `db upgrade`, if it exists."""
    with connection.cursor() as cursor:
        cursor.execute(SET_ROLE, (ROLE_SUFFIX,))
    connection.commit()
