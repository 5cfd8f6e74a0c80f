"""Parse a report from a server, so that it is printed like a local one."""

from __future__ import annotations

import json
from collections.abc import Mapping

from audit.model.findings import Finding
from audit.model.legacy import read_finding_document, read_report_document
from audit.model.report import Report, make_report
from cli import options
from engine.kernel.basics.json_types import Json
from engine.kernel.log import Fault


class ForeignReportError(ValueError):
    """A document is not a report that this version knows."""


def parse_report(body: bytes) -> Report:
    """Parse a report. Raises `ForeignReportError`."""
    try:
        document = read_report_document(json.loads(body))
    except (ValueError, RecursionError):
        raise ForeignReportError from None
    return make_report(document, options.load_games().get(document.game))


def parse_finding_document(document: Mapping[str, Json]) -> Finding:
    """Parse one finding. Raises `ForeignReportError`."""
    try:
        return read_finding_document(document)
    except ValueError:
        raise ForeignReportError from None


def find_faults(report: Report) -> tuple[Fault, ...]:
    """List the faults of a file that is no log, or nothing if it is one."""
    if report.found.game or not report.findings:
        return ()
    return tuple(Fault(one.says, one.instead, one.line, one.column) for one in report.findings)
