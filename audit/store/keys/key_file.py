"""Reads and creates the key file next to an SQLite database, readable by its owner only."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from sqlalchemy.engine import URL

ENDING, NEXT = ".key", ".next"


def find_database_file(url: URL) -> Path | None:
    """Return the file of an SQLite database, or None for any other."""
    if url.get_backend_name() != "sqlite" or url.database in {None, "", ":memory:"}:
        return None
    return Path(f"{url.database}")


def name_key_file(url: URL) -> Path | None:
    """Return the key file of a database that is a file, or None for any other."""
    file = find_database_file(url)
    return None if file is None else Path(f"{file}{ENDING}")


def read_secret(file: Path | None) -> str:
    """Read a secret. Empty if there is no such file. Raises `OSError` if the file cannot be read."""
    if file is None:
        return ""
    with suppress(FileNotFoundError, NotADirectoryError):
        return file.read_text("ascii", "replace").strip()
    return ""


def make_secret_file(file: Path) -> str:
    """Create a secret in a new file, atomically. If another process was faster, return its secret."""
    part = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    opened = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(opened, "w") as written:
            written.write(f"{secrets.token_hex(32)}\n")
            written.flush()
            os.fsync(written.fileno())
        with suppress(FileExistsError):
            os.link(part, file)
    finally:
        part.unlink()
    return read_secret(file)


def name_next_file(file: Path) -> Path:
    """Name the file of the next secret, which is used until the database has accepted it."""
    return file.with_name(f"{file.name}{NEXT}")
