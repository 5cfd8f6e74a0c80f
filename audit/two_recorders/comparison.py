"""The comparison of two records: headers first, then each difference and which side the rules bear out."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import NamedTuple

from audit.findings.replay_outcome import played
from audit.intake.prepared import PreparedLog, prepare
from audit.options import NOTHING_MORE, Asked
from audit.two_recorders.differences import Aligned, aligned, entries_of
from audit.two_recorders.headers import HeadDifference, heads_apart
from audit.two_recorders.judgement import Bearing, borne_out
from engine.kernel.events import Ruling
from engine.kernel.game import Game
from engine.kernel.log import LogError


class OneRecord(NamedTuple):
    """One of the two logs: how it was read, and what it comes to by itself."""

    prepared: PreparedLog
    sha256: str
    broken: int

    @property
    def unread(self) -> int:
        """How many of its lines cannot be read, and how many corrections miss."""
        return len(self.prepared.log.faults) + len(self.prepared.book.faults)

    @property
    def corrections(self) -> int:
        """How many corrections were laid over it."""
        return len(self.prepared.corrections())

    @property
    def rulings(self) -> int:
        """How many rulings of an arbiter it holds."""
        return sum(isinstance(event, Ruling) for event in self.prepared.log.events)


class Comparison(NamedTuple):
    """Two logs of one game side by side."""

    a: OneRecord
    b: OneRecord
    heads: list[HeadDifference]
    both: Aligned
    bearings: list[Bearing]

    @property
    def same(self) -> bool:
        """Whether both say the same, headers included."""
        return not self.heads and not self.both.differences


def compared(one: bytes, other: bytes, games: Mapping[str, Game], asked: Asked = NOTHING_MORE) -> Comparison:
    """Compare two logs; raises `WhichLogError` for one that is none, `LogError` where they are not of one game."""
    a, b = _record(one, games, asked, "a"), _record(other, games, asked, "b")
    if a.prepared.game.name != b.prepared.game.name:
        says = f"A is a game of {a.prepared.game.title}, and B one of {b.prepared.game.title}."
        raise LogError(says, "Compare two logs of one game.", 0, 0)
    heads = heads_apart(a.prepared.header, b.prepared.header)
    both = aligned(entries_of(a.prepared), entries_of(b.prepared))
    if any(head.judged for head in heads):
        bearings = [Bearing(None, "heads") for _ in both.differences]
    else:
        bearings = borne_out(a.prepared, both)
    return Comparison(a, b, heads, both, bearings)


class WhichLogError(LogError):
    """One of the two files cannot be read as a log: this one."""

    def __init__(self, wrong: LogError, which: str) -> None:
        super().__init__(wrong.fault.says, wrong.fault.hint, wrong.fault.line, wrong.fault.column)
        self.faults, self.which = wrong.faults, which


def _record(raw: bytes, games: Mapping[str, Game], asked: Asked, which: str) -> OneRecord:
    try:
        prepared = prepare(raw, games, asked)
    except LogError as wrong:
        raise WhichLogError(wrong, which) from None
    return OneRecord(prepared, hashlib.sha256(raw).hexdigest(), played(prepared).outcome.broken)
