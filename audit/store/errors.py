"""Defines the store's errors, one exception for each refusal. The service turns them into answers."""

from __future__ import annotations

import re


class StoreError(Exception):
    """The store cannot do what the caller asks. The message may be shown to users."""


class Absent(StoreError):
    """The club has no such thing. The error does not reveal whether another club has one."""


class Stale(StoreError):
    """The game has new events. The error says where it is now."""

    def __init__(self, seq: int, head: str) -> None:
        super().__init__(f"The game is at event {seq} now. Fetch the new events, then append after them.")
        self.seq = seq
        self.head = head


class Closed(StoreError):
    """The game is closed."""


class KeyReused(StoreError):
    """The idempotency key was used for another request."""


class KeyBusy(StoreError):
    """The first request with this key has not ended yet."""


class Misformed(StoreError):
    """The event has no canonical form: it is not JSON, or has numbers that JSON programs read differently."""

    def __init__(self, message: str, at: int = 0) -> None:
        super().__init__(message)
        self.at = at


class Unavailable(StoreError):
    """The database does not answer or is busy. The write may be lost, and a retry with the same key is safe."""

    def __init__(self, message: str, retry_after: int = 1) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class Damaged(Unavailable):
    """The database file is damaged and cannot be read. `verify` reports it as damage."""


class OtherKey(Unavailable):
    """The database was signed with another key. Its signed data cannot be trusted or extended."""


class NotAsKept(StoreError):
    """The stored data was changed after it was stored, so the store does not return it."""


class TooMany(StoreError):
    """The limit for this kind of data is reached."""


class DiskFull(StoreError):
    """The disk is full. Stored data can still be read."""


class Taken(StoreError):
    """Another writer was first at this place. The store turns this into a replayed answer or into `Stale`."""


# Names of SQLite and codes of PostgreSQL, by meaning. A class of codes is given by its first two characters.
FULL = {"SQLITE_FULL", "53100"}
TAKEN = {"SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_TRIGGER", "23505"}
NO_SUCH = {"SQLITE_CONSTRAINT_FOREIGNKEY", "23503"}
BUSY = {"SQLITE_BUSY", "SQLITE_LOCKED", "55P03", "40001", "40P01", "57014", "53300"}
READ_ONLY = {"SQLITE_READONLY", "25006"}
GONE = {"SQLITE_IOERR", "57P01", "57P02", "57P03"}
DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
NO_SCHEMA = {"42P01", "42703", "42501"}
SLOW, SOON = 5, 1
# Messages of PostgreSQL's client library for failed connections. In other languages the cause stays unknown.
UNREACHED = (
    ("Connection refused", ": nothing listens at that address. Compare host and port, or start the server"),
    ("No such file or directory", ": there is no server's socket at that place. Compare the host, or start the server"),
    ("could not translate host name", ": there is no host of that name"),
    ("failed to resolve host", ": there is no host of that name"),
    ("timeout expired", ": that address does not answer. Check host and port, and the network between"),
    (
        'database ".*" does not exist',
        ": no database of that name is on the server. Make it (createdb NAME)",
    ),
    ('role ".*" does not exist', ": the server knows no such user"),
    ("authentication failed", ": the server does not take that user or password"),
    ("no password supplied", ": the server wants a password"),
)


def translate_error(wrong: BaseException) -> StoreError | None:  # noqa: PLR0911 - a table of cases
    """Translate a driver's error. Return None for an internal error, which then propagates."""
    code = getattr(wrong, "sqlite_errorname", None) or getattr(wrong, "sqlstate", None)
    if code is None:
        return _translate_without_code(wrong)
    if code in FULL or (code.startswith("SQLITE_IOERR") and "disk is full" in str(wrong)):
        return DiskFull("There is no room left on the database's disk. Stored data can still be read.")
    if code in TAKEN:
        return Taken("Someone else was first.")
    if code in NO_SUCH:
        return Absent("There is no such club or upload.")
    if code in BUSY:
        return Unavailable("The database is busy.", SOON)
    if code.startswith(DAMAGED) or (code == "SQLITE_ERROR" and "malformed" in str(wrong)):
        return Damaged(f"The database file is damaged ({wrong}). Restore a backup.", SLOW)
    if code == "SQLITE_CANTOPEN":
        return Unavailable("There is no such database file. Run `deadreckon db upgrade` to make it.", SLOW)
    if code in NO_SCHEMA or (code == "SQLITE_ERROR" and "no such" in str(wrong)):
        return Unavailable("The database lacks tables of this version. Run `deadreckon db upgrade`.", SLOW)
    return _translate_unreachable(code)


def _translate_unreachable(code: str) -> StoreError | None:
    if code in READ_ONLY:
        return Unavailable("The database refuses writes: its file, its disk or its server is read only.", SLOW)
    if code in GONE or code.startswith(("SQLITE_IOERR_", "SQLITE_BUSY_", "SQLITE_CANTOPEN_", "SQLITE_READONLY_", "08")):
        return Unavailable("The database does not answer.", SLOW)
    return None


def _translate_without_code(wrong: BaseException) -> StoreError | None:
    """Translate the error of a driver without a connection, which has no code."""
    name = type(wrong).__name__
    if "Could not decode to UTF-8" in str(wrong):
        return Damaged("The database file is damaged (it holds text that is not UTF-8). Restore a backup.", SLOW)
    if name in {"OperationalError", "ConnectionTimeout", "InterfaceError"}:
        said = next((says for sign, says in UNREACHED if re.search(sign, str(wrong))), "")
        return Unavailable(f"The database does not answer{said}.", SLOW)
    if name == "TimeoutError":
        return Unavailable("All connections to the database are in use.", SOON)
    return None
