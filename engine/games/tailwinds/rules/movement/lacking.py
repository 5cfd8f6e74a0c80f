"""Finds the missing line if the points of a turn do not add up."""

from __future__ import annotations

from engine.games.tailwinds.events import CallLongboat, SpendRainbow, ThrowDie
from engine.games.tailwinds.reckoning import label, open_turn_of, own_boats, resolving
from engine.games.tailwinds.state import Table
from engine.kernel.events import Move
from engine.kernel.unknown import UNKNOWN


def whichever(table: Table, seat: str) -> str:
    """Return the boat of a missing move, if the player has only one."""
    boats = own_boats(table, seat)
    return label(table, boats[0], seat) if len(boats) == 1 else UNKNOWN


def more_points(table: Table, seat: str, over: int) -> Move | None:
    """Return the line that would have brought the points spent in excess, if there is one."""
    turn, held = open_turn_of(table, seat), table.players[seat].rainbow
    card = resolving(table, seat)
    if held and not (turn is not None and turn.rainbow):
        return SpendRainbow(seat, held[0])
    if card.dice > (turn.thrown if turn is not None else 0):
        return ThrowDie(seat)
    called = turn is not None and "longboat" in turn.used
    return CallLongboat(seat) if card.ability == "longboat" and over == 1 and not called else None
