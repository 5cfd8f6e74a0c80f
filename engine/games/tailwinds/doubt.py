"""What the record cannot settle: a breach that hangs on boats nobody can place is no breach, but a question."""

from __future__ import annotations

from engine.games.tailwinds.reckoning import adrift
from engine.games.tailwinds.state import Table
from engine.kernel.events import Claim, Event
from engine.kernel.rules import Rule

# Rules and facts that hold wherever the boats lie.
ANYWHERE = frozenset(
    {
        *(f"TW-SETUP-{n:02}" for n in (1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14)),
        *(f"TW-CHOOSE-{n:02}" for n in (2, 3, 4, 5, 6)),
        *(f"TW-VALUE-{n:02}" for n in (2, 3, 4, 5, 6)),
        *(f"TW-RAIN-{n:02}" for n in (5, 6, 7, 10, 11, 12, 13, 14)),
        *("TW-MARKET-01", "TW-MARKET-02", "TW-MARKET-03", "TW-LOG-03", "TW-LOG-04", "TW-LOG-06"),
        *("TW-ABIL-01", "TW-ABIL-04", "TW-CANNON-01", "TW-JOLLY-02", "TW-PARLAY-01", "TW-PARLAY-03"),
        *("TW-ORDER-04", "TW-RECOVER-01", "TW-RECOVER-02"),
    }
)
CARDS = frozenset({"deck", "hand", "cards", "card", "played", "removed", "rainbow"})
PIECES = frozenset({"track", "market", "pile", "discard"})
# Rules that look at the player's own boats alone.
OWN = frozenset({"TW-MOVE-02", "TW-MOVE-04", "TW-MOVE-13", "TW-MOVE-14", "TW-MOVE-15", "TW-LOG-01", "TW-PURSUIT-01"})


def doubted(table: Table, event: Event, rule: Rule) -> bool:
    """Say whether a breach of this rule turns on a boat, or a track card, of which nobody knows where it stands."""
    if not table.blurred or (rule.id in ANYWHERE and not isinstance(event, Claim)):
        return False
    if isinstance(event, Claim) and (event.fact.partition(".")[2] in CARDS or event.fact in PIECES):
        return False
    own = getattr(event, "by", "") if rule.id in OWN else ""
    return adrift(table, own) or (not own and table.rear_lost)
