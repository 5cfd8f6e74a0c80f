"""Both books of one log: the report on each, what is found in one of them only, and where they part."""

from __future__ import annotations

from msgspec import Struct

from audit.model.divergence import Parting
from audit.model.document import BOOKS_SCHEMA, Finding, laid_out
from audit.model.report import Report
from audit.model.step import changes_document
from engine.kernel.basics.json_types import Document


class TwoBooks(Struct, frozen=True):
    """Both reports on one log, and where their tables part: nowhere, where no correction changes one."""

    played: Report
    adjudicated: Report
    parts: Parting | None
    # Where the event stands after which they part.
    line: int = 0

    @property
    def stands(self) -> Report:
        """Give the report that counts."""
        return self.adjudicated

    def only(self, which: Report) -> list[Finding]:
        """List what is found in one of the books and not in the other."""
        other = self.adjudicated if which is self.played else self.played
        known = {(finding.seq, finding.rule, finding.status) for finding in other.findings}
        return [found for found in which.findings if (found.seq, found.rule, found.status) not in known]

    @property
    def document(self) -> Document:
        """Both books as `deadreckon.books/1`, in which a live game is told too."""
        whole = self.adjudicated.document
        parts = self.parts
        return {
            "schema": BOOKS_SCHEMA,
            "game": whole.game,
            "log": laid_out(whole.log),
            "played": _told(self.played),
            "adjudicated": _told(self.adjudicated),
            "parts": None if parts is None else {"seq": parts.seq, "facts": changes_document(parts.facts)},
        }


def _told(report: Report) -> Document:
    return {
        "verdict": report.verdict,
        "result": laid_out(report.result),
        "findings": [laid_out(finding) for finding in report.findings],
        "coverage": laid_out(report.coverage),
    }
