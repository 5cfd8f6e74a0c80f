"""Patterns that are compiled when they are first asked: many logs need few of them, and compiling takes its time."""

from __future__ import annotations

import re
from typing import Any, cast


class _Waiting:
    """Stands where a compiled pattern would, and takes over its methods one by one."""

    def __init__(self, text: Any, flags: int) -> None:  # noqa: ANN401 - text or bytes, as the pattern says
        """Note what to compile."""
        self.asked = text, flags

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a pattern has of this name
        """Compile, and keep what was asked for."""
        text, flags = self.asked
        held = getattr(re.compile(text, flags), name)
        setattr(self, name, held)
        return held


def pattern(text: str, flags: int = 0) -> re.Pattern[str]:
    """Give a pattern that is compiled when it is first used."""
    return cast("re.Pattern[str]", _Waiting(text, flags))


def byte_pattern(text: bytes, flags: int = 0) -> re.Pattern[bytes]:
    """Give one for bytes."""
    return cast("re.Pattern[bytes]", _Waiting(text, flags))
