"""Holds the reports on one log under each edition of its rulebook, and the events on which they differ."""

from __future__ import annotations

from msgspec import Struct

from audit.model.document import convert_to_builtins
from audit.model.findings import Finding
from audit.model.report import Report
from engine.kernel.basics.json_types import Document

SCHEMA = "deadreckon.editions/1"


class EditionReport(Struct, frozen=True):
    """The report on a log by one edition, with the edition's layer and the title of its text."""

    layer: str
    title: str
    report: Report


class EditionsDifference(Struct, frozen=True):
    """An event on which the editions have different findings, with the findings of each."""

    seq: int
    line: int
    excerpt: str
    found: tuple[tuple[Finding, ...], ...]


class EditionComparison(Struct, frozen=True):
    """All editions of one rulebook applied to one log, the base first, and the events on which they differ."""

    editions: tuple[EditionReport, ...]
    parts: tuple[EditionsDifference, ...]
    # The report by the edition that the log itself names.
    own: Report

    @property
    def report_in_force(self) -> Report:
        """The report that counts."""
        return self.own

    @property
    def as_document(self) -> Document:
        """The comparison as `deadreckon.editions/1`."""
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
