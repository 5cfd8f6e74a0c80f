"""One log under each edition of its rulebook: the report on each, and the events at which they part."""

from __future__ import annotations

from msgspec import Struct

from audit.model.document import Finding, laid_out
from audit.model.report import Report
from engine.kernel.basics.json_types import Document

SCHEMA = "deadreckon.editions/1"


class EditionReport(Struct, frozen=True):
    """What a log comes to by one edition: its layer, the title of its text, and the report."""

    layer: str
    title: str
    report: Report


class EditionsPart(Struct, frozen=True):
    """An event that some editions forbid and others do not, or forbid by another rule: what each finds there."""

    seq: int
    line: int
    excerpt: str
    found: tuple[tuple[Finding, ...], ...]


class ByEditions(Struct, frozen=True):
    """All editions of one rulebook over one log, the base first, and where they part, event by event."""

    editions: tuple[EditionReport, ...]
    parts: tuple[EditionsPart, ...]
    # Which of them the log itself asks for.
    own: Report

    @property
    def stands(self) -> Report:
        """Give the report that counts."""
        return self.own

    @property
    def document(self) -> Document:
        """All of it as `deadreckon.editions/1`."""
        whole = self.own.document
        return {
            "schema": SCHEMA,
            "game": whole.game,
            "log": laid_out(whole.log),
            "editions": [
                {"layer": one.layer, "title": one.title, "report": laid_out(one.report.document)}
                for one in self.editions
            ],
            "parts": [self._part(part) for part in self.parts],
        }

    def _part(self, part: EditionsPart) -> Document:
        found = zip(self.editions, part.found, strict=True)
        by = {one.layer: [laid_out(finding) for finding in findings] for one, findings in found}
        return {"seq": part.seq, "line": part.line, "excerpt": part.excerpt, "findings": by}
