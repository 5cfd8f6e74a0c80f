"""Which auditor made a report: its version, and a digest of the code that makes findings of what a replay met."""

from __future__ import annotations

from functools import cache

from audit.model.document import ENGINE
from engine.kernel.fingerprint.code import digest_package

SHORT = 12
# What `audit.pipeline` never imports: it renders, stores, rewrites, counts or compares what an audit has found.
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
    """Name the auditor; what it gives for the same log and rulebook stays the same as long as the name does."""
    code = digest_package("audit", except_=NOT_JUDGING)
    return f"{ENGINE.name} {ENGINE.version}+{code[:SHORT]}"
