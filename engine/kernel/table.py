"""The part of a table that all games share. The kernel and the auditor know nothing else of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from engine.kernel.flow import Owed


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
