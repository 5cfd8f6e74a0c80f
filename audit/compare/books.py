"""Audits a log by both of its books, as played and as adjudicated."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from audit.findings.replay_outcome import replay_log
from audit.intake.preparation import prepare_log
from audit.intake.prepared import START, PreparedLog
from audit.model.books import TwoBooks
from audit.model.divergence import BookSide, Divergence, count_common_entries, find_divergence
from audit.options import DEFAULT_OPTIONS, AuditOptions
from audit.pipeline import report_on_replay
from engine.kernel.game import Game
from engine.kernel.replay.books import Effective


def audit_both_books(raw: bytes, games: Mapping[str, Game], asked: AuditOptions = DEFAULT_OPTIONS) -> TwoBooks:
    """Audit a log by each of its books. Raises `LogError` if there is no log to judge."""
    adjudicated = prepare_log(raw, games, replace(asked, book="adjudicated"))
    as_played = _prepare_played_book(adjudicated)
    part = _find_divergence(as_played, adjudicated)
    line = adjudicated.log.lines[part.seq - 1] if part is not None else 0
    return TwoBooks(
        report_on_replay(raw, replay_log(as_played)), report_on_replay(raw, replay_log(adjudicated)), part, line
    )


def _prepare_played_book(adjudicated: PreparedLog) -> PreparedLog:
    numbered = list(enumerate(adjudicated.log.events, 1))
    asked = replace(adjudicated.asked, book="played")
    return replace(adjudicated, book=Effective(numbered), entries=[(0, START), *numbered], asked=asked)


def _find_divergence(one: PreparedLog, other: PreparedLog) -> Divergence | None:
    start = count_common_entries(one.entries, other.entries)
    if start == max(len(one.entries), len(other.entries)):
        return None
    # An insertion after the last common event already makes the books differ at that event.
    seqs = range(max(1, one.entries[start - 1][0]), one.last_seq + 1)
    return find_divergence(
        _play_until_divergence(one, start), _play_until_divergence(other, start), seqs, one.game.facts
    )


def _play_until_divergence(prepared: PreparedLog, start: int) -> BookSide:
    """Replay one book up to the first entry that differs from the other book."""
    return BookSide(prepared.begin_replay().run(prepared.entries[:start]), prepared.entries[start:])
