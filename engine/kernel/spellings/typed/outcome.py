"""What a typed line comes to: the events it means, or why it means none for certain."""

from __future__ import annotations

from typing import NamedTuple

from engine.kernel.events import Event
from engine.kernel.spellings.misread import Misread


class Meaning(NamedTuple):
    """The events that a line means; none: it is a remark."""

    events: tuple[Event, ...]


class Unclear(Misread):
    """A line that means nothing for certain; `meant` are the lines it may stand for, the likeliest first."""

    def __init__(self, says: str, hint: str = "", meant: tuple[str, ...] = (), *, sure: bool = False) -> None:
        """Say why, and what it may have meant; `sure`: better than why it is not canonical."""
        super().__init__(says, hint)
        self.meant, self.sure = meant, sure or bool(meant)


class Effort:
    """How much looking is left, counted in steps: no line and no file may cost more."""

    def __init__(self, steps: int) -> None:
        """Start with so many steps."""
        self.steps = steps

    def spend_steps(self, steps: int = 1) -> bool:
        """Take steps; say whether there were enough."""
        self.steps -= steps
        return self.steps >= 0
