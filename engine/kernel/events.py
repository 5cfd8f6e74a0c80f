"""The four kinds of event that a log can hold, and the field types that events are declared with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from engine.kernel.absence import Absence, free
from engine.kernel.unknown import Unknown

MAX_NUMBER = 1_000_000
MAX_NAME = 64
MAX_TEXT = 2_000
MAX_LIST = 64

if TYPE_CHECKING:
    # A rule reads these as plain values. A value that the record lacks raises when it is compared.
    Count = int
    Amount = int
    Positive = int
    Name = str
    Seat = str
    Text = str
    Stated = Any
else:
    # A negative number is a breach where a rule covers it (`move aft -1`), and unreadable where no rule does.
    Count = Annotated[int, Meta(ge=-MAX_NUMBER, le=MAX_NUMBER)] | Unknown
    Amount = Annotated[int, Meta(ge=0, le=MAX_NUMBER)] | Unknown
    # For values that begin at one or are left out: no space, tile or price has the number 0.
    Positive = Annotated[int, Meta(ge=1, le=MAX_NUMBER)] | Unknown
    Name = Annotated[str, Meta(max_length=MAX_NAME)]
    Seat = Annotated[str, Meta(max_length=MAX_NAME, extra={"kind": "seat"})]
    Text = Annotated[str, Meta(max_length=MAX_TEXT, extra={"kind": "text"})]
    Stated = Annotated[int, Meta(ge=-MAX_NUMBER, le=MAX_NUMBER)] | Text


def name_of(kind: str) -> Meta:
    """Declare a field that holds a name of `kind`; the game lists the allowed names.

    Use it as `Annotated[str, name_of("card")]`.
    """
    return Meta(max_length=MAX_NAME, extra={"kind": kind})


class Event(
    msgspec.Struct, frozen=True, gc=False, tag_field="do", forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """Any line of a log.

    `seq` is the number that the file states, or 0. The true seq is the event's place in the log.
    """

    seq: int = 0

    # `actor` stands before the colon of an event without a seat. `example` is a line that shows its use. `absence`
    # declares what a missing line means; a test requires it for every kind of event.
    actor: ClassVar[str] = ""
    example: ClassVar[str] = ""
    # Whether it happens only once: an identical line straight after it is a repeat, which no rule of the game covers.
    once: ClassVar[bool] = False
    # Whether it is outside of play, so that it need not wait for what is owed.
    aside: ClassVar[bool] = False
    absence: ClassVar[Absence | None] = None


class Move(Event):
    """A decision by a seat. Legal moves list only this kind."""

    by: Seat


class Chance(Event):
    """An outcome of dice, shuffles and reveals: recorded, never recomputed."""

    actor: ClassVar[str] = "fate"


class Record(Event):
    """A line about the record itself. Nothing is ever erased; the effective log is computed."""

    actor: ClassVar[str] = "record"
    absence: ClassVar[Absence | None] = free("nothing was corrected, ruled or remarked")


class Claim(Event, tag="claim"):
    """The table states a fact. The audit compares it with the computed value and does not adopt it."""

    actor: ClassVar[str] = "claim"
    absence: ClassVar[Absence | None] = free("the table states nothing")
    example: ClassVar[str] = "claim: winner green"

    fact: Name
    value: Stated


class Start(Record, tag="start"):
    """The header as the event with seq 0, for set-up rules to check. A log never contains it."""


class Unreadable(Record, tag="unreadable"):
    """A line that could not be read. It keeps its seq, so that later events keep theirs."""

    text: Text
    # The claimed fact, if only its value cannot be read.
    fact: Name = ""


class Amend(Record, tag="amend"):
    """Event `at` should have been written as `line`."""

    example: ClassVar[str] = 'record: amend 41 "green: move aft 3" who=Judge why="misread the five"'

    at: Positive
    line: Text
    who: Text = ""
    why: Text = ""


class Retract(Record, tag="retract"):
    """Event `at` did not happen."""

    example: ClassVar[str] = 'record: retract 41 who=Judge why="written twice"'

    at: Positive
    who: Text = ""
    why: Text = ""


class Insert(Record, tag="insert"):
    """`line` happened after event `at` and was not written down (0: before the first)."""

    example: ClassVar[str] = 'record: insert 41 "fate: roll wind 3" who=Judge why="forgotten"'

    at: Amount
    line: Text
    who: Text = ""
    why: Text = ""


class Ruling(Record, tag="ruling"):
    """An arbiter lets event `at` stand (for one `rule`, or for all it breaks)."""

    example: ClassVar[str] = 'record: ruling 41 TW-MOVE-04 who=Judge why="agreed at the table"'

    at: Positive
    rule: Name = ""
    who: Text = ""
    why: Text = ""


class Stopped(Record, tag="stopped"):
    """Play ended here, before the game was over. Later events are not owed, and the current leader is named."""

    example: ClassVar[str] = "record: stopped why=time"
    absence: ClassVar[Absence | None] = free("play went on to the end, as far as it is written down")

    why: Text = ""
    who: Text = ""


class Note(Record, tag="note"):
    """A remark; it changes nothing."""

    example: ClassVar[str] = 'record: note "tea break"'

    text: Text
    who: Text = ""


# The vocabulary of every game ends with these.
COMMON: tuple[type[Event], ...] = (Claim, Amend, Retract, Insert, Ruling, Stopped, Note)
