"""A report that a server wrote, read back, so that it is told here in the very words of a local audit."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from audit.contested import LATENT
from audit.findings import Finding, Lines, Outcome, Reading, Repair
from audit.impact import Suspicion
from audit.report import Report
from audit.verdict import Coverage, Result
from cli import options
from engine.kernel.log import Fault
from engine.kernel.rules import Cite

Document = Mapping[str, Any]
SCHEMA = "deadreckon.report/1"


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
    except (ValueError, TypeError, KeyError, AttributeError):
        raise ForeignReportError from None


def _report(told: Document, lines: Lines | None) -> Report:
    game = options.games().get(told["game"])
    rulebook, log = told["rulebook"], told["log"]
    # A file that is no log names no game, and there is nothing to quote from it.
    quoted = lines if told["game"] else None
    return Report(
        game=told["game"],
        title=game.title if game is not None else told["game"],
        layers=tuple(rulebook["layers"]),
        rulings=rulebook["rulings"],
        digest=rulebook["digest"],
        sha256=log["sha256"],
        events=log["events"],
        policy=told["policy"],
        book=told["book"],
        verdict=told["verdict"],
        result=Result(**told["result"]),
        suspicion=None if told["suspicion"] is None else Suspicion(**told["suspicion"]),
        findings=[finding(one, quoted) for one in told["findings"]],
        coverage=_coverage(told["coverage"]),
        sources={} if game is None else {source.key: source.title for source in game.sources},
        told_head=log["head"],
    )


def finding(told: Document, lines: Lines | None = None) -> Finding:
    """Read one finding, wherever it was told."""
    outcome = told["outcome"]
    return Finding(
        rule=told["rule"],
        status=told["status"],
        seq=told["seq"],
        line=told["line"],
        column=told["column"],
        seat=told["seat"],
        says=told["says"],
        breach=told["breach"],
        facts=told["facts"],
        instead=told.get("instead", ""),
        cites=tuple(Cite(**cite) for cite in told["cites"]),
        rests_on=tuple(told["rests_on"]),
        layer=told["layer"],
        rulings=tuple(Reading(**turn) for turn in told["rulings"]),
        follows=told["follows"],
        repairs=tuple(Repair(**repair) for repair in told["repairs"]),
        outcome=None if outcome is None else Outcome(**outcome),
        excerpt="" if lines is None else lines.line(told["line"]),
        latent=told["breach"].startswith(LATENT),
    )


def _coverage(told: Document) -> Coverage:
    rest = {name: value for name, value in told.items() if name != "fully_checked"}
    return Coverage(**rest, fully=told["fully_checked"])


def fault_of(report: Report) -> Fault | None:
    """Say why a file is no log at all, where it is none."""
    if report.game or not report.findings:
        return None
    first = report.findings[0]
    return Fault(first.says, first.instead, first.line, first.column)
