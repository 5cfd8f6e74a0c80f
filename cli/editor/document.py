"""A log that is open in an editor: its text, parsed as far as possible, and its findings."""

from __future__ import annotations

from dataclasses import dataclass

from audit.browse.viewer import LogViewer, open_log_viewer
from audit.findings.finding import SourceLines, collect_findings, describe_fault
from audit.findings.replay_outcome import replay_log
from audit.intake.preparation import prepare_log
from audit.model.findings import Finding
from audit.model.report import Report
from audit.options import DEFAULT_OPTIONS
from cli import options
from engine.kernel.log import LogError


@dataclass(frozen=True)
class Draft:
    """The opened log, if the text is one, and its findings. `report` is set once causes were searched for."""

    findings: tuple[Finding, ...]
    log: LogViewer | None = None
    report: Report | None = None

    def find_roots(self) -> dict[int | None, Finding]:
        """Index the findings that others follow from, by their events."""
        return {finding.seq: finding for finding in reversed(self.findings) if finding.is_root}

    def count_events_before(self, line: int) -> int:
        """Count the events before a line of the file (the first line is 1)."""
        if self.log is None:
            return 0
        places = (at for at, (seq, _) in enumerate(self.log.entries, 1) if self.log.line_number(seq) < line)
        return max(places, default=0)

    def find_place(self, line: int) -> int | None:
        """Return the place after the event on a line, or None if the line has none."""
        at = self.count_events_before(line + 1)
        if self.log is None or not at or self.log.line_number(self.log.seq_at(at)) != line:
            return None
        return at


def replay_draft(text: str) -> Draft:
    """Replay a text once. Its findings come at once, without their causes."""
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
    """Encode a text from an editor. A lone surrogate becomes a question mark."""
    return text.encode(errors="replace")


def _make_faulty_draft(wrong: LogError) -> Draft:
    return Draft(tuple(describe_fault(fault, fault.line or 1, fault.column or 1) for fault in wrong.faults))
