"""Limits the work of one audit beyond its plain replay. Work is counted, not timed, so that all machines agree."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field

from engine.kernel.replay.replay import Replay

# Unit: events of a plain replay. The second limit applies when the caller asks for every other reading.
MOST_WORK, MOST_WORK_OTHERWISE = 120_000, 180_000


_HERE: ContextVar[int | None] = ContextVar("the most work that is done here", default=None)


class WorkLimitError(Exception):
    """An audit takes more work than the caller allows in this process. The log has not been judged."""


@contextmanager
def limit_audit_work(most: int) -> Iterator[None]:
    """Limit the work of an audit beyond its one replay. Past the limit, the audit raises `WorkLimitError`."""
    token = _HERE.set(most)
    try:
        yield
    finally:
        _HERE.reset(token)


@dataclass(slots=True)
class Budget:
    """The work that is left to an audit, and the number of events it has replayed."""

    left: int = MOST_WORK
    done: int = 0
    _least: int | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        most = _HERE.get()
        self._least = None if most is None else self.left - most

    def note_work(self, at: int) -> None:
        """Subtract work that is not a replay, counted as `at` replayed events."""
        self.left -= at
        if self._least is not None and self.left < self._least:
            raise WorkLimitError

    def spend_events(self, events: int) -> None:
        """Count events that were replayed."""
        self.done += events
        self.note_work(events)

    def note_replay(self, run: Replay, events: int) -> None:
        """Count a replay of this many events, and the extra work that it took."""
        self.spend_events(events)
        self.note_work(run.extra)
