"""Holds both books of one log: the report on each, the findings that only one has, and where they diverge."""

from __future__ import annotations

from msgspec import Struct

from audit.model.divergence import Divergence
from audit.model.document import BOOKS_SCHEMA, convert_to_builtins
from audit.model.findings import Finding
from audit.model.report import Report
from audit.model.step import changes_document
from engine.kernel.basics.json_types import Document


class TwoBooks(Struct, frozen=True):
    """Both reports on one log, and where their tables diverge: None if no correction changes a table."""

    played: Report
    adjudicated: Report
    parts: Divergence | None
    # The line of the event after which the books diverge.
    line: int = 0

    @property
    def report_in_force(self) -> Report:
        """The report that counts."""
        return self.adjudicated

    def list_findings_only_in(self, which: Report) -> list[Finding]:
        """List the findings of one book that the other does not have."""
        other = self.adjudicated if which is self.played else self.played
        known = {(finding.seq, finding.rule, finding.status) for finding in other.findings}
        return [found for found in which.findings if (found.seq, found.rule, found.status) not in known]

    @property
    def as_document(self) -> Document:
        """Both books as `deadreckon.books/1`. A live game uses the same format."""
        whole = self.adjudicated.document
        parts = self.parts
        return {
            "schema": BOOKS_SCHEMA,
            "game": whole.game,
            "log": convert_to_builtins(whole.log),
            "played": _book_document(self.played),
            "adjudicated": _book_document(self.adjudicated),
            "parts": None if parts is None else {"seq": parts.seq, "facts": changes_document(parts.facts)},
        }


def _book_document(report: Report) -> Document:
    return {
        "verdict": report.verdict,
        "result": convert_to_builtins(report.result),
        "findings": [convert_to_builtins(finding) for finding in report.findings],
        "coverage": convert_to_builtins(report.coverage),
    }
