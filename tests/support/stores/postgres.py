"""A PostgreSQL server to test with: one that is named, or listens, or is started from installed programs or a wheel.

`python -m tests.support.stores.postgres` fails where only the wheel is left.
"""

from __future__ import annotations

import getpass
import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

import psycopg
from psycopg import sql
from sqlalchemy.engine import URL, make_url

from audit.store.tables import METADATA, PARTS
from tests.support.stores.postgres_programs import (
    NONE_FOUND,
    find_installed_programs,
    find_wheel_programs,
    start_server,
)

NAMED = "DEADRECKON_TEST_POSTGRESQL"
PATIENCE = 3
KEEPERS = ("keep_rows", "keep_table")
SOCKETS = ("/var/run/postgresql", "/tmp")  # noqa: S108 - where servers put their sockets
# Named so, the wheel's programs are used, whatever else is here: they are of another version.
EMBEDDED = "embedded"


@contextmanager
def database() -> Iterator[str]:
    """Create a database for the test; at the end it is removed, with the role that was made for it."""
    name = f"deadreckon_test_{os.getpid()}_{secrets.token_hex(4)}"
    named = {"name": sql.Identifier(name), "role": sql.Identifier(f"{name}_app")}
    with _admin() as admin:
        admin.execute(sql.SQL("CREATE DATABASE {name}").format(**named))
    try:
        yield server().set(database=name).render_as_string(hide_password=False)
    finally:
        with _admin() as admin:
            admin.execute(sql.SQL("DROP DATABASE IF EXISTS {name} WITH (FORCE)").format(**named))
            admin.execute(sql.SQL("DROP ROLE IF EXISTS {role}").format(**named))


def empty(url: str) -> None:
    """Empty every table, as only their owner can, and restore the triggers; much faster than a new database."""
    guarded = ["token_acts", "clubs", "uploads", "games", "heads", *(f"events_{part:02}" for part in range(PARTS))]
    steps = [
        *(f"ALTER TABLE {table} DISABLE TRIGGER USER" for table in guarded),
        *(f"DELETE FROM {table.name}" for table in reversed(METADATA.sorted_tables)),
        *(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}" for table in guarded for name in KEEPERS),
        "ALTER TABLE heads ENABLE ALWAYS TRIGGER heads_onward",
    ]
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute("; ".join(steps).encode())


@cache
def server() -> URL:
    """Find a server, or start one; without any, the tests that need it fail and say what would help."""
    named = os.environ.get(NAMED, "")
    if named == EMBEDDED:
        return _start_server(find_wheel_programs())
    if url := make_url(named) if named else _find_listening():
        return url
    return _start_server(find_installed_programs() or find_wheel_programs())


def has_server_without_wheel() -> bool:
    """Return whether a server is named, listens or can be started from installed programs."""
    named = os.environ.get(NAMED, "")
    return named != EMBEDDED and bool(named or _find_listening() or find_installed_programs())


def _start_server(programs: Path | None) -> URL:
    if programs is None:
        raise AssertionError(f"{NONE_FOUND} Or name one: {NAMED}=postgresql://user:password@host/postgres")
    return start_server(programs)


def _find_listening() -> URL | None:
    return next(filter(_lets_us_in, _likely()), None)


@contextmanager
def _admin() -> Iterator[psycopg.Connection]:
    with psycopg.connect(server().render_as_string(hide_password=False), autocommit=True) as connection:
        yield connection


def _likely() -> Iterator[URL]:
    users = dict.fromkeys((getpass.getuser(), "postgres"))
    for user in users:
        for place in SOCKETS:
            if Path(place, ".s.PGSQL.5432").exists():
                yield URL.create("postgresql", user, database="postgres", query={"host": place})
        yield URL.create("postgresql", user, host="127.0.0.1", port=5432, database="postgres")


def _lets_us_in(url: URL) -> bool:
    """Return whether we may create databases and roles there without a password."""
    asked = "SELECT rolsuper OR (rolcreatedb AND rolcreaterole) FROM pg_roles WHERE rolname = current_user"
    text = url.render_as_string(hide_password=False)
    with suppress(psycopg.Error), psycopg.connect(text, connect_timeout=PATIENCE) as connection:
        row = connection.execute(asked).fetchone()
        return row is not None and bool(row[0])
    return False


if __name__ == "__main__":
    sys.exit(not has_server_without_wheel())
