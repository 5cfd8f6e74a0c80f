"""Report a bug in Deadreckon: print the traceback that a bug report needs. It is never shown as a finding."""

from __future__ import annotations

import traceback
from collections.abc import Iterable

from cli import output

# Exit code 70. Lower codes mean findings (1), usage (2), an unreadable file (3), or a server error (4 to 6).
OUR_FAULT = 70


def format_traceback(wrong: BaseException) -> tuple[str, ...]:
    """Format a traceback as lines."""
    return tuple("".join(traceback.format_exception(wrong)).splitlines())


def report_failure(lines: Iterable[str], name: str = "your log") -> None:
    """Print a failure to stderr."""
    for line in lines:
        output.tell(line)
    output.tell(f"This is a bug in Deadreckon, not in {name}. Please report it with the lines above.")
