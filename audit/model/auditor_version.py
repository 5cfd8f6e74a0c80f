"""Names the auditor that made a report: its version, and a digest of the code that produces findings."""

from __future__ import annotations

from functools import cache

from audit.model.document import ENGINE
from engine.kernel.fingerprint.code import digest_package

SHORT = 12
# `audit.pipeline` never imports these packages, which render, store, rewrite, count or compare reports.
NOT_JUDGING = (
    "browse",
    "cases",
    "compare",
    "live",
    "recheck.py",
    "report",
    "rewrite",
    "store",
    "tournaments",
    "two_recorders",
)


@cache
def name_auditor() -> str:
    """Name the auditor. As long as the name is the same, a log and a rulebook give the same report."""
    code = digest_package("audit", except_=NOT_JUDGING)
    return f"{ENGINE.name} {ENGINE.version}+{code[:SHORT]}"
