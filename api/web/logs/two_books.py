"""Compare both books of a record for a page: their results, the findings of only one, and where they differ."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import orjson

from api.jobs.dispatch import dispatch_comparison
from audit.model.labels import name_result, name_verdict
from audit.options import DEFAULT_OPTIONS
from engine.kernel.events import Amend, Insert, Retract, Ruling

if TYPE_CHECKING:
    from audit.browse.viewer import LogViewer
    from audit.options import AuditOptions
    from engine.kernel.basics.json_types import Document, Json

CHANGING = (Amend, Retract, Insert, Ruling)
SAYS = ("as played", "as adjudicated")


def compare_both_books(log: LogViewer, raw: bytes, asked: AuditOptions = DEFAULT_OPTIONS) -> Document:
    """Compare both books for a page. A costly comparison runs in the pool."""
    if log.report is not None and not any(isinstance(event, CHANGING) for event in log.log.events):
        # Without corrections or rulings, both books are the same.
        result = log.report.result
        said = _describe_result(result.status, result.reckoned)
        only = {"verdict": name_verdict(log.report.verdict), "result": said, "only": []}
        return {"rows": [{"says": says, **only} for says in SAYS], "at": None, "place": 0, "facts": {}}
    books = orjson.loads(dispatch_comparison(raw, asked, "books", "json"))
    played, adjudicated, parts = books["played"], books["adjudicated"], books["parts"]
    rows = [
        {"says": SAYS[0], **_make_row(played, adjudicated)},
        {"says": SAYS[1], **_make_row(adjudicated, played)},
    ]
    at = None if parts is None else parts["seq"]
    place = 0 if at is None else _find_place(log, at)
    return {"rows": rows, "at": at, "place": place, "facts": {} if parts is None else parts["facts"]}


def _make_row(book: Document, other: Document) -> Document:
    there = {_make_finding_key(finding) for finding in other["findings"]}
    result = book["result"]
    return {
        "verdict": name_verdict(book["verdict"]),
        "result": _describe_result(result["status"], result["reckoned"]),
        "only": [
            _write_finding_line(finding) for finding in book["findings"] if _make_finding_key(finding) not in there
        ],
    }


def _describe_result(status: str, reckoned: Mapping[str, object]) -> str:
    return f"{name_result(status)}; by our count: {', '.join(f'{fact} {value}' for fact, value in reckoned.items())}"


def _make_finding_key(finding: Document) -> tuple[Json, Json, Json]:
    return finding["seq"], finding["rule"], finding["status"]


def _write_finding_line(finding: Document) -> str:
    where = f"Event {finding['seq']}" if finding["seq"] else "The header"
    return f"{where}: {finding['rule']} {finding['says']}"


def _find_place(log: LogViewer, seq: int) -> int:
    """Find the place of an event, or of the last one before it that counts in this book."""
    return max((place for place, (own, _) in enumerate(log.entries, 1) if own <= seq), default=0)
