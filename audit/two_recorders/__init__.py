"""Two logs of one game, kept by two people: where they differ, which of them the rules bear out, what both say."""

from __future__ import annotations

from audit.two_recorders.comparison import Comparison, compare_logs
from audit.two_recorders.merge import MergedLog, merge_logs

__all__ = ["Comparison", "MergedLog", "compare_logs", "merge_logs"]
