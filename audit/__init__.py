"""Audits a log: reads its bytes, replays it, judges it, explains the findings and writes reports."""

from __future__ import annotations

from audit.model.report import Report, Summary, summarize_report
from audit.options import AuditOptions
from audit.pipeline import audit, report_unreadable_log

__all__ = ["AuditOptions", "Report", "Summary", "audit", "report_unreadable_log", "summarize_report"]
