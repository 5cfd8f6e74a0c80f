"""A report that a server wrote, read back, so that it is told here in the very words of a local audit."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from msgspec import Struct, convert

from audit.contested import LATENT
from audit.findings import Finding, Lines
from audit.impact import Suspicion
from audit.report import Report
from audit.verdict import Coverage, Result, Verdict
from cli import options
from engine.kernel.effective import Book
from engine.kernel.log import Fault
from engine.kernel.replay import Policy

Document = Mapping[str, Any]
SCHEMA = "deadreckon.report/1"


class _Rulebook(Struct):
    layers: tuple[str, ...]
    rulings: dict[str, str]
    digest: str


class _Log(Struct):
    sha256: str
    events: int
    head: str


class _Told(Struct):
    """A report as the document has it; whatever does not fit is refused."""

    game: str
    rulebook: _Rulebook
    log: _Log
    policy: Policy
    book: Book
    verdict: Verdict
    result: Result
    suspicion: Suspicion | None
    findings: list[Finding]


class ForeignReportError(ValueError):
    """What was to be a report is none that is known here."""


def document(body: bytes) -> Document:
    """Read the bytes of a report; raises `ForeignReportError`."""
    try:
        told = json.loads(body)
    except (ValueError, RecursionError):
        raise ForeignReportError from None
    if not isinstance(told, dict) or told.get("schema") != SCHEMA:
        raise ForeignReportError
    return told


def read(told: Document, raw: bytes | None = None) -> Report:
    """Read a report; `raw` is the log that it is about, to quote from. Raises `ForeignReportError`."""
    try:
        return _report(told, None if raw is None else Lines(raw))
    except (ValueError, TypeError, KeyError):
        raise ForeignReportError from None


def _report(told: Document, lines: Lines | None) -> Report:
    known = convert(told, _Told)
    game = options.games().get(known.game)
    # A file that is no log names no game, and there is nothing to quote from it.
    quoted = lines if known.game else None
    return Report(
        game=known.game,
        title=game.title if game is not None else known.game,
        layers=known.rulebook.layers,
        rulings=known.rulebook.rulings,
        digest=known.rulebook.digest,
        sha256=known.log.sha256,
        events=known.log.events,
        policy=known.policy,
        book=known.book,
        verdict=known.verdict,
        result=known.result,
        suspicion=known.suspicion,
        findings=[_quoting(one, quoted) for one in known.findings],
        coverage=convert({**told["coverage"], "fully": told["coverage"]["fully_checked"]}, Coverage),
        sources={} if game is None else {source.key: source.title for source in game.sources},
        told_head=known.log.head,
    )


def finding(told: Document) -> Finding:
    """Read one finding, wherever it was told; raises `ForeignReportError`."""
    try:
        return _quoting(convert(told, Finding), None)
    except ValueError:
        raise ForeignReportError from None


def _quoting(found: Finding, lines: Lines | None) -> Finding:
    """Add what a document leaves out: the line of the log, and that it is only another reading's word."""
    excerpt = "" if lines is None else lines.line(found.line)
    return replace(found, excerpt=excerpt, latent=found.breach.startswith(LATENT))


def fault_of(report: Report) -> Fault | None:
    """Say why a file is no log at all, where it is none."""
    if report.game or not report.findings:
        return None
    first = report.findings[0]
    return Fault(first.says, first.instead, first.line, first.column)
