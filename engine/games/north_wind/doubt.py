"""What the record cannot settle: whether enough tokens that nobody wrote down have ended the game."""

from __future__ import annotations

from engine.games.north_wind.state import Table
from engine.kernel.events import Claim, Event
from engine.kernel.facts import NOTHING
from engine.kernel.unknown import known

# What somebody may have won by now, and what there is no longer when the game is over.
OF_THE_END = frozenset({"winner", "ending"})
NO_LONGER = frozenset({"turn", "stack", "row", "revealed", "range", "actions", "strength", "hits", "battle", "ended"})


def doubted(table: Table, event: Event, _rule: str) -> bool:
    """Say whether a claim may be right because the game may be over."""
    if not table.perhaps_over or not isinstance(event, Claim) or not known(event.fact) or not known(event.value):
        return False
    if event.fact in OF_THE_END:
        return True
    return event.value == "over" if event.fact == "phase" else event.fact in NO_LONGER and event.value == NOTHING
