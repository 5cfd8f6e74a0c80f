"""`deadreckon.report/1` as types: what every form of a report is made from, each key once and in its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import Struct

from audit.model.sums import LastRight, Score, Sum
from engine import __version__
from engine.kernel.basics.json_types import Document
from engine.kernel.replay.books import Book
from engine.kernel.replay.replay import Policy
from engine.kernel.rules import Cite

SCHEMA: Literal["deadreckon.report/1"] = "deadreckon.report/1"
BOOKS_SCHEMA: Literal["deadreckon.books/1"] = "deadreckon.books/1"
Status = Literal["illegal", "contested", "unverifiable", "mismatch", "malformed", "ruled"]
Verdict = Literal["clean", "contested", "broken", "incomplete", "unreadable"]
ResultStatus = Literal["confirmed", "refuted", "unproven", "none claimed"]
Value = int | str
# Stands where a rule would, for a line that no rule ever saw.
MALFORMED: Literal["malformed"] = "malformed"
# What counts as a violation, as long as no arbiter and no other reading takes it back.
OPEN: frozenset[Status] = frozenset({"illegal", "mismatch", "contested"})
# How facts say that nothing is decided yet.
UNDECIDED: frozenset[int | str] = frozenset({"??", "none", ""})


class Reading(Struct, frozen=True):
    """An open question and the reading of it that turns a finding round."""

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
    """An event that breaks nothing, and yet is probably where it went wrong."""

    seq: int
    text: str


class Finding(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One rule met at one event. `follows` is None for a root; a key with a default is left out where it says nothing.

    `latent`: legal as read here, and illegal under the readings named. `excerpt`: the line as the file has it.
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
    # The parts of the content pack that it turns on and that somebody invented.
    rests_on: tuple[str, ...]
    layer: str
    rulings: tuple[Reading, ...]
    follows: int | None
    repairs: tuple[Repair, ...]
    outcome: Outcome | None
    latent: bool
    excerpt: str
    # The rule of the root that this follows from, where both stand at one event.
    with_: str | None = msgspec.field(default=None, name="with")
    cause: Cause | None = None
    # The general rules that the same breach meets.
    also: tuple[str, ...] = ()
    # What of the event could not be carried out.
    unapplied: tuple[str, ...] = ()
    # The readings under which it would stand, of questions that log or caller settled otherwise.
    settled: tuple[Reading, ...] = ()
    # Of a claim that differs: how our number comes about, and until which event the claimed one was right.
    sum: Sum | None = None
    last_right: LastRight | None = None
    # The event that it is about, where nobody wrote that one and the line shows it.
    implied: str = ""

    @property
    def is_root(self) -> bool:
        """Whether this is a violation that follows from no other."""
        return self.follows is None and self.status in OPEN and not self.latent


class RulebookMark(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The rules that a log was judged by; `settled`: each reading that log or caller named, the usual one or not.

    `digest` is that of what judges, `printed` that of what is printed: sentences and citations.
    """

    layers: tuple[str, ...]
    rulings: Mapping[str, str]
    digest: str
    settled: Mapping[str, str]
    printed: str
    # What the header of the log says of questions that the caller settled otherwise.
    overruled: Mapping[str, str] = {}


class PlayerMark(Struct, frozen=True, omit_defaults=True):
    """Who sat where, as the header says."""

    seat: str
    name: str = ""
    role: str = ""


class LogMark(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Which log it was; `head` is the last link of the chain of hashes over its events.

    `players`, `event` and `date` are what its header says of whom it is about, where and when; `continues` is
    the SHA-256 of the log that it goes on from.
    """

    sha256: str
    events: int
    head: str
    players: tuple[PlayerMark, ...] = ()
    event: str = ""
    date: str = ""
    continues: str = ""
    # How it is written, where that is not as text.
    spelling: str = ""


class Stop(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Where the record says that play was stopped before the end: by whom, and why."""

    seq: int
    line: int
    why: str = ""
    who: str = ""


class Correction(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What somebody wrote into the record about event `at` of it: who, how and why."""

    seq: int
    line: int
    do: Literal["amend", "retract", "insert", "ruling"]
    at: int | None
    # The line that should stand there; the rule that a ruling is about (none: all that the event breaks).
    text: str = ""
    # What that line was read as, where it is not written canonically.
    read_as: str = ""
    rule: str = ""
    who: str = ""
    why: str = ""


class Result(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the table says came out, and what we reckon; of a game that is over or was stopped also the scores.

    `ended`: in the game's words, how a game is over that nobody has won.
    """

    claimed: Mapping[str, Value]
    reckoned: Mapping[str, Value]
    status: ResultStatus
    scores: tuple[Score, ...] = ()
    ended: str = ""


class Suspicion(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The table may have played by another reading (`kind` reading) or edition, mode or variant (`kind` layer)."""

    kind: Literal["reading", "layer"]
    # Of a reading: the question. Of layers: what is to be laid or left out, one name or two.
    id: str
    reading: str
    says: str
    # Of layers: all that a header would have to name.
    layers: tuple[str, ...] = ()


class Unlock(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What would let so many checks be made that could not: values that the pack leaves open, or a line."""

    checks: int
    # The parts of the pack, and how many values are open in them.
    parts: tuple[str, ...] = ()
    values: int = 0
    seq: int = 0
    line: int = 0


class Coverage(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How far the audit reached: "no violation found" and "fully checked" are different sentences."""

    rules: Mapping[str, int]
    unknown: int
    unreadable: int
    pack: str
    reconstructed: bool
    unexamined: int
    # What was met and is not listed, because there is too much of it.
    unlisted: int
    fully_checked: bool
    says: str
    # What would unlock most, first.
    unlocks: tuple[Unlock, ...] = ()
    # Lines that can be read and count for nothing: a ruling that lets nothing stand, a correction of no event.
    idle: int = 0


class ReadAs(Struct, frozen=True, kw_only=True):
    """A line that was not written canonically, and what it was read as (nothing: a remark)."""

    line: int
    excerpt: str
    read_as: str


class EngineMark(Struct, frozen=True):
    """What made the report."""

    name: str
    version: str


ENGINE = EngineMark("deadreckon", __version__)


class ReportDocument(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A report, whatever it is then written as."""

    schema: Literal["deadreckon.report/1"]
    game: str
    rulebook: RulebookMark
    log: LogMark
    policy: Policy
    book: Book
    verdict: Verdict
    result: Result
    suspicion: Suspicion | None
    findings: list[Finding]
    coverage: Coverage
    engine: EngineMark
    read_as: tuple[ReadAs, ...] = ()
    # What the record holds of corrections and rulings, in its order; under the book as played none of them counts.
    corrections: tuple[Correction, ...] = ()
    stopped: Stop | None = None


class Failure(Struct, frozen=True):
    """A fault of ours: what was raised, and where in the program (empty where it was another's)."""

    says: str
    place: str


class FailedDocument(Struct, frozen=True, kw_only=True):
    """What stands in the place of a report where an audit failed: a fault, and no verdict."""

    schema: Literal["deadreckon.report/1"]
    log: Mapping[Literal["sha256"], str]
    fault: Failure
    engine: EngineMark


def convert_to_builtins(part: Struct) -> Document:
    """Lay a document, or any part of one, out as plain values for JSON."""
    document: Document = {key: _convert_tuples(value) for key, value in msgspec.to_builtins(part).items()}
    return document


def _convert_tuples(tree: object) -> object:
    """Turn tuples into lists, as JSON gives them back."""
    if isinstance(tree, dict):
        return {key: _convert_tuples(value) for key, value in tree.items()}
    return [_convert_tuples(value) for value in tree] if isinstance(tree, tuple | list) else tree
