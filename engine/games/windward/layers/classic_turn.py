"""Rules about set-up and the course of a turn that differ in the classic rulebook."""

from __future__ import annotations

from engine.games.windward.events import ACTIONS, BuildPlanet, GiveOrder, MoveRed, Rest, RollGrey
from engine.games.windward.folds.acting import hired, order_given
from engine.games.windward.folds.turns import begin_turn, wind_rolled
from engine.games.windward.reckoning import rest_of
from engine.games.windward.reckoning.untold import ROLL
from engine.games.windward.rules.claims.order import Wrong
from engine.games.windward.rules.claims.rest import OfRest
from engine.games.windward.rules.creatures.red_cresters import as_near_as_it_can, within_its_territory
from engine.games.windward.rules.creatures.red_ways import in_question
from engine.games.windward.rules.port.orders import UNLESS_TAKING, cards_to_take, dropped_into_the_clear
from engine.games.windward.rules.set_up.first_turn import one_grey_a_ground
from engine.games.windward.rules.set_up.set_up import right_side_up
from engine.games.windward.sources import (
    SHORT_AFTER_BATTLE,
    SHORT_ALTERNATE_MAP,
    SHORT_PORT_ORDERS,
    SHORT_SETUP,
    SHORT_SKY_ORDERS,
    SHORT_TURN_END,
    SHORT_WIND,
)
from engine.kernel.events import Start
from engine.kernel.rules import Chapter

set_up = Chapter("Set-up")
set_up.rule(
    "WW-SET-03",
    on=(Start, BuildPlanet),
    says="Two players use the small planet; with more it is theirs to choose.",
    cite=(SHORT_SETUP, SHORT_ALTERNATE_MAP),
    rulings=("WW-AMB-002",),
    claims=("side",),
)(right_side_up)
set_up.upheld(
    "WW-SET-18",
    says="Nothing is rolled for the wind while setting up: the starting player rolls before the first turn.",
    cite=SHORT_SETUP,
    rulings=("WW-AMB-008",),
    owed_by=begin_turn,
    hangs_on=(ROLL,),
)
set_up.rule(
    "WW-SET-20",
    on=RollGrey,
    says="As later in the game, the die is rolled again where a Grey is there already.",
    cite=(SHORT_AFTER_BATTLE, SHORT_SETUP),
    rulings=("WW-AMB-036",),
    reads=("tiles", "planet"),
)(one_grey_a_ground)

rounds = Chapter("Rounds")
rounds.upheld(
    "WW-RND-03",
    says="The same wind never blows twice in a row: a roll that shows the old direction is made again, whatever it is "
    "for.",
    cite=SHORT_WIND,
    rulings=("WW-AMB-008",),
    owed_by=wind_rolled,
)

orders = Chapter("Orders")
orders.rule(
    "WW-ORD-08",
    on=GiveOrder,
    says="A longboat is not dropped onto the player's other one; the text does not say what else may be in its way.",
    cite=SHORT_SKY_ORDERS,
    narrows=("WW-LB-05",),
    rulings=("WW-AMB-029", "WW-AMB-030"),
)(dropped_into_the_clear)
orders.rule(
    "WW-ORD-12",
    on=(*ACTIONS, Rest),
    under=UNLESS_TAKING,
    says="Take 3 Supplies brings any 3 of the top cards, also several of one stack, and no more than the hand holds.",
    cite=SHORT_PORT_ORDERS,
    claims=(Wrong.SUPPLIES_ORDERED,),
    rulings=("WW-AMB-054",),
)(cards_to_take)
orders.upheld(
    "WW-ORD-13",
    says="The order for morale raises it by 1; its maximum is on the board.",
    cite=SHORT_PORT_ORDERS,
    by=order_given,
    claims=(Wrong.MORALE_ORDERED,),
    rulings=("WW-AMB-052", "WW-AMB-053"),
)
crew = Chapter("Crew")
crew.upheld(
    "WW-CREW-12",
    says="A Coxswain may bring 1 longboat speed in each own turn, from that of the hiring on.",
    cite=SHORT_PORT_ORDERS,
    by=(begin_turn, hired),
    claims=(Wrong.COXSWAIN,),
    rulings=("WW-AMB-062", "WW-AMB-063"),
)

ending = Chapter("Ending a turn")
ending.upheld(
    "WW-REST-03",
    says="A rest in port raises morale by 1, that of the blue player by 2; its maximum is on the board.",
    cite=SHORT_TURN_END,
    by=rest_of,
    claims=(OfRest.CHEERED_IN_PORT,),
    rulings=("WW-AMB-052",),
)

red_cresters = Chapter("Red Cresters", reads=("tiles", "planet"))
red_cresters.rule(
    "WW-RED-04",
    on=MoveRed,
    where={MoveRed: in_question},
    says="A Red does not leave the territory in which it began.",
    cite=SHORT_TURN_END,
    rulings=("WW-AMB-106",),
)(within_its_territory)
red_cresters.rule(
    "WW-RED-06",
    on=MoveRed,
    where={MoveRed: in_question},
    says="A Red to which no way to the ship is open does not move.",
    cite=SHORT_TURN_END,
    rulings=("WW-AMB-097",),
)(as_near_as_it_can)

CHAPTERS = (set_up, rounds, orders, crew, ending, red_cresters)
