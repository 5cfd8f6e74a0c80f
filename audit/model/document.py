"""Defines `deadreckon.report/1` as types, from which every form of a report is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import Struct

from audit.model.findings import Finding, Value
from audit.model.sums import Score
from engine import __version__
from engine.kernel.basics.json_types import Document
from engine.kernel.replay.books import Book
from engine.kernel.replay.replay import Policy

SCHEMA: Literal["deadreckon.report/1"] = "deadreckon.report/1"
BOOKS_SCHEMA: Literal["deadreckon.books/1"] = "deadreckon.books/1"
Verdict = Literal["clean", "contested", "broken", "incomplete", "unreadable"]
ResultStatus = Literal["confirmed", "refuted", "unproven", "none claimed"]


class RulebookMark(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The rules that a log was judged by. `settled` holds each reading that the log or the caller named.

    `digest` covers the code of the rules, `printed` their printed text: sentences and citations.
    """

    layers: tuple[str, ...]
    rulings: Mapping[str, str]
    digest: str
    settled: Mapping[str, str]
    printed: str
    # The readings in the log's header that the caller overruled.
    overruled: Mapping[str, str] = {}


class PlayerMark(Struct, frozen=True, omit_defaults=True):
    """A player and their seat, from the header."""

    seat: str
    name: str = ""
    role: str = ""


class LogMark(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Identifies a log. `head` is the head of the hash chain over its events.

    `players`, `event` and `date` come from its header. `continues` is the SHA-256 of the log that it continues.
    """

    sha256: str
    events: int
    head: str
    players: tuple[PlayerMark, ...] = ()
    event: str = ""
    date: str = ""
    continues: str = ""
    # The spelling of the log, if it is not text.
    spelling: str = ""


class Stop(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The event by which the record says that play was stopped before the end: by whom, and why."""

    seq: int
    line: int
    why: str = ""
    who: str = ""


class Correction(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A correction or ruling in the record about its event `at`: who made it, how and why."""

    seq: int
    line: int
    do: Literal["amend", "retract", "insert", "ruling"]
    at: int | None
    # The line that should be there. `rule` is the rule that a ruling waives (empty: all that the event breaks).
    text: str = ""
    # The meaning of that line, if it is not written canonically.
    read_as: str = ""
    rule: str = ""
    who: str = ""
    why: str = ""


class Result(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The claimed result and the computed one. A game that is over or was stopped also has scores.

    `ended`: in the game's own words, how a game without a winner ended.
    """

    claimed: Mapping[str, Value]
    reckoned: Mapping[str, Value]
    status: ResultStatus
    scores: tuple[Score, ...] = ()
    ended: str = ""


class Suspicion(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The table may have played by another reading (`kind` reading) or edition, mode or variant (`kind` layer)."""

    kind: Literal["reading", "layer"]
    # For a reading, its question. For layers, the one or two to add or remove.
    id: str
    reading: str
    says: str
    # For layers, all layers that the header would have to name.
    layers: tuple[str, ...] = ()


class Unlock(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A source that would allow checks that could not be made: unknown pack values, or a line."""

    checks: int
    # The parts of the pack, and the number of unknown values in them.
    parts: tuple[str, ...] = ()
    values: int = 0
    seq: int = 0
    line: int = 0


class Coverage(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How much the audit covered. "No violation found" and "fully checked" are different statements."""

    rules: Mapping[str, int]
    unknown: int
    unreadable: int
    pack: str
    reconstructed: bool
    unexamined: int
    # The number of judgements that were counted but not listed.
    unlisted: int
    fully_checked: bool
    says: str
    # What would unlock checks, the most checks first.
    unlocks: tuple[Unlock, ...] = ()
    # The number of readable lines without effect: a ruling that waives nothing, a correction of a missing event.
    idle: int = 0


class ReadAs(Struct, frozen=True, kw_only=True):
    """A line that is not canonical, and its meaning (empty: a remark)."""

    line: int
    excerpt: str
    read_as: str


class EngineMark(Struct, frozen=True):
    """The program that made the report."""

    name: str
    version: str


ENGINE = EngineMark("deadreckon", __version__)


class ReportDocument(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A report, independent of its output format."""

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
    # The corrections and rulings in the record, in order. None of them counts in the book as played.
    corrections: tuple[Correction, ...] = ()
    stopped: Stop | None = None


def convert_to_builtins(part: Struct) -> Document:
    """Convert a document, or any part of one, to plain values for JSON."""
    document: Document = {key: _convert_tuples(value) for key, value in msgspec.to_builtins(part).items()}
    return document


def _convert_tuples(tree: object) -> object:
    """Convert tuples to lists, as JSON returns them."""
    if isinstance(tree, dict):
        return {key: _convert_tuples(value) for key, value in tree.items()}
    return [_convert_tuples(value) for value in tree] if isinstance(tree, tuple | list) else tree
