"""Jobs that audit a log and render its report. Another process can run them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from audit import AuditOptions, Report, audit, report_unreadable_log
from audit.compare.books import audit_both_books
from audit.compare.editions import audit_by_editions
from audit.live import begin_game, decode_events, describe_books, fold_game
from audit.live.game import FILLER
from audit.model.books import TwoBooks
from audit.model.document import RulebookMark
from audit.model.editions import EditionComparison
from audit.report import render_html, render_json, render_sarif, render_side_by_side, render_text
from engine.kernel.basics.json_types import Document
from engine.kernel.game import Game
from engine.kernel.log import LogError

Games = Mapping[str, Game]
# Jobs differ in their arguments and results.
Job = Callable[..., Any]
COMPARED: dict[str, Callable[[bytes, Games, AuditOptions], TwoBooks | EditionComparison]] = {
    "books": audit_both_books,
    "editions": audit_by_editions,
}
WRITERS: dict[str, Callable[[Report, str], str]] = {
    "application/json": lambda report, _: render_json(report),
    "text/html": render_html,
    "application/sarif+json": lambda report, name: render_sarif([(name, report)]),
    "text/plain": lambda report, _: render_text(report),
}


def make_report(games: Games, raw: bytes, asked: AuditOptions) -> Report:
    """Audit a log. An unreadable log gives a report, too."""
    try:
        return audit(raw, games, asked)
    except LogError as wrong:
        return report_unreadable_log(raw, wrong)


class WrittenReport(NamedTuple):
    """A rendered report, with its verdict and rulebook."""

    verdict: str
    rulebook: RulebookMark
    raw: bytes


def write_report(games: Games, raw: bytes, asked: AuditOptions, form: str, name: str) -> WrittenReport:
    """Audit a log and render its report here, because rendering may need the tables."""
    report = make_report(games, raw, asked)
    return WrittenReport(report.verdict, report.document.rulebook, encode_text(WRITERS[form](report, name)))


def write_comparison(games: Games, raw: bytes, asked: AuditOptions, what: str, form: str) -> bytes:
    """Compare the books or editions of a log. Raises `LogError`."""
    return encode_text(render_side_by_side(COMPARED[what](raw, games, asked), form))


def compare_live_books(games: Games, raw: bytes, asked: AuditOptions) -> Document:
    """Compare both books of a live game from its whole record."""
    header, *lines = raw.splitlines()
    live = begin_game(header, games, asked.packs)
    # A game without events is written with a filler line.
    events = decode_events(live, lines if lines != [FILLER[True].strip()] else [])
    return describe_books(fold_game(live, events))


def encode_text(text: str) -> bytes:
    """Encode a text as UTF-8. A lone surrogate from a log stays as it is in the bytes."""
    return text.encode("utf-8", "surrogatepass")
