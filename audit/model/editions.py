"""One log under each edition of its rulebook: the report on each, and the events at which they part."""

from __future__ import annotations

from msgspec import Struct

from audit.model.document import Finding, convert_to_builtins
from audit.model.report import Report
from engine.kernel.basics.json_types import Document

SCHEMA = "deadreckon.editions/1"


class EditionReport(Struct, frozen=True):
    """What a log comes to by one edition: its layer, the title of its text, and the report."""

    layer: str
    title: str
    report: Report


class EditionsDifference(Struct, frozen=True):
    """An event that some editions forbid and others do not, or forbid by another rule: what each finds there."""

    seq: int
    line: int
    excerpt: str
    found: tuple[tuple[Finding, ...], ...]


class EditionComparison(Struct, frozen=True):
    """All editions of one rulebook over one log, the base first, and where they part, event by event."""

    editions: tuple[EditionReport, ...]
    parts: tuple[EditionsDifference, ...]
    # Which of them the log itself asks for.
    own: Report

    @property
    def report_in_force(self) -> Report:
        """Give the report that counts."""
        return self.own

    @property
    def as_document(self) -> Document:
        """All of it as `deadreckon.editions/1`."""
        whole = self.own.document
        return {
            "schema": SCHEMA,
            "game": whole.game,
            "log": convert_to_builtins(whole.log),
            "editions": [
                {"layer": one.layer, "title": one.title, "report": convert_to_builtins(one.report.document)}
                for one in self.editions
            ],
            "parts": [self._difference_document(part) for part in self.parts],
        }

    def _difference_document(self, part: EditionsDifference) -> Document:
        found = zip(self.editions, part.found, strict=True)
        by = {one.layer: [convert_to_builtins(finding) for finding in findings] for one, findings in found}
        return {"seq": part.seq, "line": part.line, "excerpt": part.excerpt, "findings": by}
