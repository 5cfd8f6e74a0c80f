"""Cases about logs: what somebody claims, what others answer, what was ruled, and what each ruling would change."""

from __future__ import annotations

from audit.cases.case_file import case_from, with_event
from audit.cases.events import CaseRecord
from audit.cases.ruling_options import ways_to_rule

__all__ = ["CaseRecord", "case_from", "ways_to_rule", "with_event"]
