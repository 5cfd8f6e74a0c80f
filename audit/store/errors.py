"""What the store refuses, each as an exception of its own; the service turns them into answers."""

from __future__ import annotations

import re


class StoreError(Exception):
    """Something that the store cannot do as asked; the message is fit to be shown."""


class Absent(StoreError):
    """There is no such thing in this club; whether another club has one is not told."""


class Stale(StoreError):
    """The game has gone on since; says where it stands now."""

    def __init__(self, seq: int, head: str) -> None:
        super().__init__(f"The game stands at event {seq} by now. Fetch what came since, then append to that.")
        self.seq = seq
        self.head = head


class Closed(StoreError):
    """The game is closed."""


class KeyReused(StoreError):
    """The idempotency key was used for another request."""


class KeyBusy(StoreError):
    """The first request with this key has not ended yet."""


class Misformed(StoreError):
    """An event that has no canonical form: not JSON, or with numbers that JSON programs read differently."""

    def __init__(self, message: str, at: int = 0) -> None:
        super().__init__(message)
        self.at = at


class Unavailable(StoreError):
    """The database does not answer, or is busy; nothing is known to be kept, and a retry with the same key is safe."""

    def __init__(self, message: str, retry_after: int = 1) -> None:
        super().__init__(message)
        self.retry_after = retry_after


class Damaged(Unavailable):
    """The database file itself is damaged, so that it cannot be read; `verify` tells it as damage."""


class OtherKey(Unavailable):
    """The database was signed with another key than the one at hand; nothing that is signed can be trusted or added."""


class NotAsKept(StoreError):
    """What is derived is not what was kept: somebody has changed it since, and it is not given out."""


class TooMany(StoreError):
    """As many are kept of this as may be."""


class DiskFull(StoreError):
    """There is no room to keep anything; what is kept can still be read."""


class Taken(StoreError):
    """Someone else was first at this place; the store itself turns this into a replay or into Stale."""


# SQLite's names and PostgreSQL's codes, by what they come to. A code class is named by its first two letters.
FULL = {"SQLITE_FULL", "53100"}
TAKEN = {"SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE", "SQLITE_CONSTRAINT_TRIGGER", "23505"}
NO_SUCH = {"SQLITE_CONSTRAINT_FOREIGNKEY", "23503"}
BUSY = {"SQLITE_BUSY", "SQLITE_LOCKED", "55P03", "40001", "40P01", "57014", "53300"}
READ_ONLY = {"SQLITE_READONLY", "25006"}
GONE = {"SQLITE_IOERR", "57P01", "57P02", "57P03"}
DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
NO_SCHEMA = {"42P01", "42703", "42501"}
SLOW, SOON = 5, 1
# By what a server's client library says where it never got in; in another language it is only known that it did not.
UNREACHED = (
    ("Connection refused", ": nothing listens at that address. Compare host and port, or start the server"),
    ("No such file or directory", ": there is no server's socket at that place. Compare the host, or start the server"),
    ("could not translate host name", ": there is no host of that name"),
    ("failed to resolve host", ": there is no host of that name"),
    ("timeout expired", ": nothing was heard from that address. Compare host and port, and what lies between"),
    (
        'database ".*" does not exist',
        ": no database of that name is on the server. Make it (createdb NAME)",
    ),
    ('role ".*" does not exist', ": the server knows no such user"),
    ("authentication failed", ": the server does not take that user or password"),
    ("no password supplied", ": the server wants a password"),
)


def translate_error(wrong: BaseException) -> StoreError | None:  # noqa: PLR0911 - a table of cases
    """Say what a driver's error comes to; none where it is a fault of ours, which crashes loudly."""
    code = getattr(wrong, "sqlite_errorname", None) or getattr(wrong, "sqlstate", None)
    if code is None:
        return _translate_without_code(wrong)
    if code in FULL or (code.startswith("SQLITE_IOERR") and "disk is full" in str(wrong)):
        return DiskFull("There is no room left on the database's disk. What is kept can still be read.")
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
    """Understand a driver that lost its connection, or never had one, and so has no code to give."""
    name = type(wrong).__name__
    if "Could not decode to UTF-8" in str(wrong):
        return Damaged("The database file is damaged (a text in it is none). Restore a backup.", SLOW)
    if name in {"OperationalError", "ConnectionTimeout", "InterfaceError"}:
        said = next((says for sign, says in UNREACHED if re.search(sign, str(wrong))), "")
        return Unavailable(f"The database does not answer{said}.", SLOW)
    if name == "TimeoutError":
        return Unavailable("All connections to the database are in use.", SOON)
    return None
