"""What tests of the audit ask about a few lines of pebbles."""

from __future__ import annotations

from typing import Any

from audit import AuditOptions, Report, audit
from audit.model.findings import Finding
from tests.support.games.pebbles import GAMES, log


def told(*lines: str, header: str = "", **asked: Any) -> Report:
    return audit(log(*lines, header=header), GAMES, AuditOptions(**asked))


def met(report: Report) -> list[tuple[int | None, str, str]]:
    return [(finding.seq, finding.rule, finding.status) for finding in report.findings]


def only(report: Report) -> Finding:
    (finding,) = report.findings
    return finding
