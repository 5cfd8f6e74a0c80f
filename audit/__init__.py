"""From the bytes of a log to a verdict: intake, replay, findings, their causes, the result, and reports of it all."""

from __future__ import annotations

from audit.model.report import Report, Summary, summary
from audit.options import Asked
from audit.pipeline import audit, unreadable

__all__ = ["Asked", "Report", "Summary", "audit", "summary", "unreadable"]
