"""Compares two logs of one game by two recorders: where they differ, which one the rules support, what they share."""

from __future__ import annotations

from audit.two_recorders.comparison import Comparison, compare_logs
from audit.two_recorders.merge import MergedLog, merge_logs

__all__ = ["Comparison", "MergedLog", "compare_logs", "merge_logs"]
