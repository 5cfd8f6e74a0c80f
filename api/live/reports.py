"""Reports and books of live games: made where any log is audited, and of long games kept by how far they have come."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress

from api.http.responses import JSON, encode_json
from api.jobs import dispatch
from api.live.games import count_events, load_live_state, set_up_game
from api.service import get_service
from api.workers.audit_job import compare_live_books
from audit import AuditOptions, Report
from audit.live import LiveState, name_snapshot_version, write_record
from audit.model.auditor_version import name_auditor
from audit.store import GameRow, StoreError
from engine.kernel.replay.books import Book as Which

# Of a shorter game they are made as fast as they are looked up.
LONG = 200
# Between the head of the game, what is made of it in a word, and what is made.
PARTED = b"\n"


def report_live_game(row: GameRow, which: Which, form: str) -> tuple[str, bytes]:
    """Audit a live game as far as it is recorded; gives the verdict, and the report as it is written."""

    def make_report() -> tuple[str, bytes]:
        found = dispatch.dispatch_report(*_write_record(load_live_state(row), which), form, "")
        return found.verdict, found.raw

    return _get_or_make(row, f"report/{which}/{form}", make_report)


def compare_game_books(row: GameRow) -> bytes:
    """Lay both books of a live game side by side, in JSON."""

    def make_books() -> tuple[str, bytes]:
        raw, asked = _write_record(load_live_state(row), "played")
        return JSON, encode_json(dispatch.run_job(compare_live_books, raw, asked))

    return _get_or_make(row, "books", make_books)[1]


def audit_before_close(after: LiveState) -> Report:
    """Audit a live game that is about to be closed."""
    return dispatch.dispatch_audit(*_write_record(after, "adjudicated"))


def _write_record(found: LiveState, which: Which) -> tuple[bytes, AuditOptions]:
    """Give the record as a log, and how it is to be read."""
    return write_record(found), AuditOptions(book=which, packs=found.live.packs, strict=True)


def _get_or_make(row: GameRow, what: str, made: Callable[[], tuple[str, bytes]]) -> tuple[str, bytes]:
    """Give what is kept of a game that has come no further since; else make it, and keep it if the game is long."""
    if count_events(row) < LONG:
        return made()
    store, name = get_service().store, f"{what}/{_hash_inputs(row)}"
    there = store.find_snapshot_before(row.id, row.seq, name)
    if there is not None and there.seq == row.seq:
        head, word, raw = there.body.split(PARTED, 2)
        if head.decode() == row.head:
            return word.decode(), raw
    word_made, raw_made = made()
    # It can be made again: where it cannot be kept, nobody fails for that.
    with suppress(StoreError):
        store.put_latest(row.id, row.seq, name, PARTED.join((row.head.encode(), word_made.encode(), raw_made)))
    return word_made, raw_made


def _hash_inputs(row: GameRow) -> str:
    """Name all that a report depends on beside the events: rules, header, components, and the auditor."""
    return hashlib.sha256(f"{name_auditor()}\n{name_snapshot_version(set_up_game(row))}".encode()).hexdigest()
