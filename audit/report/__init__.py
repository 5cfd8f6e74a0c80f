"""Reports: one audit told as text, JSON, a page or SARIF; each way of telling is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from audit.findings import Finding
from audit.verdict import Coverage, Result, Verdict
from engine.kernel.effective import Book
from engine.kernel.replay import Policy

if TYPE_CHECKING:
    from audit.impact import Suspicion
    from audit.sitting import Sitting

WIDTH = 100


@dataclass(frozen=True, slots=True)
class Report:
    """All that one audit found. `sitting` replays the log for pictures; it is left behind when a report travels."""

    game: str
    title: str
    layers: tuple[str, ...]
    rulings: Mapping[str, str]
    digest: str
    sha256: str
    events: int
    policy: Policy
    book: Book
    verdict: Verdict
    result: Result
    suspicion: Suspicion | None
    findings: list[Finding]
    coverage: Coverage
    sources: Mapping[str, str]
    sitting: Sitting | None = None
    told_head: str = ""

    @property
    def roots(self) -> list[Finding]:
        """The violations that follow from no other."""
        return [finding for finding in self.findings if finding.root]

    @property
    def head(self) -> str:
        """The last link of the chain of hashes over the events, in order."""
        if self.sitting is None:
            return self.told_head
        from audit.report.chain import head_of  # noqa: PLC0415 - only a written report needs the chain

        return head_of(self.sitting.log.events)

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel light: to another process go the findings, not the table they were made at."""
        light = replace(self, sitting=None, told_head=self.head)
        return Report, tuple(getattr(light, name) for name in Report.__slots__)


@dataclass(frozen=True, slots=True)
class Summary:
    """What one line about a log says."""

    verdict: Verdict
    result: str
    roots: int
    findings: int
    first: str

    def __str__(self) -> str:
        parts = [self.verdict, f"result {self.result}"]
        if self.roots:
            parts.append(f"{self.roots} root{'s' if self.roots > 1 else ''}, {self.findings} findings")
        elif self.findings:
            parts.append(f"{self.findings} finding{'s' if self.findings > 1 else ''}")
        return "; ".join([*parts, *([f"first: {self.first}"] if self.first else [])])


def summary(report: Report) -> Summary:
    """Sum up a report in one line; cheap to make and to send."""
    roots = report.roots
    first = next(iter([*roots, *report.findings]), None)
    told = ""
    if first is not None:
        told = f"line {first.line}, {first.rule}" if first.seq is None else f"event {first.seq}, {first.rule}"
    return Summary(report.verdict, report.result.status, len(roots), len(report.findings), told)


def document(report: Report) -> dict[str, Any]:
    """Lay a report out in the schema deadreckon.report/1, its keys in fixed order."""
    from audit.report.record import document  # noqa: PLC0415 - see the first line of this file

    return document(report)


def as_json(report: Report) -> str:
    """Write a report as JSON: the same bytes for the same log and rulebook."""
    from audit.report.record import as_json  # noqa: PLC0415 - as above

    return as_json(report)


def as_text(report: Report, *, width: int = WIDTH, colour: bool = False) -> str:
    """Write a report for a person to read; `colour` only where a terminal shows it."""
    from audit.report.prose import as_text  # noqa: PLC0415 - as above

    return as_text(report, width=width, colour=colour)


def as_html(report: Report, name: str = "") -> str:
    """Write a report as one page that opens offline; `name` is what the log is called."""
    from audit.report.page import as_html  # noqa: PLC0415 - as above

    return as_html(report, name)


def as_sarif(reports: Sequence[tuple[str, Report]]) -> str:
    """Write reports, each with the path of its log, as one SARIF 2.1.0 run."""
    from audit.report.sarif import as_sarif  # noqa: PLC0415 - as above

    return as_sarif(reports)
