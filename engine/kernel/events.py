"""What can stand in a log: the four kinds of event, and the field types they are declared with."""

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
    # A rule reads these as plain values; a value that the record lacks raises when it is compared.
    Count = int
    Amount = int
    Positive = int
    Name = str
    Seat = str
    Text = str
    Stated = Any
else:
    # A number below nothing is a breach where a rule speaks of it (`move aft -1`), and cannot be read where none does.
    Count = Annotated[int, Meta(ge=-MAX_NUMBER, le=MAX_NUMBER)] | Unknown
    Amount = Annotated[int, Meta(ge=0, le=MAX_NUMBER)] | Unknown
    # Of what begins at one, or is left out: no space, tile or price has the number 0.
    Positive = Annotated[int, Meta(ge=1, le=MAX_NUMBER)] | Unknown
    Name = Annotated[str, Meta(max_length=MAX_NAME)]
    Seat = Annotated[str, Meta(max_length=MAX_NAME, extra={"kind": "seat"})]
    Text = Annotated[str, Meta(max_length=MAX_TEXT, extra={"kind": "text"})]
    Stated = Annotated[int, Meta(ge=-MAX_NUMBER, le=MAX_NUMBER)] | Text


def name_of(kind: str) -> Meta:
    """Mark a name that must be one of `kind`; the game lists which there are.

    It is how a field is declared: `Annotated[str, name_of("card")]`.
    """
    return Meta(max_length=MAX_NAME, extra={"kind": kind})


class Event(
    msgspec.Struct, frozen=True, gc=False, tag_field="do", forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """Anything a log says. `seq` is what the file states (0: nothing); an event's true seq is its place in the log."""

    seq: int = 0

    # Who stands before the colon where the event has no seat, a line that shows its use, and what it means that no such
    # line is there (every kind of event says so; a test asks).
    actor: ClassVar[str] = ""
    example: ClassVar[str] = ""
    # Whether it happens once: the same line straight after it says nothing new, and no rule of the game speaks of it.
    once: ClassVar[bool] = False
    # Whether it is said beside the play, so that what is owed need not come before it.
    aside: ClassVar[bool] = False
    absence: ClassVar[Absence | None] = None


class Move(Event):
    """A decision by a seat: the only kind that legal moves list."""

    by: Seat


class Chance(Event):
    """What dice, shuffles and reveals decided: recorded, never recomputed."""

    actor: ClassVar[str] = "fate"


class Record(Event):
    """About the record itself: nothing is ever erased, the effective log is computed."""

    actor: ClassVar[str] = "record"
    absence: ClassVar[Absence | None] = free("nothing was corrected, ruled or remarked")


class Claim(Event, tag="claim"):
    """The table states a fact; it is compared with what we reckon, never obeyed."""

    actor: ClassVar[str] = "claim"
    absence: ClassVar[Absence | None] = free("the table states nothing")
    example: ClassVar[str] = "claim: winner green"

    fact: Name
    value: Stated


class Start(Record, tag="start"):
    """The header, as the event with seq 0: what set-up rules look at. Never written in a log."""


class Unreadable(Record, tag="unreadable"):
    """A line that could not be read; it keeps its seq, so that later events keep theirs."""

    text: Text
    # The fact that it claims, where only the value cannot be read.
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
    """Play ended here, before the game was over: what was to come is not owed, and who leads is said as it stands."""

    example: ClassVar[str] = "record: stopped why=time"
    absence: ClassVar[Absence | None] = free("play went on to the end, as far as it is written down")

    why: Text = ""
    who: Text = ""


class Note(Record, tag="note"):
    """A remark; it changes nothing."""

    example: ClassVar[str] = 'record: note "tea break"'

    text: Text
    who: Text = ""


# Every game's vocabulary ends with these.
COMMON: tuple[type[Event], ...] = (Claim, Amend, Retract, Insert, Ruling, Stopped, Note)
