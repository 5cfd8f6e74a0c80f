"""A PostgreSQL server to test with: the one that is named, or found running, or else started from its binaries."""

from __future__ import annotations

import atexit
import getpass
import os
import pwd
import secrets
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql
from sqlalchemy.engine import URL, make_url

from audit.store.tables import METADATA, PARTS

NAMED = "DEADRECKON_TEST_POSTGRESQL"
PATIENCE = 3
KEEPERS = ("keep_rows", "keep_table")
SOCKETS = ("/var/run/postgresql", "/tmp")  # noqa: S108 - where servers put their sockets
BINARIES = (
    "/usr/lib/postgresql/*/bin",
    "/usr/local/pgsql/bin",
    "/opt/homebrew/opt/postgresql*/bin",
    "/usr/pgsql-*/bin",
)
NONE_FOUND = (
    "These tests need a PostgreSQL server. Name one that lets us make databases in "
    f"{NAMED}=postgresql://user:password@host/postgres, or install one: its binaries are enough (on Debian: "
    "apt-get install postgresql)."
)


@contextmanager
def database() -> Iterator[str]:
    """Make a database of our own; it goes at the end, and the role that was made for it too."""
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
    """Empty every table, as only their owner can, and set up the guards again; much quicker than a new database."""
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
    named = os.environ.get(NAMED)
    if named:
        return make_url(named)
    for url in _likely():
        if _lets_us_in(url):
            return url
    return _started()


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
    """Whether we may make databases and roles there without a password."""
    asked = "SELECT rolsuper OR (rolcreatedb AND rolcreaterole) FROM pg_roles WHERE rolname = current_user"
    text = url.render_as_string(hide_password=False)
    with suppress(psycopg.Error), psycopg.connect(text, connect_timeout=PATIENCE) as connection:
        row = connection.execute(asked).fetchone()
        return row is not None and bool(row[0])
    return False


def _started() -> URL:
    """Start a server in a folder of its own; it ends with this process."""
    binaries = _binaries()
    user = _allowed_user()
    folder = Path(tempfile.mkdtemp(prefix="deadreckon-postgres-"))
    shutil.chown(folder, user)
    place = folder / "pg"
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    _run(binaries / "initdb", "-D", place, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync", user=user)
    settings = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={folder}"
    _run(binaries / "pg_ctl", "-D", place, "-w", "-l", folder / "log", "-o", settings, "start", user=user)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    atexit.register(_run, binaries / "pg_ctl", "-D", place, "-m", "immediate", "stop", user=user)
    return URL.create("postgresql", "postgres", host="127.0.0.1", port=port, database="postgres")


def _binaries() -> Path:
    """Find `initdb` and `pg_ctl`, side by side."""
    patterns = (Path("/").glob(pattern.lstrip("/")) for pattern in BINARIES)
    found = [*sorted((place for places in patterns for place in places), reverse=True)]
    on_path = shutil.which("initdb")
    places = [*([Path(on_path).resolve().parent] if on_path else []), *found]
    for place in places:
        if (place / "initdb").exists() and (place / "pg_ctl").exists():
            return place
    raise AssertionError(NONE_FOUND)


def _allowed_user() -> str:
    """PostgreSQL will not run as root: whoever is root starts it as someone with fewer rights."""
    if os.geteuid() != 0:
        return getpass.getuser()
    for name in ("postgres", "nobody"):
        with suppress(KeyError):
            return pwd.getpwnam(name).pw_name
    raise AssertionError(NONE_FOUND)


def _run(*command: object, user: str) -> None:
    as_user: dict[str, Any] = {"user": user, "cwd": "/"} if os.geteuid() == 0 else {}
    done = subprocess.run(  # noqa: S603 - binaries of PostgreSQL
        [str(part) for part in command], check=False, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **as_user
    )
    if done.returncode:
        raise AssertionError(f"{command[0]} failed: {done.stderr.decode(errors='replace')}\n{NONE_FOUND}")
