"""The file that holds the secret of a store: beside an SQLite database, made once, for its owner's eyes only."""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path

from sqlalchemy.engine import URL

ENDING, NEXT = ".key", ".next"


def find_database_file(url: URL) -> Path | None:
    """Name the file that a database is; none for any other."""
    if url.get_backend_name() != "sqlite" or url.database in {None, "", ":memory:"}:
        return None
    return Path(f"{url.database}")


def name_key_file(url: URL) -> Path | None:
    """Name the file beside a database that is a file; none for any other."""
    file = find_database_file(url)
    return None if file is None else Path(f"{file}{ENDING}")


def read_secret(file: Path | None) -> str:
    """Read a secret; nothing where there is no such file. Raises OSError where it cannot be read."""
    if file is None:
        return ""
    with suppress(FileNotFoundError, NotADirectoryError):
        return file.read_text("ascii", "replace").strip()
    return ""


def make_secret_file(file: Path) -> str:
    """Make a secret in a new file, whole or not at all; where somebody was faster, it is theirs."""
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
    """Name the file that the next secret lies in until the database has taken it."""
    return file.with_name(f"{file.name}{NEXT}")
