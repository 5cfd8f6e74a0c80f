"""A log once read: its header, its events, where each stands in the file, and what could not be read."""

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


class Fault(msgspec.Struct, frozen=True):
    """One thing wrong with a file: where, what, and what to do about it."""

    says: str
    hint: str = ""
    line: int = 0
    column: int = 0
    seq: int | None = None


class LogError(Exception):
    """A file that cannot be read as a log at all."""

    def __init__(self, says: str, hint: str = "", line: int = 1, column: int = 1) -> None:
        super().__init__(says)
        self.fault = Fault(says, hint, line, column)


class Log(msgspec.Struct):
    """What one upload says. `events[i]` has seq i + 1 and stands on line `lines[i]`."""

    header: Header
    events: list[Event]
    lines: Sequence[int]
    spelling: str
    faults: list[Fault] = msgspec.field(default_factory=list)
    header_lines: dict[str, int] = msgspec.field(default_factory=dict)
