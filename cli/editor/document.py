"""A log as an editor holds it at one moment: read as far as it can be, and judged by what stands there."""

from __future__ import annotations

from dataclasses import dataclass

from audit.browse.viewer import LogViewer, open_judged
from audit.findings.finding import Pages, findings_of, malformed
from audit.findings.replay_outcome import played
from audit.intake.prepared import prepare
from audit.model.document import Finding
from audit.model.report import Report
from audit.options import NOTHING_MORE
from cli import options
from engine.kernel.log import LogError


@dataclass(frozen=True)
class Draft:
    """What is known of a text: the log opened, if it is one, and what was found. `report`: causes were looked for."""

    findings: tuple[Finding, ...]
    log: LogViewer | None = None
    report: Report | None = None

    def roots(self) -> dict[int | None, Finding]:
        """Find what findings follow from, by the events where that stands."""
        return {finding.seq: finding for finding in reversed(self.findings) if finding.root}

    def place_before(self, line: int) -> int:
        """Count the events that have happened when a line of the file (the first is 1) is about to be written."""
        if self.log is None:
            return 0
        places = (at for at, (seq, _) in enumerate(self.log.entries, 1) if self.log.line_number(seq) < line)
        return max(places, default=0)

    def place_on(self, line: int) -> int | None:
        """Find the place to which the event on a line leads."""
        at = self.place_before(line + 1)
        if self.log is None or not at or self.log.line_number(self.log.seq_at(at)) != line:
            return None
        return at


def looked_at(text: str) -> Draft:
    """Replay a text once: what is wrong is told at once, what caused it is not looked for yet."""
    raw = as_bytes(text)
    try:
        log = played(prepare(raw, options.games()))
    except LogError as wrong:
        return _no_log(wrong)
    found = findings_of(log.prepared, log.outcome.judgements, Pages(raw, log.prepared))
    return Draft(tuple(found), LogViewer(log))


def judged(text: str) -> Draft:
    """Audit a text in full, with causes, repairs and other readings."""
    try:
        log = open_judged(as_bytes(text), options.games(), NOTHING_MORE)
    except LogError as wrong:
        return _no_log(wrong)
    report = log.report
    return Draft(tuple(report.findings) if report else (), log, report)


def as_bytes(text: str) -> bytes:
    """Encode what an editor sent; half a character pair, which no file can hold, counts as a question mark."""
    return text.encode(errors="replace")


def _no_log(wrong: LogError) -> Draft:
    return Draft(tuple(malformed(fault, fault.line or 1, fault.column or 1) for fault in wrong.faults))
