"""The case of a wrong claim at the beginning of a turn."""

from __future__ import annotations

from enum import Enum

from engine.games.windward.reckoning import mine
from engine.games.windward.state import Player, Table
from engine.kernel.events import Claim
from engine.kernel.unknown import is_known


class OfTurns(Enum):
    """The case of a wrong claim; each rule names in its `claims` the cases that break it."""

    LOST_SHIP_SKIPPED = "a turn left out because the ship was lost"
    START = "notoriety or teeth as a turn begins"
    SPEED_CARRIED_OVER = "speed as a turn begins"


def _turn(table: Table, _: Claim) -> OfTurns | None:
    turn = table.turn
    skipped = turn is not None and is_known(turn.seat) and table.players[turn.seat].lost_ship
    return OfTurns.LOST_SHIP_SKIPPED if skipped else None


def _speed(table: Table, _: Claim) -> OfTurns | None:
    return OfTurns.SPEED_CARRIED_OVER if table.turn is not None and table.turn.idle else None


def _redeemed(table: Table, player: Player, _: Claim) -> OfTurns | None:
    turn = mine(table, player.seat)
    return OfTurns.START if turn is not None and turn.idle and turn.redeemed else None


SEAT = dict.fromkeys(("notoriety", "teeth.red", "teeth.grey"), _redeemed)
TABLE = {"turn": _turn, "speed": _speed}
