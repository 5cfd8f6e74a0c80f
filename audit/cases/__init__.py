"""Holds cases about logs: the claim, answers, rulings and appeals, and the effect of each possible ruling."""

from __future__ import annotations

from audit.cases.case_file import make_next_line, read_case
from audit.cases.events import CaseRecord
from audit.cases.ruling_options import compare_ruling_options

__all__ = ["CaseRecord", "compare_ruling_options", "make_next_line", "read_case"]
