"""Rules about moving, terrain and picking up that differ in the classic edition."""

from __future__ import annotations

from engine.games.windward.events import GiveOrder, PickUp, Rest, Row, Sail
from engine.games.windward.reckoning.sailing import in_question
from engine.games.windward.rules.claims.sky import OfSky
from engine.games.windward.rules.turn.moving import from_zephyr_to_zephyr
from engine.games.windward.rules.turn.picking_up import room_for_the_gas
from engine.games.windward.rules.turn.terrain import drifting, no_boat_on_drift, pockets_stay_empty
from engine.games.windward.sources import SHORT_CARD, SHORT_SKY_ORDERS, SHORT_TERRAIN
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
    says="Drift is closed to ships, but for the card Deadweight, which says itself what it lets a ship do.",
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
    says="Each gas pocket has two gas at the beginning of the game; that more comes is said nowhere.",
    cite=SHORT_TERRAIN,
    narrows=("WW-PICK-06",),
    claims=(OfSky.POCKETS,),
)(pockets_stay_empty)

picking_up = Chapter("Picking up", reads=("tiles", "planet"))
picking_up.rule(
    "WW-PICK-05",
    on=PickUp,
    says="A ship that comes onto a gas pocket puts the gas into its storage; of slots it is said for processing only.",
    cite=(SHORT_TERRAIN, SHORT_SKY_ORDERS),
    reads=("boards",),
    rulings=("WW-AMB-046", "WW-AMB-146"),
    claims=(OfSky.GAS_TAKEN,),
)(room_for_the_gas)
CHAPTERS = (moving, terrain, picking_up)
