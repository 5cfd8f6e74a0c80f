"""Reports and books of live games. Those of long games are stored until the game changes."""

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

# Making the report of a shorter game is as fast as looking it up.
LONG = 200
# Separates the head of the game, the verdict or type, and the report.
PARTED = b"\n"


def report_live_game(row: GameRow, which: Which, form: str) -> tuple[str, bytes]:
    """Audit a live game as recorded so far. Return the verdict and the rendered report."""

    def make_report() -> tuple[str, bytes]:
        found = dispatch.dispatch_report(*_write_record(load_live_state(row), which), form, "")
        return found.verdict, found.raw

    return _get_or_make(row, f"report/{which}/{form}", make_report)


def compare_game_books(row: GameRow) -> bytes:
    """Compare both books of a live game, in JSON."""

    def make_books() -> tuple[str, bytes]:
        raw, asked = _write_record(load_live_state(row), "played")
        return JSON, encode_json(dispatch.run_job(compare_live_books, raw, asked))

    return _get_or_make(row, "books", make_books)[1]


def audit_before_close(after: LiveState) -> Report:
    """Audit a live game that is about to be closed."""
    return dispatch.dispatch_audit(*_write_record(after, "adjudicated"))


def _write_record(found: LiveState, which: Which) -> tuple[bytes, AuditOptions]:
    """Write the record as a log, with the options for reading it."""
    return write_record(found), AuditOptions(book=which, packs=found.live.packs, strict=True)


def _get_or_make(row: GameRow, what: str, made: Callable[[], tuple[str, bytes]]) -> tuple[str, bytes]:
    """Return the stored result if the game has not changed since.

    Otherwise make it, and store it if the game is long.
    """
    if count_events(row) < LONG:
        return made()
    store, name = get_service().store, f"{what}/{_hash_inputs(row)}"
    there = store.find_snapshot_before(row.id, row.seq, name)
    if there is not None and there.seq == row.seq:
        head, word, raw = there.body.split(PARTED, 2)
        if head.decode() == row.head:
            return word.decode(), raw
    word_made, raw_made = made()
    # A failure to store it does no harm, because it can be made again.
    with suppress(StoreError):
        store.put_latest(row.id, row.seq, name, PARTED.join((row.head.encode(), word_made.encode(), raw_made)))
    return word_made, raw_made


def _hash_inputs(row: GameRow) -> str:
    """Hash the inputs of a report other than events: rules, header, components and the auditor."""
    return hashlib.sha256(f"{name_auditor()}\n{name_snapshot_version(set_up_game(row))}".encode()).hexdigest()
