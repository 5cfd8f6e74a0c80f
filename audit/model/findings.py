"""Defines a finding of `deadreckon.report/1` and its parts as types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import Struct

from audit.model.sums import LastRight, Sum
from engine.kernel.rules import Cite

Status = Literal["illegal", "contested", "unverifiable", "mismatch", "malformed", "ruled"]
Value = int | str
# Used in place of a rule id for a line that could not be parsed.
MALFORMED: Literal["malformed"] = "malformed"
# The statuses of a violation that no ruling and no other reading has lifted.
OPEN: frozenset[Status] = frozenset({"illegal", "mismatch", "contested"})
# The values of a fact that is not decided yet.
UNDECIDED: frozenset[int | str] = frozenset({"??", "none", ""})


class Reading(Struct, frozen=True):
    """An open question, and the reading that changes the finding."""

    id: str
    reading: str


class Repair(Struct, frozen=True):
    """A line that would have been legal, and how it differs."""

    line: str
    note: str


class Outcome(Struct, frozen=True):
    """What the result would be if the finding were repaired."""

    changes: bool
    then: Mapping[str, Value]


class Cause(Struct, frozen=True):
    """A legal event that is probably where the mistake was made."""

    seq: int
    text: str


class Finding(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One judgement on one event. `follows` is None for a root. Keys with a default value are left out.

    `latent`: legal under the current readings, and illegal under the readings named. `excerpt`: the line in the file.
    """

    rule: str
    status: Status
    seq: int | None
    line: int
    column: int
    seat: str | None
    says: str
    breach: str
    facts: Mapping[str, Value]
    instead: str = ""
    cites: tuple[Cite, ...]
    # The invented parts of the content pack that the finding depends on.
    rests_on: tuple[str, ...]
    layer: str
    rulings: tuple[Reading, ...]
    follows: int | None
    repairs: tuple[Repair, ...]
    outcome: Outcome | None
    latent: bool
    excerpt: str
    # The rule of the root that this follows from, if both are at one event.
    with_: str | None = msgspec.field(default=None, name="with")
    cause: Cause | None = None
    # The general rules that the same breach breaks.
    also: tuple[str, ...] = ()
    # The effects of the event that could not be carried out.
    unapplied: tuple[str, ...] = ()
    # The readings that would lift the finding, for questions that the log or the caller settled otherwise.
    settled: tuple[Reading, ...] = ()
    # For a wrong claim: how the computed number is made, and until which event the claimed one was right.
    sum: Sum | None = None
    last_right: LastRight | None = None
    # The event that the finding is about, if it was not written but the line implies it.
    implied: str = ""

    @property
    def is_root(self) -> bool:
        """Whether this is a violation that follows from no other."""
        return self.follows is None and self.status in OPEN and not self.latent
