"""Open a log for a command, with its options. A missing event is wrong usage."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from audit.browse import viewer
from cli import options

if TYPE_CHECKING:
    from audit import AuditOptions


class TerminalViewer(viewer.LogViewer):
    """A log viewer that reports a missing event as wrong usage."""

    def find_place(self, seq: int) -> int:
        """Find the place after event `seq`; 0 is the start."""
        try:
            return super().find_place(seq)
        except LookupError as wrong:
            raise click.UsageError(str(wrong)) from None


def open_log(raw: bytes, asked: AuditOptions) -> TerminalViewer:
    """Parse and replay a log, without a report."""
    from audit.findings.replay_outcome import replay_log
    from audit.intake.preparation import prepare_log

    return TerminalViewer(replay_log(prepare_log(raw, options.load_games(), asked)))


def open_log_with_report(raw: bytes, asked: AuditOptions) -> TerminalViewer:
    """Parse and replay a log, with its report."""
    judged = viewer.open_log_viewer(raw, options.load_games(), asked)
    return TerminalViewer(judged.played, judged.report)
