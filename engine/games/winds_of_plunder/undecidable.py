"""Finds breaches that the record cannot settle: whether the game is over, and who holds a Treasure card."""

from __future__ import annotations

from engine.games.winds_of_plunder.events import Board, PlayTreasure, RevealBids
from engine.games.winds_of_plunder.state import Table
from engine.kernel.events import Claim, Event, Move
from engine.kernel.rules import Rule
from engine.kernel.unknown import is_known

# The dependency of rules on the holders of Treasure cards.
WHOSE_TREASURE = "who holds which Treasure card"
# The dependencies on a player's fact that the record has already got wrong once.
SHOWN_CUBES = "how many Wind cubes a player has shown"
SHOWN_CREW = "who has shown the most Crew"
SHOWN_WEAPONS = "how many Weapons two players have shown"
SHOWN = {SHOWN_CUBES: "wind", SHOWN_CREW: "crew", SHOWN_WEAPONS: "weapons"}
# The facts that the end of the game changes.
AT_THE_END = ("vp", "bonus")


def may_be_cleared(table: Table, event: Event, rule: Rule) -> bool:
    """Return whether a breach depends on a card in an unknown hand, on earlier missing lines, or on bonuses."""
    if table.adrift and WHOSE_TREASURE in rule.hangs_on and not isinstance(event, PlayTreasure):
        return True
    return _shown_before(table, event, rule) or _may_be_over(table, event)


def _shown_before(table: Table, event: Event, rule: Rule) -> bool:
    """Return whether a breach depends on a fact that a missing line, already reported, has made wrong."""
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
    """List the players whose bid exceeds their known cubes."""
    bids = zip(table.players.values(), event.cubes, strict=False)
    return [player.seat for player, cubes in bids if is_known(cubes) and is_known(player.wind) and cubes > player.wind]


def _may_be_over(table: Table, event: Event) -> bool:
    """Return whether the round is unknown, so that a claim may be about the end with its bonuses."""
    if is_known(table.round) or not isinstance(event, Claim) or not is_known(event.fact):
        return False
    between = table.phase == "compass" and all(player.compass is None for player in table.players.values())
    about = event.fact.partition(".")[2].partition(".")[0] or event.fact
    return between and (about in AT_THE_END or event.fact in {"phase", "turn", "round", "acted"})
