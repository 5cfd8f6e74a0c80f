"""The rules of the chapter “The turn”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.events import ACTIONS, EndTurn, LiftBoat, PickUp, PlayCard
from engine.games.windward.folds.turns import begin_turn
from engine.games.windward.rules.claims.turn import OfTurns
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
# Acts allowed after a battle in the rest, by reading.
ALSO_AT_REST: dict[str, tuple[type[Move], ...]] = {
    "none": (),
    "pickups-only": (PickUp, LiftBoat),
    "cards-and-pickups": (PickUp, LiftBoat, PlayCard),
}

chapter.permission(
    "WW-TURN-01",
    says="In a turn a player moves, gives orders, buys, plays cards, picks up and fights in any order, as often as "
    "ship and crew allow.",
    cite=(FULL_TURN, SHORT_TURN),
)
chapter.permission(
    "WW-TURN-02",
    says="Orders may be given before, after and in the middle of moving ship and longboats.",
    cite=(FULL_ORDERS, SHORT_ORDERS),
)
chapter.upheld(
    "WW-TURN-03",
    says="What a turn brings of itself is there as it begins: the longboat speed of a Coxswain, and notoriety for "
    "teeth kept in a ship that was lost to another.",
    cite=(FULL_MOVE_SHIP, FULL_CREW, FULL_SHIP_LOST, SHORT_PORT_ORDERS),
    by=begin_turn,
    claims=(OfTurns.START,),
    rulings=("WW-AMB-049",),
)
chapter.upheld(
    "WW-TURN-04",
    says="Each turn begins with 4 speed; what was left of an earlier turn is lost.",
    cite=(FULL_MOVE_SHIP, SHORT_MOVING),
    by=begin_turn,
    claims=(OfTurns.SPEED_CARRIED_OVER,),
)


@chapter.rule(
    "WW-TURN-05",
    on=EndTurn,
    says="A turn ends with a rest, at sky or in port, unless the ship is lost in it.",
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
    says="Once a player rests there is nothing more to do in that turn but to fight the Cresters that come.",
    cite=(FULL_TURN_END, SHORT_TURN_END),
    narrows=("WW-RND-05",),
    rulings=("WW-AMB-087",),
)
def at_rest(table: Table, event: Move) -> Breach | None:
    open_still = table.phase == "rest" and isinstance(event, ALSO_AT_REST[table.terms.rest_actions])
    # In a solo game the player has rested before each turn.
    anew = table.phase == "turn" and len(table.seats) == 1
    if table.rested != event.by or open_still or anew:
        return None
    return Breach(f"{event.by} has rested, and the turn is over.", {"seat": event.by, "turn": str(table.active)})
