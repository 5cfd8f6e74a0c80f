"""Rules about ships, longboats and the spaces they move on that differ in the classic rulebook."""

from __future__ import annotations

from engine.games.windward.events import GiveOrder, LiftBoat, PickUp, Rest, Row, Sail
from engine.games.windward.folds.turns import begin_turn
from engine.games.windward.reckoning import raised
from engine.games.windward.reckoning.sailing import in_question
from engine.games.windward.rules.claims.boat import OfBoats
from engine.games.windward.rules.claims.sky import OfSky
from engine.games.windward.rules.turn.longboats import crew_for_the_second, not_into_port
from engine.games.windward.rules.turn.moving import from_zephyr_to_zephyr
from engine.games.windward.rules.turn.terrain import drifting, no_boat_on_drift, pockets_stay_empty
from engine.games.windward.rules.turn.towing import beside_no_other_grey, tow_goes_along, won_with_the_battle
from engine.games.windward.sources import (
    SHORT_AFTER_BATTLE,
    SHORT_CARD,
    SHORT_MOVING,
    SHORT_PORT_ORDERS,
    SHORT_SKY_ORDERS,
    SHORT_TERRAIN,
    SHORT_TRADING_POST,
)
from engine.kernel.events import Start
from engine.kernel.rules import Chapter

moving = Chapter("Moving the ship", reads=("tiles", "planet"))
moving.rule(
    "WW-MOVE-06",
    on=Sail,
    where={Sail: in_question},
    says="A ship that has come onto a zephyr may go on from it for 1 speed, to any other that its player likes.",
    cite=SHORT_TERRAIN,
    narrows=("WW-MOVE-02",),
    rulings=("WW-AMB-015", "WW-AMB-016"),
)(from_zephyr_to_zephyr)

terrain = Chapter("Terrain", reads=("tiles", "planet"))
terrain.permission(
    "WW-TERR-03",
    says="Drift is closed to ships, except with the card Deadweight, which says what it lets a ship do.",
    cite=(SHORT_TERRAIN, SHORT_CARD),
    rulings=("WW-AMB-018",),
)
terrain.rule(
    "WW-TERR-04",
    on=(Start, Rest),
    says="With Deadweight, too, a player may not end the turn on drift.",
    cite=SHORT_CARD,
    rulings=("WW-AMB-020",),
)(drifting)
terrain.rule(
    "WW-TERR-05",
    on=(GiveOrder, Row),
    says="With Deadweight, too, no longboat is dropped on drift or moved onto it.",
    cite=SHORT_CARD,
    narrows=("WW-LB-07",),
)(no_boat_on_drift)
terrain.rule(
    "WW-TERR-07",
    on=(Start, PickUp),
    says="Each gas pocket has two gas at the beginning of the game; no sentence adds more.",
    cite=SHORT_TERRAIN,
    narrows=("WW-PICK-06",),
    claims=(OfSky.POCKETS,),
)(pockets_stay_empty)

boats = Chapter("Longboats")
boats.upheld(
    "WW-LB-01",
    says="Longboat speed begins at 0; its maximum is on the board.",
    cite=SHORT_SKY_ORDERS,
    by=raised,
    claims=(OfBoats.ABOVE_THE_TOP,),
    rulings=("WW-AMB-052",),
)
boats.upheld(
    "WW-LB-03",
    says="Longboat speed is on a track, which goes down only when a longboat moves: what is left is kept.",
    cite=SHORT_MOVING,
    by=begin_turn,
    claims=(OfBoats.NOT_KEPT,),
)
boats.rule(
    "WW-LB-06",
    on=(Start, Row),
    says="Ships come into the Trading Post and out of it; longboats are not mentioned.",
    cite=SHORT_TRADING_POST,
)(not_into_port)
boats.rule(
    "WW-LB-09",
    on=(Row, LiftBoat, GiveOrder),
    says="The second longboat waits for a crew member who brings it; the text shows this for the Coxswain.",
    cite=SHORT_PORT_ORDERS,
    narrows=("WW-ORD-07", "WW-INV-05", "WW-PICK-06"),
    rulings=("WW-AMB-063",),
    claims=(OfBoats.NOT_BROUGHT,),
)(crew_for_the_second)

towing = Chapter("Towing")
towing.rule(
    "WW-TOW-02",
    on=Row,
    given="tow",
    says="Where a longboat moves, the Grey that it tows moves along.",
    cite=SHORT_MOVING,
    rulings=("WW-AMB-040", "WW-AMB-041"),
    claims=(OfBoats.TOW_LEFT,),
)(tow_goes_along)
towing.rule(
    "WW-TOW-03",
    on=Row,
    says="A longboat with a Grey in tow does not move into a space with another Grey.",
    cite=SHORT_MOVING,
    rulings=("WW-AMB-040", "WW-AMB-041"),
)(beside_no_other_grey)
towing.rule(
    "WW-TOW-05",
    on=Row,
    given="tow",
    says="The longboat that has beaten another controls the defeated Grey on that space, and tows it.",
    cite=SHORT_AFTER_BATTLE,
    claims=(OfBoats.TOW_GONE,),
)(won_with_the_battle)

CHAPTERS = (moving, terrain, boats, towing)
