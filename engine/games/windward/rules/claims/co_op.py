"""The case of a wrong claim about facts that the cooperative mode changes."""

from __future__ import annotations

from enum import Enum

from engine.games.windward.content import PORT
from engine.games.windward.events import MoveWhite, PlaceWhite, Sail, TradeTeeth
from engine.games.windward.reckoning.aftermath import LOST_IN_PORT
from engine.games.windward.reckoning.starting import first_turn_begins
from engine.games.windward.rules.claims.order import more
from engine.games.windward.rules.claims.rest import SEAT as OF_REST
from engine.games.windward.rules.claims.rest import OfRest
from engine.games.windward.rules.claims.set_up import SEAT as FIRST_OF_SEAT
from engine.games.windward.rules.claims.set_up import TABLE as FIRST
from engine.games.windward.state import Player, Table
from engine.kernel.events import Claim

OVER = "over"


class Allied(Enum):
    """The case of a wrong claim; each rule names in its `claims` the cases that break it."""

    PLANET = "which side of the tiles is up"
    GREYS = "Greys before the first turn"
    CARDS = "cards before the first turn"
    WHITE_ROLLED = "the White not where it was rolled for"
    LIVES_AT_FIRST = "lives before the first turn"
    TEETH = "notoriety for teeth, or other gas"
    PORT_REST = "what a rest in port brings, or costs where the White gets there"
    WHITE_MOVED = "the White not where it has come to"
    NIGHT = "notoriety after a night at sky"
    WHITE_BACK = "the White not where it has come back"
    CAPTAINS = "the lives of the captains"
    OF_WHITE = "the lives of the White"
    END = "the end of a game, or that it goes on"


def _side(table: Table, _: Claim) -> Allied | None:
    return Allied.PLANET if table.terms.allied else None


def _greys(table: Table, claim: Claim) -> Allied | None:
    return Allied.GREYS if table.terms.allied and FIRST["greys"](table, claim) else None


def _cards(table: Table, player: Player, claim: Claim) -> Allied | None:
    return Allied.CARDS if table.terms.allied and FIRST_OF_SEAT["cards"](table, player, claim) else None


def _reached(table: Table) -> bool:
    """Return whether the White has just come into port."""
    return table.outcome is not None and table.outcome.how == LOST_IN_PORT


def _rested_in_port(table: Table, player: Player) -> bool:
    rested = table.rested == player.seat and player.at == PORT and not player.lost_ship
    return table.terms.allied and (rested or (_reached(table) and player.lost_ship))


def _of_port(table: Table, player: Player, _: Claim) -> Allied | None:
    return Allied.PORT_REST if _rested_in_port(table, player) else None


def _notoriety(table: Table, player: Player, claim: Claim) -> Allied | None:
    if not table.terms.allied:
        return None
    if OF_REST["notoriety"](table, player, claim) is OfRest.NOTED_AT_SKY:
        return Allied.NIGHT
    last = table.last
    came = isinstance(last, TradeTeeth) or (isinstance(last, Sail) and last.to == PORT)
    return Allied.TEETH if came and more(claim, player.notoriety) > 0 else None


def _gas(table: Table, _: Player, __: Claim) -> Allied | None:
    return Allied.TEETH if table.terms.allied and isinstance(table.last, TradeTeeth) else None


def _teeth(table: Table, player: Player, claim: Claim) -> Allied | None:
    return _gas(table, player, claim) or _of_port(table, player, claim)


def _items(table: Table, _: Claim) -> Allied | None:
    return Allied.PORT_REST if _reached(table) else None


def _white(table: Table, _: Claim) -> Allied | None:
    if not table.terms.allied:
        return None
    if _reached(table):
        return Allied.PORT_REST
    if table.phase == "set-up" or first_turn_begins(table):
        return Allied.WHITE_ROLLED
    if isinstance(table.last, PlaceWhite):
        return Allied.WHITE_BACK
    return Allied.WHITE_MOVED if isinstance(table.last, MoveWhite) else None


def _lives(table: Table, claim: Claim) -> Allied:
    if table.phase == "set-up" or first_turn_begins(table):
        return Allied.LIVES_AT_FIRST
    return Allied.CAPTAINS if claim.fact == "lives.captains" else Allied.OF_WHITE


def _end(table: Table, claim: Claim) -> Allied | None:
    about = claim.fact != "phase" or OVER in {table.phase, claim.value}
    return Allied.END if table.terms.allied and about else None


SEAT = {
    "cards": _cards,
    **dict.fromkeys(("morale", "tokens"), _of_port),
    "notoriety": _notoriety,
    "gas": _gas,
    **dict.fromkeys(("teeth.red", "teeth.grey"), _teeth),
}
TABLE = {
    **dict.fromkeys(("winner", "phase", "ending", "trigger"), _end),
    **dict.fromkeys(("lives.captains", "lives.white"), _lives),
    "side": _side,
    "greys": _greys,
    "items": _items,
    "white": _white,
}
