"""Equipment Harbors: sails, cannons and crew."""

from __future__ import annotations

from engine.games.north_wind import events as e
from engine.games.north_wind.content import Tile
from engine.games.north_wind.content.pieces import CANNONS, CREW
from engine.games.north_wind.reckoning import (
    crew_aboard,
    equipment_price,
    full_crew,
    highest_sail,
    next_tile,
    voyage_limit,
)
from engine.games.north_wind.rules.claims.trade import gone
from engine.games.north_wind.rules.plain_tile import NOT_PLAIN
from engine.games.north_wind.rules.uses import OF_CARGO, again, cannot_pay, place
from engine.games.north_wind.rules.wrong import Wrong
from engine.games.north_wind.sources import CREW as ADVANTAGES
from engine.games.north_wind.sources import EQUIPMENT, FURTHER, LETTERS, SHIP
from engine.games.north_wind.state import GAINED, Table
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, is_known

chapter = Chapter("Equipment Harbors")
NAMES = {"sail": "a sailing level", "cannon": "a cannon", "crew": "a crew member"}


def harbor(table: Table, event: e.Equip) -> Tile | None:
    """Return the Equipment Harbor where something is bought, if it is one."""
    tile = place(table, event)
    return tile if tile is not None and tile.kind == "equipment" else None


@chapter.rule(
    "NW-EQUIP-01",
    on=e.Equip,
    says="An Equipment Harbor, and no other tile, sells one sailing level, one cannon or one crew member.",
    cite=EQUIPMENT,
    narrows=("NW-ACTION-03",),
    rulings=("NW-AMB-39",),
    reads=("tiles",),
)
def one_purchase(table: Table, event: e.Equip) -> Breach | None:
    tile, turn = place(table, event), table.turn
    if tile is None or turn is None:
        return None
    if tile.kind != "equipment":
        says = f"{event.by} buys equipment at {tile.id}, which sells none."
        return Breach(says, {"tile": tile.id}, "Equipment at an Equipment Harbor.", next_tile(table))
    if not again(table, turn, event.by):
        return None
    says = f"{event.by} buys at {tile.id} a second time in this voyage."
    return Breach(says, {"tile": tile.id}, "One purchase at one Equipment Harbor.", next_tile(table))


def _price(table: Table, event: e.Equip) -> Breach | None:
    price = equipment_price(table, event.item)
    if event.price == price:
        return None
    says = f"{event.by} pays {event.price} gold for {NAMES[event.item]}."
    return Breach(says, {"stated": event.price, "price": price}, f"{price} gold.")


@chapter.rule(
    "NW-EQUIP-02",
    on=e.Equip,
    says="A sailing level costs 2 gold.",
    cite=EQUIPMENT,
    given="price",
    rulings=("NW-AMB-33", "NW-AMB-37"),
    claims=(Wrong.SAIL_PRICE,),
)
def price_of_a_sail(table: Table, event: e.Equip) -> Breach | None:
    return _price(table, event) if event.item == "sail" and harbor(table, event) is not None else None


@chapter.rule(
    "NW-EQUIP-03",
    on=e.Equip,
    says="A cannon and a crew member cost what the tile shows.",
    cite=EQUIPMENT,
    given="price",
    rulings=("NW-AMB-33",),
    reads=("tiles",),
    claims=(Wrong.EQUIPMENT_PRICE,),
)
def price_of_the_rest(table: Table, event: e.Equip) -> Breach | None:
    return _price(table, event) if event.item != "sail" and harbor(table, event) is not None else None


@chapter.rule(
    "NW-EQUIP-04",
    on=e.Equip,
    says="A sailing level moves the sail up one notch, as far as the mast has notches.",
    cite=EQUIPMENT,
    rulings=("NW-AMB-13",),
    reads=("ship",),
    claims=(Wrong.SAIL_TOO_HIGH,),
)
def a_notch_above(table: Table, event: e.Equip) -> Breach | None:
    if event.item != "sail" or harbor(table, event) is None:
        return None
    level, highest = table.players[event.by].sail, highest_sail(table)
    if highest is None or level < highest:
        return None
    says = f"{event.by} buys a sailing level with the sail in the highest notch, {highest}."
    return Breach(says, {"level": level, "highest": highest}, "A cannon or a crew member.")


@chapter.rule(
    "NW-EQUIP-05",
    on=e.Equip,
    says="A cannon goes into a free cannon slot; there are four.",
    cite=(EQUIPMENT, SHIP),
    claims=(Wrong.CANNONS_TOO_MANY,),
)
def a_free_slot(table: Table, event: e.Equip) -> Breach | None:
    if event.item != "cannon" or harbor(table, event) is None or table.players[event.by].cannons < CANNONS:
        return None
    says = f"{event.by} buys a cannon with {CANNONS} mounted."
    return Breach(says, {"cannons": CANNONS}, "A sailing level or a crew member.")


@chapter.rule(
    "NW-EQUIP-06",
    on=e.Equip,
    says="A crew member comes from the player's own supply of four into a free slot of the cabin or the crow's nest.",
    cite=(EQUIPMENT, FURTHER),
    claims=(Wrong.CREW_TOO_MANY,),
)
def crew_from_the_supply(table: Table, event: e.Equip) -> Breach | None:
    if event.item != "crew" or harbor(table, event) is None:
        return None
    player = table.players[event.by]
    if full_crew(player):
        says = f"{event.by} hires a crew member with {crew_aboard(player)} aboard and none left to hire."
        return Breach(says, {"crew": CREW}, "A sailing level or a cannon.")
    if not event.role and player.crew:
        # The slot is not known, and one of them may have been taken.
        raise Undetermined
    return None


@chapter.rule(
    "NW-EQUIP-07",
    hangs_on=(GAINED,),
    on=e.Equip,
    says="Whoever buys equipment needs the gold for it.",
    cite=EQUIPMENT,
    rulings=(*OF_CARGO, "NW-AMB-37"),
    reads=("tiles",),
)
def gold_for_it(table: Table, event: e.Equip) -> Breach | None:
    if harbor(table, event) is None:
        return None
    price = event.price if not is_known(event.price) or event.price else equipment_price(table, event.item)
    return cannot_pay(table, event.by, price, NAMES[event.item])


chapter.upheld(
    "NW-EQUIP-08",
    says="Equipment is never sold back or removed.",
    cite=(EQUIPMENT, ADVANTAGES),
    by=gone,
    claims=(Wrong.EQUIPMENT_GONE,),
)


@chapter.rule(
    "NW-EQUIP-09",
    on=e.RevealTile,
    where=NOT_PLAIN,
    says="A purchase works at once, and on the buyer's own ship only.",
    cite=(EQUIPMENT, LETTERS),
    narrows=("NW-VOYAGE-04", "NW-VOYAGE-05", "NW-VOYAGE-12"),
    claims=(Wrong.NOT_YET_FITTED,),
)
def not_on_another_ship(table: Table, event: e.RevealTile) -> Breach | None:
    turn = table.turn
    if turn is None or not turn.sails_by_letter or table.phase != "voyage":
        return None
    number, limit = len(turn.row) + 1, voyage_limit(table, turn)
    if not limit < number <= limit + turn.sails_by_letter:
        return None
    says = f"{event.tile} is tile {number} of a voyage for {limit}; the new sailing level is on a joiner's ship."
    return Breach(says, {"tile": number, "range": limit}, "The voyage ends.")
