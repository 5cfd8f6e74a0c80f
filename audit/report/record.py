"""The report as a document: schema deadreckon.report/1, keys in fixed order, the same bytes every time."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib import metadata
from typing import Any

from audit.findings import Finding
from audit.impact import Suspicion
from audit.report import Report
from engine.kernel.spellings.faults import UNSEEN

SCHEMA = "deadreckon.report/1"
# A lone surrogate cannot be encoded, and a hidden mark must not reach a terminal: both are written as JSON escapes.
HIDDEN = re.compile(UNSEEN.pattern)


def document(report: Report) -> dict[str, Any]:
    """Lay a report out in the schema deadreckon.report/1."""
    result, coverage = report.result, report.coverage
    return {
        "schema": SCHEMA,
        "game": report.game,
        "rulebook": {"layers": list(report.layers), "rulings": _sorted(report.rulings), "digest": report.digest},
        "log": {"sha256": report.sha256, "events": report.events, "head": report.head},
        "policy": report.policy,
        "book": report.book,
        "verdict": report.verdict,
        "result": {
            "claimed": _sorted(result.claimed),
            "reckoned": _sorted(result.reckoned),
            "status": result.status,
        },
        "suspicion": _suspicion(report.suspicion),
        "findings": [finding_document(finding) for finding in report.findings],
        "coverage": {
            "rules": dict(coverage.rules),
            "unknown": coverage.unknown,
            "unreadable": coverage.unreadable,
            "pack": coverage.pack,
            "reconstructed": coverage.reconstructed,
            "unexamined": coverage.unexamined,
            "unlisted": coverage.unlisted,
            "fully_checked": coverage.fully,
            "says": coverage.says,
        },
        "engine": engine(),
    }


def as_json(report: Report) -> str:
    """Write the document as JSON that is readable, and safe to print."""
    return written(document(report))


def written(tree: Mapping[str, Any]) -> str:
    """Write JSON with every hidden character escaped."""
    return escaped(json.dumps(tree, ensure_ascii=False, indent=2)) + "\n"


def escaped(text: str) -> str:
    """Write each hidden character of a JSON text as the escape that means the same."""
    return HIDDEN.sub(_escaped, text)


@cache
def engine() -> dict[str, str]:
    """Name the engine that made a report."""
    try:
        version = metadata.version("deadreckon")
    except metadata.PackageNotFoundError:
        version = "0"
    return {"name": "deadreckon", "version": version}


def _escaped(found: re.Match[str]) -> str:
    mark = found[0]
    if mark == "\n":
        # Between the values only: within them JSON has escaped it already.
        return mark
    return f"\\u{ord(mark):04x}" if mark == "\x7f" else json.dumps(mark)[1:-1]


def _sorted(facts: Mapping[str, Any]) -> dict[str, Any]:
    return dict(sorted(facts.items()))


def _suspicion(suspicion: Suspicion | None) -> dict[str, str] | None:
    if suspicion is None:
        return None
    return {
        "kind": suspicion.kind,
        "id": suspicion.id,
        "reading": suspicion.reading,
        "says": suspicion.says,
    }


def finding_document(finding: Finding) -> dict[str, Any]:
    """Lay one finding out, wherever it is told."""
    outcome = finding.outcome
    told = {
        "rule": finding.rule,
        "status": finding.status,
        "seq": finding.seq,
        "line": finding.line,
        "column": finding.column,
        "seat": finding.seat,
        "says": finding.says,
        "breach": finding.breach,
        "facts": dict(finding.facts),
        "instead": finding.instead,
        "cites": [{"source": c.source, "section": c.section, "page": c.page} for c in finding.cites],
        "rests_on": list(finding.rests_on),
        "layer": finding.layer,
        "rulings": [{"id": turn.id, "reading": turn.reading} for turn in finding.rulings],
        "follows": finding.follows,
        "repairs": [{"line": repair.line, "note": repair.note} for repair in finding.repairs],
        "outcome": None if outcome is None else {"changes": outcome.changes, "then": _sorted(outcome.then)},
    }
    if not finding.instead:
        del told["instead"]
    return told
