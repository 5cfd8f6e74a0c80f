"""Which auditor made a report: its version, and a digest of the code that makes findings of what a replay met."""

from __future__ import annotations

from functools import cache

from audit.document import ENGINE
from engine.kernel.code import digested

SHORT = 12


@cache
def auditor() -> str:
    """Name the auditor; what it gives for the same log and rulebook stays the same as long as the name does."""
    return f"{ENGINE.name} {ENGINE.version}+{digested(__package__, deep=False)[:SHORT]}"
