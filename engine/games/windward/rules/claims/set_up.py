"""The case of a wrong claim before the first act."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from engine.games.windward.reckoning.starting import first_turn_begins
from engine.games.windward.state import Player, Table
from engine.kernel.events import Claim


class AtFirst(Enum):
    """The case of a wrong claim; each rule names in its `claims` the cases that break it."""

    STOCK = "a stockpile before the first turn"
    CREW = "crew before the first turn"
    SHIP = "where a ship is before the first turn"
    BOATS = "where longboats are before the first turn"
    MATES = "orders before the first one is given"
    TRACKS = "morale, longboat speed or notoriety before the first turn"
    STORAGE = "gas, cannons or cargo before the first turn"
    HAND = "how many cards a player was dealt"
    GREYS = "Greys before the first turn"
    REDS = "Reds before the first turn"
    GAS = "what lies on the planet before the first turn"


def _of_table(case: AtFirst) -> Callable[[Table, Claim], AtFirst | None]:
    return lambda table, _: case if table.phase == "set-up" or first_turn_begins(table) else None


def _of_seat(case: AtFirst) -> Callable[[Table, Player, Claim], AtFirst | None]:
    return lambda table, _player, claim: _of_table(case)(table, claim)


def _orders(table: Table, _: Claim) -> AtFirst | None:
    return AtFirst.MATES if first_turn_begins(table) else None


SEAT = {
    **dict.fromkeys(("morale", "notoriety", "rowing"), _of_seat(AtFirst.TRACKS)),
    **dict.fromkeys(("gas", "cannons", "crester", "teeth.red", "teeth.grey", "tokens"), _of_seat(AtFirst.STORAGE)),
    **dict.fromkeys(("boat.1", "boat.2"), _of_seat(AtFirst.BOATS)),
    "place": _of_seat(AtFirst.SHIP),
    "crew": _of_seat(AtFirst.CREW),
    "cards": _of_seat(AtFirst.HAND),
}
STOCKS = ("red", "grey", "teeth.red", "teeth.grey", "tokens", "gas")
TABLE = {
    **dict.fromkeys((f"stock.{what}" for what in STOCKS), _of_table(AtFirst.STOCK)),
    "orders": _orders,
    "reds": _of_table(AtFirst.REDS),
    "greys": _of_table(AtFirst.GREYS),
    "items": _of_table(AtFirst.GAS),
}
