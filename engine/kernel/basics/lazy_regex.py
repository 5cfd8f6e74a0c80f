"""Regular expressions that compile on first use: many logs need few of them, and compiling is slow."""

from __future__ import annotations

import re
from typing import Any, cast


class _Waiting:
    """Stands in for a compiled pattern and takes over its methods one by one."""

    def __init__(self, text: Any, flags: int) -> None:  # noqa: ANN401 - text or bytes, as the pattern says
        """Store the pattern text and flags for later."""
        self.asked = text, flags

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - any attribute of a pattern
        """Compile the pattern, and cache the attribute."""
        text, flags = self.asked
        held = getattr(re.compile(text, flags), name)
        setattr(self, name, held)
        return held


def pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """Return a pattern that compiles on first use."""
    return cast("re.Pattern[str]", _Waiting(text, flags))


def byte_pattern(text: bytes, flags: int = 0) -> re.Pattern[bytes]:
    """Return a bytes pattern that compiles on first use."""
    return cast("re.Pattern[bytes]", _Waiting(text, flags))
