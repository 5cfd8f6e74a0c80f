"""Where what the record lacks could clear an event."""

from __future__ import annotations

from engine.games.windward.reckoning import has_crew
from engine.games.windward.state import Table
from engine.kernel.events import Claim, Event
from engine.kernel.facts import NOTHING
from engine.kernel.rules import Rule
from engine.kernel.unknown import known

OF_THE_END = frozenset({"winner", "ending", "trigger"})
# What there is no longer once the game is over.
NO_LONGER = frozenset({"turn", "speed", "orders", "takes"})


def may_be_cleared(table: Table, event: Event, _rule: Rule) -> bool:
    """Say whether a claim may be right because the game may be over, or a Coxswain's speed was not taken."""
    if not isinstance(event, Claim) or not known(event.fact) or not known(event.value):
        return False
    if event.fact.endswith(".rowing") and table.terms.coxswain_gain == "may":
        return _not_taken(table, event)
    if not table.perhaps_over:
        return False
    if event.fact in OF_THE_END:
        return True
    return event.value == "over" if event.fact == "phase" else event.fact in NO_LONGER and event.value == NOTHING


def _not_taken(table: Table, claim: Claim) -> bool:
    """Say whether less longboat speed is claimed, and a Coxswain may have brought some that was not taken."""
    player = table.players[claim.fact.partition(".")[0]]
    return isinstance(claim.value, int) and claim.value < player.rowing and has_crew(player, "coxswain")
