"""The rules of the chapter “Speed and enemies”, in the order of the rulebook: more of moving the ship."""

from __future__ import annotations

from engine.games.windward.content import PORT
from engine.games.windward.events import Run, Sail
from engine.games.windward.folds.battle import begin_battle
from engine.games.windward.folds.sailing import ran, sailed
from engine.games.windward.reckoning import mine, speed_left
from engine.games.windward.reckoning.meeting import barred, met_by_ship
from engine.games.windward.reckoning.sailing import (
    JUMP,
    ROUND_THE_PLANET,
    in_question,
    passage,
    sailing,
)
from engine.games.windward.rules.claims.sky import OfSky
from engine.games.windward.rules.turn.moving import CALLED
from engine.games.windward.sources import (
    FULL_BATTLE,
    FULL_CONCLUSION,
    FULL_EPIC_TURN,
    FULL_GREAT_WHITE,
    FULL_MOVE_SHIP,
    FULL_ORDERS,
    SHORT_AFTER_BATTLE,
    SHORT_HOW_BATTLES_WORK,
    SHORT_INITIATE_BATTLE,
    SHORT_MOVING,
    SHORT_ORDERS,
    SHORT_SKY_ORDERS,
)
from engine.games.windward.state import RED, Table
from engine.games.windward.terms import Terms
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import is_known

chapter = Chapter("Speed and enemies", reads=("tiles", "planet"))

chapter.upheld(
    "WW-MOVE-08",
    says="Each move of a player's own ship begins where it is, and is where it has come to.",
    cite=(FULL_MOVE_SHIP, SHORT_MOVING),
    by=(sailed, ran),
    claims=(OfSky.ELSEWHERE,),
)
chapter.upheld(
    "WW-MOVE-09",
    says="A ship that comes to a living Red, to the White Crester or to another ship must fight, and does not pass on.",
    cite=(FULL_MOVE_SHIP, FULL_BATTLE, FULL_GREAT_WHITE, SHORT_INITIATE_BATTLE),
    by=begin_battle,
    phases=("battle",),
    reads=(),
    rulings=("WW-AMB-024", "WW-AMB-079"),
    claims=(OfSky.NOT_FOUGHT,),
)


@chapter.rule(
    "WW-MOVE-10",
    on=Sail,
    where={Sail: in_question},
    says="A ship never spends more speed in a turn than its 4, and what orders and cards have added so far.",
    cite=(FULL_MOVE_SHIP, FULL_ORDERS, SHORT_SKY_ORDERS),
    rulings=("WW-AMB-011", "WW-AMB-014", "WW-AMB-017", "WW-AMB-023"),
    claims=(OfSky.MISCOUNTED,),
)
def within_its_speed(table: Table, event: Sail) -> Breach | None:
    turn = mine(table, event.by)
    if turn is None or not is_known(event.to):
        return None
    cost = passage(table, table.players[event.by].at, event.to, event.way, event.speed).speed
    left = speed_left(turn)
    if cost <= left:
        return None
    says = f"{event.by} sails to {event.to} for {cost} speed, and has {left} left of {turn.granted}."
    return Breach(says, {"speed": cost, "left": left})


chapter.upheld(
    "WW-MOVE-11",
    says="Who is sent back by a battle does not have again the speed that it took to come.",
    cite=(FULL_CONCLUSION, SHORT_HOW_BATTLES_WORK, SHORT_AFTER_BATTLE),
    by=sailed,
    reads=(),
    rulings=("WW-AMB-023",),
    claims=(OfSky.PAID_BACK,),
)
chapter.permission(
    "WW-MOVE-12",
    says="Speed may be spent in several goes, with other acts between them.",
    cite=(FULL_EPIC_TURN, SHORT_ORDERS),
)


@chapter.rule(
    "WW-MOVE-13",
    on=(Sail, Run),
    says="A ship does not come again to an enemy with whom it has drawn in this turn, since it would have to fight and "
    "may not.",
    cite=(FULL_BATTLE, FULL_MOVE_SHIP, SHORT_HOW_BATTLES_WORK),
    reads=(),
    rulings=("WW-AMB-025", "WW-AMB-026"),
)
def not_the_same_battle(table: Table, event: Sail | Run) -> Breach | None:
    turn = mine(table, event.by)
    if turn is None or not turn.barred or event.to == PORT:
        return None
    enemy = met_by_ship(table, event.by, event.to)
    if not enemy or not barred(table, turn, event.by, enemy, event.to):
        return None
    who = "the Red Crester" if enemy == RED else f"{enemy}'s ship"
    return Breach(f"{event.by} comes to {who} on {event.to} once more in this turn.", {"space": event.to})


def fuel_is_a_step(terms: Terms) -> bool:
    """Return whether Fuel is more than speed, so that its use matters."""
    return terms.fuel_effect != "plus-one-speed"


@chapter.rule(
    "WW-MOVE-14",
    on=Sail,
    under={Sail: fuel_is_a_step},
    where={Sail: in_question},
    says="Fuel takes a ship one space further than its speed, also out of port; known from an example of the full "
    "edition, while the classic one only says that cards may affect movement.",
    cite=(FULL_EPIC_TURN, SHORT_MOVING),
    rulings=("WW-AMB-017",),
    claims=(OfSky.FUEL,),
)
def fuel_for_a_step(table: Table, event: Sail) -> Breach | None:
    turn, sail = mine(table, event.by), sailing(table, event)
    if turn is None or sail.meant is None or sail.meant.way not in {JUMP, ROUND_THE_PLANET} or not turn.fuel:
        return None
    left = speed_left(turn) - (turn.fuel - turn.by_fuel)
    if sail.meant.speed <= left or sail.meant.speed > speed_left(turn):
        return None
    return Breach(f"{event.by} has only Fuel left, and no speed for {CALLED[sail.meant.way]}.", {"left": left})
