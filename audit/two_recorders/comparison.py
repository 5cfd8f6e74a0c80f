"""Compares two records: headers first, then each difference and the side that the rules support."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import NamedTuple

from audit.findings.replay_outcome import replay_log
from audit.intake.preparation import prepare_log
from audit.intake.prepared import PreparedLog
from audit.options import DEFAULT_OPTIONS, AuditOptions
from audit.two_recorders.differences import Alignment, align_logs, list_entries
from audit.two_recorders.headers import HeadDifference, compare_headers
from audit.two_recorders.judgement import SideJudgement, judge_differences
from engine.kernel.events import Ruling
from engine.kernel.game import Game
from engine.kernel.log import LogError


class OneRecord(NamedTuple):
    """One of the two logs: the prepared log, its digest and its number of breaches."""

    prepared: PreparedLog
    sha256: str
    broken: int

    @property
    def unread_count(self) -> int:
        """The number of unreadable lines and of failed corrections."""
        return len(self.prepared.log.faults) + len(self.prepared.book.faults)

    @property
    def corrections_count(self) -> int:
        """The number of corrections applied to the record."""
        return len(self.prepared.list_correction_seqs())

    @property
    def rulings_count(self) -> int:
        """The number of an arbiter's rulings in the record."""
        return sum(isinstance(event, Ruling) for event in self.prepared.log.events)


class Comparison(NamedTuple):
    """Two logs of one game, aligned and judged."""

    a: OneRecord
    b: OneRecord
    heads: list[HeadDifference]
    both: Alignment
    bearings: list[SideJudgement]

    @property
    def is_same(self) -> bool:
        """Whether both records say the same, headers included."""
        return not self.heads and not self.both.differences


def compare_logs(
    one: bytes, other: bytes, games: Mapping[str, Game], asked: AuditOptions = DEFAULT_OPTIONS
) -> Comparison:
    """Compare two logs.

    Raises `WhichLogError` if one of them is not a log, `LogError` if they are logs of different games.
    """
    a, b = _read_record(one, games, asked, "a"), _read_record(other, games, asked, "b")
    if a.prepared.game.name != b.prepared.game.name:
        says = f"A is a game of {a.prepared.game.title}, and B one of {b.prepared.game.title}."
        raise LogError(says, "Compare two logs of one game.", 0, 0)
    heads = compare_headers(a.prepared.header, b.prepared.header)
    both = align_logs(list_entries(a.prepared), list_entries(b.prepared))
    if any(head.judged for head in heads):
        bearings = [SideJudgement(None, "heads") for _ in both.differences]
    else:
        bearings = judge_differences(a.prepared, both)
    return Comparison(a, b, heads, both, bearings)


class WhichLogError(LogError):
    """One of the two files is not a log. `which` names it."""

    def __init__(self, wrong: LogError, which: str) -> None:
        super().__init__(wrong.fault.says, wrong.fault.hint, wrong.fault.line, wrong.fault.column)
        self.faults, self.which = wrong.faults, which


def _read_record(raw: bytes, games: Mapping[str, Game], asked: AuditOptions, which: str) -> OneRecord:
    try:
        prepared = prepare_log(raw, games, asked)
    except LogError as wrong:
        raise WhichLogError(wrong, which) from None
    return OneRecord(prepared, hashlib.sha256(raw).hexdigest(), replay_log(prepared).outcome.breach_count)
