"""The rules of the chapter “The turn”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.events import ACTIONS, EndTurn
from engine.games.windward.sources import (
    FULL_CREW,
    FULL_MOVE_SHIP,
    FULL_ORDERS,
    FULL_SHIP_LOST,
    FULL_TURN,
    FULL_TURN_END,
    SHORT_MOVING,
    SHORT_ORDERS,
    SHORT_PORT_ORDERS,
    SHORT_TURN,
    SHORT_TURN_END,
)
from engine.games.windward.state import Table
from engine.kernel.events import Move
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("The turn")

chapter.not_modelled(
    "WW-TURN-01",
    says="In their turn a player may move ship and longboats, give orders, spend gas, play cards, pick up items and "
    "fight as often as their resources allow and in any order.",
    cite=(FULL_TURN, SHORT_TURN),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-TURN-02",
    says="Orders may come before, during or after ship or longboat movement. Spelled out in the classic edition; "
    "the full edition allows them at any time in the turn.",
    cite=(FULL_ORDERS, SHORT_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-TURN-03",
    says="When a turn starts: base speed is set, Coxswain gives +1 longboat speed (the full edition; the classic "
    "edition lets the owner take it once in each turn without naming the moment), and (the full edition) teeth "
    "still held by a ship that was lost to another ship are exchanged for notoriety.",
    cite=(FULL_MOVE_SHIP, FULL_CREW, FULL_SHIP_LOST, SHORT_PORT_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-TURN-04",
    says="Ship speed starts at 4 each turn and whatever is unused at the end is lost.",
    cite=(FULL_MOVE_SHIP, SHORT_MOVING),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)


@chapter.rule(
    "WW-TURN-05",
    on=EndTurn,
    says="A turn ends only through the rest procedure of the place where the ship is, unless the ship was lost in "
    "its own turn.",
    cite=(FULL_TURN_END, SHORT_TURN_END),
)
def ended_by_rest(table: Table, event: EndTurn) -> Breach | None:
    turn = table.turn
    if table.phase != "turn" or turn is None or table.rested == event.by:
        return None
    return Breach(f"{event.by} ends a turn without a rest.", {"seat": event.by}, f"{event.by}: rest.")


@chapter.rule(
    "WW-TURN-06",
    on=ACTIONS,
    out_of_turn=True,
    says="After the player begins the rest steps they take no further actions; only battle choices forced by "
    "Crester movement remain.",
    cite=(FULL_TURN_END, SHORT_TURN_END),
)
def at_rest(table: Table, event: Move) -> Breach | None:
    if table.rested != event.by:
        return None
    return Breach(f"{event.by} has rested, and the turn is over.", {"seat": event.by, "turn": str(table.active)})
