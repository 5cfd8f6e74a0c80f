"""What the record cannot settle: whether this is the end, and whose hand a Treasure card is in."""

from __future__ import annotations

from engine.games.winds_of_plunder.events import Board, PlayTreasure, RevealBids
from engine.games.winds_of_plunder.state import Table
from engine.kernel.events import Claim, Event, Move
from engine.kernel.rules import Rule
from engine.kernel.unknown import is_known

# What rules hang on that go by who holds which Treasure card.
WHOSE_TREASURE = "who holds which Treasure card"
# What the record may have wrong of a player, once it has been found wrong of the same.
SHOWN_CUBES = "how many Wind cubes a player has shown"
SHOWN_CREW = "who has shown the most Crew"
SHOWN_WEAPONS = "how many Weapons two players have shown"
SHOWN = {SHOWN_CUBES: "wind", SHOWN_CREW: "crew", SHOWN_WEAPONS: "weapons"}
# What the end of the game changes.
AT_THE_END = ("vp", "bonus")


def may_be_cleared(table: Table, event: Event, rule: Rule) -> bool:
    """Say whether a breach turns on a card that may be elsewhere, on more than was told, or on bonuses."""
    if table.adrift and WHOSE_TREASURE in rule.hangs_on and not isinstance(event, PlayTreasure):
        return True
    return _shown_before(table, event, rule) or _may_be_over(table, event)


def _shown_before(table: Table, event: Event, rule: Rule) -> bool:
    """The record was found wrong before in what this turns on: a line is missing there, and was named."""
    what = next((SHOWN[hung] for hung in rule.hangs_on if hung in SHOWN), "")
    if not what:
        return False
    amiss = {seat for seat, player in table.players.items() if what in player.amiss}
    if isinstance(event, RevealBids):
        return amiss.issuperset(_overbidding(table, event))
    if isinstance(event, Board):
        return not amiss.isdisjoint((event.by, event.target))
    return bool(amiss) if what == "crew" else isinstance(event, Move) and event.by in amiss


def _overbidding(table: Table, event: RevealBids) -> list[str]:
    """Whose fists hold more cubes than there are."""
    bids = zip(table.players.values(), event.cubes, strict=False)
    return [player.seat for player, cubes in bids if is_known(cubes) and is_known(player.wind) and cubes > player.wind]


def _may_be_over(table: Table, event: Event) -> bool:
    """Nobody wrote down which round it is: after any of them the bonuses may be scored."""
    if is_known(table.round) or not isinstance(event, Claim) or not is_known(event.fact):
        return False
    between = table.phase == "compass" and all(player.compass is None for player in table.players.values())
    about = event.fact.partition(".")[2].partition(".")[0] or event.fact
    return between and (about in AT_THE_END or event.fact in {"phase", "turn", "round", "acted"})
