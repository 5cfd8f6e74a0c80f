"""Compares the two books of a live game, as played and as adjudicated, and finds where they diverge."""

from __future__ import annotations

from audit.live.game import FILLER
from audit.live.state import LiveState, build_table_after
from audit.live.views import View
from audit.model.divergence import BookSide, count_common_entries, find_divergence
from audit.model.document import BOOKS_SCHEMA, convert_to_builtins
from audit.model.report import Report
from audit.model.step import changes_document
from audit.options import AuditOptions
from audit.pipeline import audit
from engine.kernel.basics.json_types import Document
from engine.kernel.replay.books import Book as Which
from engine.kernel.replay.replay import Replay


def describe_books(live_state: LiveState, seat: str | None = None) -> Document:
    """Describe both books: the verdict, result and findings of each, as in an audit of the whole record."""
    played, adjudicated = (View(live_state, which, seat) for which in ("played", "adjudicated"))
    return {
        "schema": BOOKS_SCHEMA,
        "game": live_state.live.game.name,
        "log": {"events": live_state.seq, "head": live_state.head},
        "played": _book_document(played),
        "adjudicated": _book_document(adjudicated),
        "parts": _find_divergence(played),
    }


def write_record(live_state: LiveState) -> bytes:
    """Write the whole record as a log. An empty record gets one line without meaning, since a log needs one."""
    return live_state.live.write_log(live_state.events) + (b"" if live_state.seq else FILLER[True].lstrip())


def audit_live_game(live_state: LiveState, which: Which = "adjudicated") -> Report:
    """Audit the whole record, including causes, exactly as `deadreckon audit` would audit its log."""
    live = live_state.live
    return audit(write_record(live_state), live.games, AuditOptions(book=which, packs=live.packs, strict=True))


def _book_document(view: View) -> Document:
    found = audit_live_game(view.live_state, view.which)
    seen = [shown for finding in found.findings if (shown := view.report_to_reader(finding)) is not None]
    return {
        "verdict": found.verdict,
        "result": convert_to_builtins(found.result),
        "findings": [convert_to_builtins(finding) for finding in seen],
        "coverage": convert_to_builtins(found.coverage),
    }


def _find_divergence(view: View) -> Document | None:
    """Find the first event after which the tables of the two books differ, and the facts that differ."""
    live_state, live = view.live_state, view.live_state.live
    played, adjudicated = live_state.played, live_state.adjudicated
    if played is adjudicated:
        return None
    start = count_common_entries(played.entries, adjudicated.entries)
    # Facts that are hidden from the reader do not count as a difference.
    mine, theirs = (
        BookSide(Replay(live.program, build_table_after(live.program, book, start)), book.entries[start:])
        for book in (played, adjudicated)
    )
    seqs = range(max(1, start), live_state.seq + 1)
    part = find_divergence(mine, theirs, seqs, lambda table: live.game.facts(view.redact_table(table)))
    return None if part is None else {"seq": part.seq, "facts": changes_document(part.facts)}
