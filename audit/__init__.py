"""From the bytes of a log to a verdict: intake, replay, findings, their causes, the result, and reports of it all."""

from __future__ import annotations

from audit.asked import Asked
from audit.auditing import audit, unreadable
from audit.reporting import Report, Summary, summary

__all__ = ["Asked", "Report", "Summary", "audit", "summary", "unreadable"]
