"""Cases about logs: what somebody claims, what others answer, what was ruled, and what each ruling would change."""

from __future__ import annotations

from audit.cases.case_file import make_next_line, read_case
from audit.cases.events import CaseRecord
from audit.cases.ruling_options import compare_ruling_options

__all__ = ["CaseRecord", "compare_ruling_options", "make_next_line", "read_case"]
