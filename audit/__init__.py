"""From the bytes of a log to a verdict: intake, replay, findings, their causes, the result, and reports of it all."""

from __future__ import annotations

from audit.model.report import Report, Summary, summarize_report
from audit.options import AuditOptions
from audit.pipeline import audit, report_unreadable_log

__all__ = ["AuditOptions", "Report", "Summary", "audit", "report_unreadable_log", "summarize_report"]
