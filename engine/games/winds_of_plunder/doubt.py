"""What the record cannot settle: whether this is the end, and whose hand a Treasure card is in."""

from __future__ import annotations

from engine.games.winds_of_plunder.events import PlayTreasure
from engine.games.winds_of_plunder.state import Table
from engine.kernel.events import Claim, Event
from engine.kernel.rules import Rule
from engine.kernel.unknown import known

# What rules hang on that go by who holds which Treasure card.
WHOSE_TREASURE = "who holds which Treasure card"
# What the end of the game changes.
AT_THE_END = ("vp", "bonus")


def may_be_cleared(table: Table, event: Event, rule: Rule) -> bool:
    """Say whether a breach turns on a Treasure card that may be elsewhere, or on bonuses that may be scored by now."""
    if table.adrift and WHOSE_TREASURE in rule.hangs_on and not isinstance(event, PlayTreasure):
        return True
    return _may_be_over(table, event)


def _may_be_over(table: Table, event: Event) -> bool:
    """Nobody wrote down which round it is: after any of them the bonuses may be scored."""
    if known(table.round) or not isinstance(event, Claim) or not known(event.fact):
        return False
    between = table.phase == "compass" and all(player.compass is None for player in table.players.values())
    about = event.fact.partition(".")[2].partition(".")[0] or event.fact
    return between and (about in AT_THE_END or event.fact in {"phase", "turn", "round", "acted"})
