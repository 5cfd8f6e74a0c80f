"""What the table of any game has, whatever else lies on it: this is all that the kernel and the auditor know of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from engine.kernel.flow import Owed


class AnyTable(Protocol):
    """One game's table, as everything outside that game's folder sees it."""

    # What an edition, a mode, a variant or a reading may change, as agreed for this game.
    @property
    def terms(self) -> object:
        """The game's own terms, which only its folder can read."""

    seats: tuple[str, ...]
    # The phase of the flow that play is in, and whose turn it is ("" where it is nobody's, unknown where nobody says).
    phase: str
    active: str
    # What must come before anything else, the most urgent last.
    owed: list[Owed]
    # Whether the players have said that the game is over.
    said_over: bool
    # Whether the record says that play was stopped before the end.
    stopped: bool
    # What the last event asked for and could not be carried out, in words.
    unapplied: list[str]


# What only a game's own folder knows by its class: its table handed to its own code, its terms, its components.
Own = Any
