"""A parsed log: its header, its events, the line of each, and what could not be read."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.kernel.events import Event

FORMAT = 1


class HeaderPlayer(msgspec.Struct, frozen=True):
    """One seat as the header declares it: `green=Ada/sailor` is seat green, name Ada, role sailor."""

    seat: str
    name: str = ""
    role: str = ""


class Header(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Everything needed to set the table again."""

    game: str
    format: int = FORMAT
    layers: tuple[str, ...] = ()
    pack: str = ""
    inline: str = ""
    players: tuple[HeaderPlayer, ...] = ()
    rulings: dict[str, str] = {}
    event: str = ""
    position: dict[str, int | str] = {}
    date: str = ""
    # The SHA-256 of the log that this one continues.
    continues: str = ""


class Fault(msgspec.Struct, frozen=True):
    """One problem in a file: where, what, and how to fix it."""

    says: str
    hint: str = ""
    line: int = 0
    column: int = 0
    seq: int | None = None
    # The fact of a position that the problem is in.
    fact: str = ""
    # The unknown name, after the kind of name that was expected.
    strange: tuple[str, str] | None = None


class LogError(Exception):
    """A file that cannot be read as a log at all."""

    def __init__(self, says: str, hint: str = "", line: int = 1, column: int = 1, *, fact: str = "") -> None:
        super().__init__(says)
        self.fault = Fault(says, hint, line, column, fact=fact)
        # All problems, if there is more than one.
        self.faults: tuple[Fault, ...] = (self.fault,)

    @classmethod
    def from_faults(cls, faults: Sequence[Fault]) -> LogError:
        """Report several faults in one error, with the first as its message."""
        first = faults[0]
        wrong = cls(first.says, first.hint, first.line, first.column, fact=first.fact)
        wrong.faults = tuple(faults)
        return wrong


class TypedLine(msgspec.Struct, frozen=True):
    """A line that is not canonical, and the lines it was read as (none: a remark)."""

    line: int
    read_as: tuple[str, ...]


class Log(msgspec.Struct):
    """One uploaded log. `events[i]` has seq i + 1 and is on line `lines[i]`."""

    header: Header
    events: list[Event]
    lines: Sequence[int]
    spelling: str
    faults: list[Fault] = msgspec.field(default_factory=list)
    header_lines: dict[str, int] = msgspec.field(default_factory=dict)
    # Line and column of each fact of the position.
    fact_places: dict[str, tuple[int, int]] = msgspec.field(default_factory=dict)
    # `numbered_comments`: comments that begin with a number, as an event may. `typed`: lines that were read although
    # they are not canonical. `meant`: by seq, what an unreadable line may have meant.
    numbered_comments: list[int] = msgspec.field(default_factory=list)
    typed: list[TypedLine] = msgspec.field(default_factory=list)
    meant: dict[int, tuple[str, ...]] = msgspec.field(default_factory=dict)
