"""Finds violations that only a correction causes. They follow the correction, and no player is blamed for them."""

from __future__ import annotations

from msgspec.structs import replace

from audit.budget import Budget
from audit.findings.replay_outcome import ReplayOutcome, replay_log
from audit.intake.early_stops import end_at_stop
from audit.intake.line_quotes import make_quoted_line_reader
from audit.intake.prepared import PreparedLog
from audit.model.findings import OPEN, Finding
from engine.kernel.events import Note
from engine.kernel.replay.books import compute_book

# The work of parsing a line that a correction quotes, in replayed events.
READ_AGAIN = 5


def follow_corrections(findings: list[Finding], prepared: PreparedLog, budget: Budget) -> list[Finding]:
    """Attribute each violation that is absent from the book as played to a correction.

    It follows the latest correction without which it disappears.
    """
    asked = _LogWithoutCorrections(prepared, budget)
    corrections = asked.corrections
    if not corrections or not any(finding.status in OPEN for finding in findings):
        return findings
    as_played = asked.replay_without(corrections)
    if as_played is None:
        return findings
    return [
        finding
        if finding.status not in OPEN or as_played.may_contain(finding)
        else _follow_correction(finding, corrections, asked)
        for finding in findings
    ]


def _follow_correction(finding: Finding, corrections: list[int], asked: _LogWithoutCorrections) -> Finding:
    for seq in reversed(corrections):
        outcome = asked.replay_without([seq])
        if outcome is None:
            # Every replay takes the same work, so no other correction can be tried either.
            break
        if not outcome.may_contain(finding):
            return replace(finding, follows=seq)
    # Several corrections cause it together. The finding names the latest.
    return replace(finding, follows=corrections[-1])


class _LogWithoutCorrections:
    """The log with some of its corrections treated as remarks.

    Each selection is replayed once, as far as the budget allows.
    """

    def __init__(self, prepared: PreparedLog, budget: Budget) -> None:
        """Start with no replays."""
        self.prepared, self.budget, self.corrections = prepared, budget, prepared.list_correction_seqs()
        names = prepared.domains
        self.read = make_quoted_line_reader(prepared.game, prepared.header, names, strict=prepared.asked.strict)
        self._outcomes: dict[tuple[int, ...], ReplayOutcome] = {}

    def replay_without(self, seqs: list[int]) -> ReplayOutcome | None:
        """Replay without these corrections. Return None if the budget is used up."""
        key = tuple(seqs)
        if key not in self._outcomes:
            work = len(self.prepared.entries) + READ_AGAIN * len(self.corrections)
            if self.budget.left < work:
                return None
            self.budget.note_work(work)
            events = list(self.prepared.log.events)
            for seq in seqs:
                events[seq - 1] = Note(text="")
            counted = compute_book(events, self.read)
            end_at_stop(counted)
            entries = [self.prepared.entries[0], *counted.entries]
            self._outcomes[key] = replay_log(replace(self.prepared, entries=entries)).outcome
        return self._outcomes[key]
