"""Rules about cargo and supply cards that differ in the classic rulebook."""

from __future__ import annotations

from engine.games.windward.events import DropCargo, PickUp, PlayCard
from engine.games.windward.rules.claims.sky import OfSky
from engine.games.windward.rules.port.card_effects import bait_goes_there
from engine.games.windward.rules.turn.dropping import dropped_at_sky
from engine.games.windward.rules.turn.picking_up import room_for_the_gas
from engine.games.windward.sources import SHORT_CARD, SHORT_DEFEATED_SHIP, SHORT_SKY_ORDERS, SHORT_TERRAIN
from engine.games.windward.state import Table
from engine.kernel.rules import Breach, Chapter

picking_up = Chapter("Picking up", reads=("tiles", "planet"))
picking_up.rule(
    "WW-PICK-05",
    on=PickUp,
    says="A ship that comes onto a gas pocket puts the gas into its storage; slots are mentioned for processing only.",
    cite=(SHORT_TERRAIN, SHORT_SKY_ORDERS),
    reads=("boards",),
    rulings=("WW-AMB-046", "WW-AMB-146"),
    claims=(OfSky.GAS_TAKEN,),
)(room_for_the_gas)

dropping = Chapter("Dropping cargo")


@dropping.rule(
    "WW-DROP-01",
    on=DropCargo,
    says="Cargo comes onto the planet where a ship is lost; no sentence lets a player drop it by choice.",
    cite=SHORT_DEFEATED_SHIP,
    rulings=("WW-AMB-043", "WW-AMB-044"),
)
def dropped_by_choice(table: Table, event: DropCargo) -> Breach | None:
    if table.terms.voluntary_drops == "not-allowed":
        return Breach(f"{event.by} drops {event.item} by choice.", {"item": str(event.item)})
    return dropped_at_sky(table, event)


cards = Chapter("Supply cards")
cards.rule(
    "WW-CARD-11",
    on=PlayCard,
    says="Bait brings a Grey from the stock to a feeding ground where neither a Grey nor a longboat is.",
    cite=SHORT_CARD,
    reads=("tiles", "planet"),
)(bait_goes_there)

CHAPTERS = (picking_up, dropping, cards)
