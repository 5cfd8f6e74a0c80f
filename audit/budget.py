"""How much work an audit may be, beyond one plain replay: counted, never timed, so that each machine says the same."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from engine.kernel.replay.replay import Replay

# In events replayed of which nothing is to be said; where every other reading is asked for, that much.
MOST_WORK, MOST_WORK_OTHERWISE = 120_000, 180_000


_HERE: ContextVar[int | None] = ContextVar("the most work that is done here", default=None)


class WorkLimitError(Exception):
    """An audit takes more work than whoever asked wants done here; nothing is known of the log yet."""


@contextmanager
def limit_audit_work(most: int) -> Iterator[None]:
    """Break off an audit that takes more work than this, beyond its one replay: raises `TooMuchHere`."""
    token = _HERE.set(most)
    try:
        yield
    finally:
        _HERE.reset(token)


@dataclass(slots=True)
class Budget:
    """How much work is left, and how many events were replayed."""

    left: int = MOST_WORK
    done: int = 0
    _least: int | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        most = _HERE.get()
        self._least = None if most is None else self.left - most

    def note_work(self, at: int) -> None:
        """Take note of work that is no replay, as if so many events had been replayed."""
        self.left -= at
        if self._least is not None and self.left < self._least:
            raise WorkLimitError

    def spend_events(self, events: int) -> None:
        """Take note of events that were replayed."""
        self.done += events
        self.note_work(events)

    def note_replay(self, run: Replay, events: int) -> None:
        """Take note of a replay of so many events, and of the care that it took."""
        self.spend_events(events)
        self.note_work(run.extra)
