"""Reports and books of live games: made where any log is audited, and of long games kept by how far they have come."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress

from api.http.responses import JSON, encoded
from api.jobs import dispatch as auditing
from api.live.games import begun, live_state, recorded
from api.service import service
from api.workers.audit_job import live_books
from audit import Asked, Report
from audit.live import LiveState, edition, record
from audit.model.auditor_version import auditor
from audit.store import GameRow, StoreError
from engine.kernel.replay.books import Book as Which

# Of a shorter game they are made as fast as they are looked up.
LONG = 200
# Between the head of the game, what is made of it in a word, and what is made.
PARTED = b"\n"


def report(row: GameRow, which: Which, form: str) -> tuple[str, bytes]:
    """Audit a live game as far as it is recorded; gives the verdict, and the report as it is written."""

    def made() -> tuple[str, bytes]:
        found = auditing.reported(*_whole(live_state(row), which), form, "")
        return found.verdict, found.raw

    return _kept(row, f"report/{which}/{form}", made)


def books(row: GameRow) -> bytes:
    """Lay both books of a live game side by side, in JSON."""

    def made() -> tuple[str, bytes]:
        raw, asked = _whole(live_state(row), "played")
        return JSON, encoded(auditing.done(live_books, raw, asked))

    return _kept(row, "books", made)[1]


def ending(after: LiveState) -> Report:
    """Audit a live game that is about to be closed."""
    return auditing.audited(*_whole(after, "adjudicated"))


def _whole(found: LiveState, which: Which) -> tuple[bytes, Asked]:
    """Give the record as a log, and how it is to be read."""
    return record(found), Asked(book=which, packs=found.live.packs, strict=True)


def _kept(row: GameRow, what: str, made: Callable[[], tuple[str, bytes]]) -> tuple[str, bytes]:
    """Give what is kept of a game that has come no further since; else make it, and keep it if the game is long."""
    if recorded(row) < LONG:
        return made()
    store, name = service().store, f"{what}/{_makers(row)}"
    there = store.snapshot_before(row.id, row.seq, name)
    if there is not None and there.seq == row.seq:
        head, word, raw = there.body.split(PARTED, 2)
        if head.decode() == row.head:
            return word.decode(), raw
    word_made, raw_made = made()
    # It can be made again: where it cannot be kept, nobody fails for that.
    with suppress(StoreError):
        store.put_latest(row.id, row.seq, name, PARTED.join((row.head.encode(), word_made.encode(), raw_made)))
    return word_made, raw_made


def _makers(row: GameRow) -> str:
    """Name all that a report depends on beside the events: rules, header, components, and the auditor."""
    return hashlib.sha256(f"{auditor()}\n{edition(begun(row))}".encode()).hexdigest()
