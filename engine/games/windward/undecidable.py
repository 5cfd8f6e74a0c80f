"""Finds breaches that something missing in the record could clear."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.games.windward.events import EndTurn, RollGrey
from engine.games.windward.facts import reckoners
from engine.games.windward.folds.resting import turn_ended
from engine.games.windward.reckoning import has_crew
from engine.games.windward.reckoning.untold import BATTLE, BEATEN, LOOT, ROLL, perhaps_in_battle
from engine.games.windward.state import Table
from engine.kernel.events import Claim, Event
from engine.kernel.facts import NOTHING
from engine.kernel.replay.claims import is_same_value
from engine.kernel.rules import Rule
from engine.kernel.tables.copy import copy_table
from engine.kernel.unknown import is_known

OF_THE_END = frozenset({"winner", "ending", "trigger"})
# The facts that no longer exist once the game is over.
NO_LONGER = frozenset({"turn", "speed", "orders", "takes"})
# The facts that exist only during a battle.
OF_BATTLE = frozenset({"battle", "strength.attack", "strength.defend", "hits.attack", "hits.defend"})


def may_be_cleared(table: Table, event: Event, rule: Rule) -> bool:
    """Return whether missing lines may justify an act, or an unknown end of the game a claim."""
    if not isinstance(event, Claim):
        return any(IN_DOUBT[what](table, event) for what in rule.hangs_on)
    if not is_known(event.fact) or not is_known(event.value):
        return False
    if event.fact.endswith(".rowing") and table.terms.coxswain_gain == "may":
        return _not_taken(table, event)
    if _perhaps_rested(table, event):
        return True
    if event.fact in OF_BATTLE or (event.fact == "phase" and event.value == "battle"):
        return _perhaps_fought(table, event)
    if not table.perhaps_over:
        return False
    if event.fact in OF_THE_END:
        return True
    return event.value == "over" if event.fact == "phase" else event.fact in NO_LONGER and event.value == NOTHING


def _perhaps_rested(table: Table, claim: Claim) -> bool:
    """Return whether a claim is right after the rest, if it is unknown whether a Red still comes."""
    turn = table.turn
    open_ = table.phase == "rest" and not table.owed and table.battle is None
    if turn is None or not open_ or not is_known(turn.seat):
        return False
    later = copy_table(table)
    turn_ended(later, EndTurn(turn.seat))
    reckoned = reckoners(later)[claim.fact](later)
    return not is_known(reckoned) or is_same_value(claim.value, reckoned)


def _perhaps_fought(table: Table, _: Event) -> bool:
    return table.battle is None and perhaps_in_battle(table)


def _perhaps_beaten(table: Table, _: Event) -> bool:
    """Return whether a Red may have been beaten without a line."""
    return table.reds_untold


def _perhaps_looted(table: Table, _: Event) -> bool:
    """Return whether a ship may have been lost to another, or may have had nothing to take."""
    if table.looting is not None:
        return not is_known(table.looting.number)
    return any(not is_known(player.morale) for player in table.players.values())


def _perhaps_windy(table: Table, event: Event) -> bool:
    """Return whether another wind roll may be due, or the first one, or none while Greys are placed."""
    if isinstance(event, RollGrey) or not table.wind_set:
        return table.greys_untold
    return table.turn is not None and not is_known(table.turn.seat)


IN_DOUBT: Mapping[str, Callable[[Table, Event], bool]] = {
    BATTLE: _perhaps_fought,
    BEATEN: _perhaps_beaten,
    LOOT: _perhaps_looted,
    ROLL: _perhaps_windy,
}


def _not_taken(table: Table, claim: Claim) -> bool:
    """Return whether a claim gives less longboat speed because a Coxswain's speed may not have been taken."""
    player = table.players[claim.fact.partition(".")[0]]
    return isinstance(claim.value, int) and claim.value < player.rowing and has_crew(player, "coxswain")
