"""The case of a wrong claim about facts that a rest determines."""

from __future__ import annotations

from enum import Enum

from engine.games.windward.content import PORT
from engine.games.windward.events import EndTurn, MoveRed, Rest, RollWind
from engine.games.windward.rules.claims.order import more
from engine.games.windward.state import Player, Table
from engine.kernel.events import Claim


class OfRest(Enum):
    """The case of a wrong claim; each rule names in its `claims` the cases that break it."""

    COFFEE_STAYED = "an order still covered by the token of a Coffee"
    CHEERED_IN_PORT = "morale after a rest in port"
    NOTED_IN_PORT = "more notoriety after a rest in port"
    UPKEEP = "morale or cards after a rest at sky"
    LOST_BY_UPKEEP = "a ship lost for want of supplies, as if it had come through the rest"
    NOTED_AT_SKY = "notoriety after a rest at sky"


def _rested(table: Table, player: Player) -> bool:
    """Return whether this player has just rested, without any act since."""
    return bool(table.rested == player.seat)


def _lost_at_once(table: Table, player: Player) -> bool:
    """Return whether the rest itself has cost the ship."""
    return player.at == PORT and player.lost_ship and isinstance(table.last, Rest)


def _as_paid(table: Table, player: Player) -> bool:
    """Return whether a ship has rested at sky, without a battle since."""
    still = isinstance(table.last, (Rest, MoveRed, EndTurn, RollWind))
    return _rested(table, player) and still and player.at != PORT


def _morale(table: Table, player: Player, _: Claim) -> OfRest | None:
    if _as_paid(table, player):
        return OfRest.UPKEEP
    in_port = _rested(table, player) and not player.lost_ship and player.at == PORT
    return OfRest.CHEERED_IN_PORT if in_port else None


def _cards(table: Table, player: Player, _: Claim) -> OfRest | None:
    return OfRest.UPKEEP if _as_paid(table, player) else None


def _notoriety(table: Table, player: Player, claim: Claim) -> OfRest | None:
    off = more(claim, player.notoriety)
    if not _rested(table, player) or abs(off) != 1:
        return None
    if _lost_at_once(table, player):
        return OfRest.LOST_BY_UPKEEP
    if player.at != PORT or player.lost_ship:
        return OfRest.NOTED_AT_SKY
    return OfRest.NOTED_IN_PORT if off > 0 else None


def _place(table: Table, player: Player, _: Claim) -> OfRest | None:
    lost = _rested(table, player) and _lost_at_once(table, player)
    return OfRest.LOST_BY_UPKEEP if lost else None


def _orders(table: Table, claim: Claim) -> OfRest | None:
    covered = str(claim.value).split()
    return OfRest.COFFEE_STAYED if table.rested and any(order in covered for order in table.put_back) else None


SEAT = {"morale": _morale, "cards": _cards, "hand": _cards, "notoriety": _notoriety, "place": _place}
TABLE = {"orders": _orders}
