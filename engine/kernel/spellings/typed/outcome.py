"""The result of reading a typed line: the events it means, or why its meaning is unclear."""

from __future__ import annotations

from typing import NamedTuple

from engine.kernel.events import Event
from engine.kernel.spellings.misread import Misread


class Meaning(NamedTuple):
    """The events that a line means; none: it is a remark."""

    events: tuple[Event, ...]


class Unclear(Misread):
    """A line without a certain meaning; `meant` are the lines it may stand for, the likeliest first."""

    def __init__(self, says: str, hint: str = "", meant: tuple[str, ...] = (), *, sure: bool = False) -> None:
        """Store the reason and the likely lines; `sure`: report this rather than why the line is not canonical."""
        super().__init__(says, hint)
        self.meant, self.sure = meant, sure or bool(meant)


class Effort:
    """The remaining work, counted in steps: no line and no file may cost more."""

    def __init__(self, steps: int) -> None:
        """Start with this many steps."""
        self.steps = steps

    def spend_steps(self, steps: int = 1) -> bool:
        """Use steps; return whether there were enough."""
        self.steps -= steps
        return self.steps >= 0
