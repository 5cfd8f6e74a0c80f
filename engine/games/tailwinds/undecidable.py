"""What the record cannot settle: a breach that hangs on boats nobody can place is no breach, but a question."""

from __future__ import annotations

from engine.games.tailwinds.reckoning import adrift
from engine.games.tailwinds.state import Table
from engine.kernel.events import Claim, Event
from engine.kernel.rules import Rule

# What a rule hangs on: where all boats lie, and which track card is the rearmost in play; or the player's own boats.
ANY_BOAT, OWN_BOATS = ("all boats",), ("own boats",)
# Facts that hold wherever the boats lie: of cards in a player's zones, and of pieces beside the track.
CARDS = frozenset({"deck", "hand", "cards", "card", "played", "removed", "rainbow"})
PIECES = frozenset({"track", "market", "pile", "discard"})


def may_be_cleared(table: Table, event: Event, rule: Rule) -> bool:
    """Say whether a breach of this rule turns on a boat, or a track card, of which nobody knows where it stands."""
    unblown = table.turn is not None and table.turn.unblown
    if not (table.blurred or unblown):
        return False
    hangs_on = _fact_hangs_on(event.fact) if isinstance(event, Claim) else rule.hangs_on
    if unblown and hangs_on:
        # In the turn in which a wind was forgotten, it may have put any boat where the table found it.
        return True
    if hangs_on == OWN_BOATS:
        return adrift(table, event.by)  # type: ignore[attr-defined] # a Move: claims hang on all boats or on none
    return hangs_on == ANY_BOAT and (adrift(table) or table.rear_lost)


def _fact_hangs_on(fact: str) -> tuple[str, ...]:
    return () if fact in PIECES or fact.partition(".")[2] in CARDS else ANY_BOAT
