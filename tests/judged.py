"""What tests of the audit ask about a few lines of pebbles."""

from __future__ import annotations

from audit import Report, audit
from audit.document import Finding
from tests.pebbles import GAMES, log


def told(*lines: str, header: str = "", **asked: object) -> Report:
    return audit(log(*lines, header=header), GAMES, **asked)  # type: ignore[arg-type] # the options of audit


def met(report: Report) -> list[tuple[int | None, str, str]]:
    return [(finding.seq, finding.rule, finding.status) for finding in report.findings]


def only(report: Report) -> Finding:
    (finding,) = report.findings
    return finding
