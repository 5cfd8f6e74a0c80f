"""A log as an editor holds it at one moment: read as far as it can be, and judged by what stands there."""

from __future__ import annotations

from dataclasses import dataclass

from audit.browse.viewer import LogViewer, open_log_viewer
from audit.findings.finding import SourceLines, collect_findings, describe_fault
from audit.findings.replay_outcome import replay_log
from audit.intake.prepared import prepare_log
from audit.model.document import Finding
from audit.model.report import Report
from audit.options import DEFAULT_OPTIONS
from cli import options
from engine.kernel.log import LogError


@dataclass(frozen=True)
class Draft:
    """What is known of a text: the log opened, if it is one, and what was found. `report`: causes were looked for."""

    findings: tuple[Finding, ...]
    log: LogViewer | None = None
    report: Report | None = None

    def find_roots(self) -> dict[int | None, Finding]:
        """Find what findings follow from, by the events where that stands."""
        return {finding.seq: finding for finding in reversed(self.findings) if finding.is_root}

    def count_events_before(self, line: int) -> int:
        """Count the events that have happened when a line of the file (the first is 1) is about to be written."""
        if self.log is None:
            return 0
        places = (at for at, (seq, _) in enumerate(self.log.entries, 1) if self.log.line_number(seq) < line)
        return max(places, default=0)

    def find_place(self, line: int) -> int | None:
        """Find the place to which the event on a line leads."""
        at = self.count_events_before(line + 1)
        if self.log is None or not at or self.log.line_number(self.log.seq_at(at)) != line:
            return None
        return at


def replay_draft(text: str) -> Draft:
    """Replay a text once: what is wrong is told at once, what caused it is not looked for yet."""
    raw = encode_text(text)
    try:
        log = replay_log(prepare_log(raw, options.load_games()))
    except LogError as wrong:
        return _make_faulty_draft(wrong)
    found = collect_findings(log.prepared, log.outcome.judgements, SourceLines(raw, log.prepared))
    return Draft(tuple(found), LogViewer(log))


def audit_draft(text: str) -> Draft:
    """Audit a text in full, with causes, repairs and other readings."""
    try:
        log = open_log_viewer(encode_text(text), options.load_games(), DEFAULT_OPTIONS)
    except LogError as wrong:
        return _make_faulty_draft(wrong)
    report = log.report
    return Draft(tuple(report.findings) if report else (), log, report)


def encode_text(text: str) -> bytes:
    """Encode what an editor sent; half a character pair, which no file can hold, counts as a question mark."""
    return text.encode(errors="replace")


def _make_faulty_draft(wrong: LogError) -> Draft:
    return Draft(tuple(describe_fault(fault, fault.line or 1, fault.column or 1) for fault in wrong.faults))
