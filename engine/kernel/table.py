"""The part of a table that all games share. The kernel and the auditor know nothing else of it."""

from __future__ import annotations

from typing import Any, Protocol

import msgspec

from engine.kernel.events import Event
from engine.kernel.unknown import is_known
from engine.kernel.vocabulary import make_unwritten_event


class Owed(msgspec.Struct, frozen=True):
    """Something that must come before anything else: a roll, an answer, a refill."""

    what: type[Event]
    rule: str
    says: str
    seats: tuple[str, ...] = ()
    where: tuple[tuple[str, object], ...] = ()
    # The seat whose turn has just ended. Its remaining lines of that turn need not wait for this.
    after: str = ""
    # Why it is owed, in the game's own words and numbers.
    because: str = ""
    # The events that must wait for it; empty: all.
    before: tuple[type[Event], ...] = ()

    def is_settled_by(self, event: Event) -> bool:
        """Return whether this event is the owed one. A field that the event leaves unknown counts as correct."""
        seat = getattr(event, "by", "")
        if self.after and is_known(seat) and seat == self.after:
            return True
        if type(event) is not self.what:
            return False
        if self.seats and is_known(seat) and seat not in self.seats:
            return False
        return all(not is_known(stated := getattr(event, name)) or stated == value for name, value in self.where)

    def is_due_before(self, event: Event) -> bool:
        """Return whether this event must wait for what is owed."""
        waits = not self.before or isinstance(event, self.before)
        return waits and not (event.aside or self.is_settled_by(event))

    def as_event(self) -> Event:
        """Make the owed event from what is known. Whatever a player or chance would have decided is unknown."""
        by = {"by": self.seats[0]} if len(self.seats) == 1 else {}
        return make_unwritten_event(self.what, **dict(self.where), **by)


class AnyTable(Protocol):
    """One game's table, as all code outside that game's package sees it."""

    # The terms that an edition, a mode, a variant or a reading may change, as agreed for this game.
    @property
    def terms(self) -> object:
        """The game's own terms, which only its package can read."""

    seats: tuple[str, ...]
    # The current phase of the flow, and the seat whose turn it is ("": no seat's; UNKNOWN: not recorded).
    phase: str
    active: str
    # The obligations that come before anything else, the most urgent last.
    owed: list[Owed]
    # Whether the players have stated that the game is over.
    said_over: bool
    # Whether the record says that play was stopped before the end.
    stopped: bool
    # What the last event asked for but could not be carried out, in words.
    unapplied: list[str]


# Values whose class only the game's own package knows: its table, its terms, its components.
Own = Any
