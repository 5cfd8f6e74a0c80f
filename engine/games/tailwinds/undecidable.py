"""Finds breaches that the record cannot settle: if they depend on boats in unknown places, they are questions."""

from __future__ import annotations

from engine.games.tailwinds.reckoning import adrift
from engine.games.tailwinds.state import Table
from engine.kernel.events import Claim, Event
from engine.kernel.rules import Rule

# The dependencies of a rule: the places of all boats and the rearmost track card, or the places of the player's own.
ANY_BOAT, OWN_BOATS = ("all boats",), ("own boats",)
# Facts that do not depend on boats: the cards in a player's zones, and the pieces off the track.
CARDS = frozenset({"deck", "hand", "cards", "card", "played", "removed", "rainbow"})
PIECES = frozenset({"track", "market", "pile", "discard"})


def may_be_cleared(table: Table, event: Event, rule: Rule) -> bool:
    """Return whether a breach of this rule depends on a boat or a track card whose place is unknown."""
    unblown = table.turn is not None and table.turn.unblown
    if not (table.blurred or unblown):
        return False
    hangs_on = _fact_hangs_on(event.fact) if isinstance(event, Claim) else rule.hangs_on
    if unblown and hangs_on:
        # A wind roll that is missing in this turn may have put any boat where the players found it.
        return True
    if hangs_on == OWN_BOATS:
        return adrift(table, event.by)  # type: ignore[attr-defined] # a Move: claims depend on all boats or on none
    return hangs_on == ANY_BOAT and (adrift(table) or table.rear_lost)


def _fact_hangs_on(fact: str) -> tuple[str, ...]:
    return () if fact in PIECES or fact.partition(".")[2] in CARDS else ANY_BOAT
