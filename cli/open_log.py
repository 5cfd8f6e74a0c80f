"""A log opened for a command: read as its options say; an event that is not there is wrong usage."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from audit.browse import viewer
from cli import options

if TYPE_CHECKING:
    from audit import AuditOptions


class TerminalViewer(viewer.LogViewer):
    """One log with its timeline, as a command looks at it."""

    def find_place(self, seq: int) -> int:
        """Find the place after event `seq`; 0 is the start."""
        try:
            return super().find_place(seq)
        except LookupError as wrong:
            raise click.UsageError(str(wrong)) from None


def open_log(raw: bytes, asked: AuditOptions) -> TerminalViewer:
    """Read a log and lay its timeline out."""
    from audit.findings.replay_outcome import replay_log
    from audit.intake.prepared import prepare_log

    return TerminalViewer(replay_log(prepare_log(raw, options.load_games(), asked)))


def open_log_with_report(raw: bytes, asked: AuditOptions) -> TerminalViewer:
    """Read a log, lay its timeline out, and keep beside it what the audit finds."""
    judged = viewer.open_log_viewer(raw, options.load_games(), asked)
    return TerminalViewer(judged.played, judged.report)
