"""A fault of ours: told in full, with the lines that somebody needs to mend it, and never taken for a finding."""

from __future__ import annotations

import traceback
from collections.abc import Iterable

from cli import output

# Neither findings (1), nor usage (2), nor an unreadable file (3), nor one of a server's (4 to 6).
OUR_FAULT = 70


def format_traceback(wrong: BaseException) -> tuple[str, ...]:
    """Write a traceback, line by line."""
    return tuple("".join(traceback.format_exception(wrong)).splitlines())


def report_failure(lines: Iterable[str], name: str = "your log") -> None:
    """Say on stderr what failed."""
    for line in lines:
        output.tell(line)
    output.tell(f"This is a fault of Deadreckon, not of {name}. Please report it with the lines above.")
