"""A report that a server wrote, read back, so that it is told here in the very words of a local audit."""

from __future__ import annotations

import json
from collections.abc import Mapping

from audit.model.document import Finding
from audit.model.legacy import read_finding_document, read_report_document
from audit.model.report import Report, make_report
from cli import options
from engine.kernel.basics.json_types import Json
from engine.kernel.log import Fault


class ForeignReportError(ValueError):
    """What was to be a report is none that is known here."""


def parse_report(body: bytes) -> Report:
    """Read the bytes of a report; raises `ForeignReportError`."""
    try:
        document = read_report_document(json.loads(body))
    except (ValueError, RecursionError):
        raise ForeignReportError from None
    return make_report(document, options.load_games().get(document.game))


def parse_finding_document(document: Mapping[str, Json]) -> Finding:
    """Read one finding, wherever it was told; raises `ForeignReportError`."""
    try:
        return read_finding_document(document)
    except ValueError:
        raise ForeignReportError from None


def find_faults(report: Report) -> tuple[Fault, ...]:
    """Say why a file is no log at all, where it is none."""
    if report.found.game or not report.findings:
        return ()
    return tuple(Fault(one.says, one.instead, one.line, one.column) for one in report.findings)
