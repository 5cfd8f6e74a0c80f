"""The case of a wrong claim about facts that port, teeth, cargo and the box determine."""

from __future__ import annotations

from enum import Enum

from engine.games.windward.content import PORT
from engine.games.windward.events import DropCargo, GiveOrder, Pass, PlaceRed, RollBattle, RollGrey, Sail, SpendHits
from engine.games.windward.reckoning import cargo_stock, gas_stock
from engine.games.windward.reckoning.printed import morale_top
from engine.games.windward.rules.claims.order import last_of, more
from engine.games.windward.state import GOAL, RED, TOKEN, Player, Table
from engine.kernel.events import Claim

TEETH = ("teeth.red", "teeth.grey")


class OfCargo(Enum):
    """The case of a wrong claim; each rule names in its `claims` the cases that break it."""

    TEETH_KEPT = "teeth, or notoriety, as if they had not been traded in port"
    TEETH_MISCOUNTED = "notoriety after teeth were traded"
    TEETH_HELD_BACK = "some of the teeth held back in port"
    TRACK_BEGUN_ANEW = "notoriety above 15, as the marker's place"
    CAUGHT = "notoriety for a Crester that was beaten or processed"
    DROPPED = "what lies on the planet after cargo was dropped"
    TOKENS_OUT = "tokens when none is left in the stock"
    GAS_OUT = "gas when no token is left in the stock"
    BEYOND_THE_TRACK = "more than there is on a track"


def _traded(table: Table) -> bool:
    """Return whether a ship has just come into port with teeth."""
    came = isinstance(table.last, Sail) and table.last.to == PORT
    return came and any(table.before[teeth] for teeth in TEETH)


def _caught(table: Table, player: Player) -> bool:
    """Return whether a Crester was just beaten, or processed."""
    last = table.last
    if isinstance(last, GiveOrder):
        return last.by == player.seat and last.order == "process"
    if table.battle is not None or not isinstance(last, (RollBattle, SpendHits, Pass, PlaceRed, RollGrey)):
        return False
    return isinstance(last, (PlaceRed, RollGrey)) or player.crester == RED


def _notoriety(table: Table, player: Player, claim: Claim) -> OfCargo | None:
    if player.notoriety > GOAL and claim.value in {GOAL, player.notoriety - GOAL}:
        return OfCargo.TRACK_BEGUN_ANEW
    if last_of(table, player) is not None and _traded(table):
        return OfCargo.TEETH_KEPT if claim.value == table.before["notoriety"] else OfCargo.TEETH_MISCOUNTED
    return OfCargo.CAUGHT if more(claim, player.notoriety) > 0 and _caught(table, player) else None


def _teeth(table: Table, player: Player, claim: Claim) -> OfCargo | None:
    if last_of(table, player) is None or not _traded(table):
        return None
    kept = claim.value == table.before[claim.fact.partition(".")[2]]
    return OfCargo.TEETH_KEPT if kept else OfCargo.TEETH_HELD_BACK


def _tokens(table: Table, _: Player, __: Claim) -> OfCargo | None:
    return OfCargo.TOKENS_OUT if cargo_stock(table, TOKEN) <= 0 else None


def _token_tiles(table: Table, _: Player, __: Claim) -> OfCargo | None:
    return OfCargo.GAS_OUT if gas_stock(table) <= 0 else None


def _morale(table: Table, _: Player, claim: Claim) -> OfCargo | None:
    return OfCargo.BEYOND_THE_TRACK if more(claim, morale_top(table)) > 0 else None


def _stock_of_teeth(table: Table, _: Claim) -> OfCargo | None:
    return OfCargo.TEETH_HELD_BACK if _traded(table) else None


def _items(table: Table, _: Claim) -> OfCargo | None:
    return OfCargo.DROPPED if isinstance(table.last, DropCargo) else None


# The functions used first, and those used only after orders, rest and cards.
SEAT = {"notoriety": _notoriety, "tokens": _tokens, **dict.fromkeys(("gas", "cannons"), _token_tiles)}
SEAT |= dict.fromkeys(TEETH, _teeth)
TABLE = {**dict.fromkeys((f"stock.{teeth}" for teeth in TEETH), _stock_of_teeth), "items": _items}
LAST = {"morale": _morale}
