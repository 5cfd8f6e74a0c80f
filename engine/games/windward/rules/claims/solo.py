"""The case of a wrong claim about facts that the solo mode changes."""

from __future__ import annotations

from enum import Enum

from engine.games.windward.content import PORT
from engine.games.windward.events import Sail, TradeTeeth
from engine.games.windward.reckoning.battle import last_battle, marine_hits, piece_of
from engine.games.windward.rules.claims.rest import SEAT as OF_REST
from engine.games.windward.rules.claims.rest import OfRest
from engine.games.windward.rules.claims.set_up import SEAT as FIRST_OF_SEAT
from engine.games.windward.rules.claims.set_up import TABLE as FIRST
from engine.games.windward.rules.claims.set_up import AtFirst
from engine.games.windward.scoring import IN_PORT, SHIP_LOST, WHITE_BEATEN
from engine.games.windward.state import RED, Player, Table
from engine.kernel.events import Claim
from engine.kernel.unknown import is_known


class Alone(Enum):
    """The case of a wrong claim; each rule names in its `claims` the cases that break it."""

    SET_UP = "Greys or cards before the first turn"
    IN_PORT = "a game that goes on, or is won, after a turn that ended in port"
    HUNGER = "a game that goes on, or is won, after a ship was lost for want of supplies"
    LOST = "a game that goes on, or is won, after a ship was lost in battle"
    WON = "a game that goes on, or is lost, after the White was beaten"
    NOT_OVER = "the end of a game that goes on"
    NIGHT = "notoriety after a night at sky"
    TEETH = "notoriety for teeth, or other gas"
    TOGETHER = "the strength of Reds that fight together"


def _end(table: Table, _: Claim) -> Alone | None:
    """Judge how the game has ended."""
    if not table.terms.lost_at_once:
        return None
    if table.ending == SHIP_LOST:
        fought = table.outcome is not None and table.outcome.battle is not None
        return Alone.LOST if fought else Alone.HUNGER
    return {IN_PORT: Alone.IN_PORT, WHITE_BEATEN: Alone.WON, "": Alone.NOT_OVER}.get(table.ending)


def _greys(table: Table, claim: Claim) -> Alone | None:
    everywhere = table.terms.first_greys == "every-ground"
    return Alone.SET_UP if everywhere and FIRST["greys"](table, claim) is AtFirst.GREYS else None


def _cards(table: Table, player: Player, claim: Claim) -> Alone | None:
    return Alone.SET_UP if table.terms.dealt and FIRST_OF_SEAT["cards"](table, player, claim) else None


def _notoriety(table: Table, player: Player, claim: Claim) -> Alone | None:
    if table.terms.track_ends:
        return None
    if OF_REST["notoriety"](table, player, claim) is OfRest.NOTED_AT_SKY:
        return Alone.NIGHT
    came = isinstance(table.last, TradeTeeth) or (isinstance(table.last, Sail) and table.last.to == PORT)
    return Alone.TEETH if came else None


def _gas(table: Table, _: Player, __: Claim) -> Alone | None:
    return Alone.TEETH if isinstance(table.last, TradeTeeth) else None


def _strength(table: Table, claim: Claim) -> Alone | None:
    battle = last_battle(table)
    if battle is None or not table.terms.reds_hunt:
        return None
    there = table.reds.get(battle.space)
    if battle.number == 1 and (there is None or there.number == 1):
        return None
    return Alone.TOGETHER if piece_of(battle, claim.fact.partition(".")[2]) == RED else None


def _hits(table: Table, claim: Claim) -> Alone | None:
    """Judge a Marine against two Reds."""
    battle = last_battle(table)
    if battle is None or battle.number == 1:
        return None
    helped = marine_hits(table, battle, claim.fact.partition(".")[2])
    return Alone.TOGETHER if is_known(helped) and helped else None


def _beaten(table: Table, _: Claim) -> Alone | None:
    battle = last_battle(table)
    return Alone.TOGETHER if battle is not None and battle.number > 1 else None


SEAT = {"cards": _cards, "notoriety": _notoriety, **dict.fromkeys(("gas", "teeth.red", "teeth.grey"), _gas)}
TABLE = {
    **dict.fromkeys(("winner", "phase", "ending", "trigger"), _end),
    **dict.fromkeys(("strength.attack", "strength.defend"), _strength),
    **dict.fromkeys(("hits.attack", "hits.defend"), _hits),
    "greys": _greys,
    "beaten": _beaten,
}
