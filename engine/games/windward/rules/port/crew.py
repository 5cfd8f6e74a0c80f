"""The rules of the chapter “Crew”, in the order of the rulebook."""

from __future__ import annotations

from typing import Any

from engine.games.windward.content.pieces import CREW
from engine.games.windward.events import Buy, GiveOrder
from engine.games.windward.folds.acting import hired, processed
from engine.games.windward.folds.turns import begin_turn
from engine.games.windward.reckoning import cannon_slots, crew_left, gas_slots, hand_limit, slot_taken
from engine.games.windward.reckoning.battle import base_strength, total
from engine.games.windward.rules.claims.order import Wrong
from engine.games.windward.rules.positions.declared import hired_twice, more_tiles_than_there_are, on_one_slot
from engine.games.windward.sources import (
    FULL_CREW,
    FULL_ORDERS,
    FULL_SHIP_LOST,
    SHORT_COMPONENTS,
    SHORT_DEFEATED_SHIP,
    SHORT_PORT_ORDERS,
)
from engine.games.windward.state import Table
from engine.kernel.events import Start
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import is_known

chapter = Chapter("Crew")


def hiree(event: GiveOrder | Buy) -> Any:  # noqa: ANN401 - a name, "" for none, or UNKNOWN
    """Return the crew member hired by an order or a purchase."""
    if isinstance(event, Buy):
        return event.crew if event.service == "crew" else ""
    return event.what if event.order == "crew" else ""


@chapter.rule(
    "WW-CREW-01",
    on=(Start, GiveOrder, Buy),
    says="A crew member goes onto a free crew slot that names it; a slot names two crew and holds one tile; the "
    "classic edition speaks of spaces in the column of each kind.",
    cite=(FULL_ORDERS, SHORT_PORT_ORDERS),
    rulings=("WW-AMB-061",),
)
def a_slot_is_free(table: Table, event: Start | GiveOrder | Buy) -> Breach | None:
    if isinstance(event, Start):
        return on_one_slot(table)
    name, player = hiree(event), table.players[event.by]
    if not name:
        return None
    if name not in CREW:
        return Breach(f"{name} is no crew member.", {"crew": name}, f"{', '.join(CREW)}.")
    taken = slot_taken(table, player, name)
    return Breach(f"{event.by} has {taken} where {name} would go.", {"crew": name, "there": taken}) if taken else None


@chapter.rule(
    "WW-CREW-02",
    on=(Start, GiveOrder, Buy),
    says="A player has each crew member once at most; in the full edition this follows from the slots.",
    cite=(SHORT_PORT_ORDERS, FULL_ORDERS),
    narrows=("WW-CREW-01",),
)
def hired_once(table: Table, event: Start | GiveOrder | Buy) -> Breach | None:
    if isinstance(event, Start):
        return hired_twice(table)
    name = hiree(event)
    if not name or name not in [one for one in table.players[event.by].crew if is_known(one)]:
        return None
    return Breach(f"{event.by} has hired {name} before.", {"crew": name})


chapter.record_only(
    "WW-CREW-03",
    says="Crew tiles have two faces, and whoever hires chooses which of them lies up.",
    cite=SHORT_PORT_ORDERS,
    why="A log names the crew member who was hired, and not the tile with both its faces.",
    rulings=("WW-AMB-061",),
)
chapter.upheld(
    "WW-CREW-04",
    says="Crew who have been hired stay to the end of the game, also when the ship is lost.",
    cite=(FULL_ORDERS, SHORT_PORT_ORDERS, FULL_SHIP_LOST, SHORT_DEFEATED_SHIP),
    by=hired,
    claims=(Wrong.CREW_GONE,),
)


@chapter.rule(
    "WW-CREW-05",
    on=(Start, GiveOrder, Buy),
    says="Only a crew member whose tile is still at the Trading Post can be hired; the classic edition counts 15 "
    "tiles.",
    cite=(FULL_ORDERS, SHORT_COMPONENTS, SHORT_PORT_ORDERS),
    reads=("crew_tiles",),
    rulings=("WW-AMB-061",),
)
def a_tile_is_left(table: Table, event: Start | GiveOrder | Buy) -> Breach | None:
    if isinstance(event, Start):
        return more_tiles_than_there_are(table)
    name = hiree(event)
    if not name or name not in CREW or crew_left(table, name) > 0:
        return None
    return Breach(f"No tile of {name} is left at the Trading Post.", {"crew": name})


chapter.upheld(
    "WW-CREW-06",
    says="What a crew member brings counts from the hiring on, for the rest of the game.",
    cite=(FULL_CREW, SHORT_PORT_ORDERS),
    by=processed,
    claims=(Wrong.NOT_HIRED,),
)
chapter.upheld(
    "WW-CREW-07",
    says="A Purser adds 2 gas slots, and 1 card to the hand limit.",
    cite=FULL_CREW,
    by=(gas_slots, hand_limit),
    claims=(Wrong.PURSER,),
    rulings=("WW-AMB-063", "WW-AMB-064"),
)
chapter.upheld(
    "WW-CREW-08",
    says="A Gas Worker adds 2 gas slots, and 1 gas whenever a Crester is processed.",
    cite=FULL_CREW,
    by=(gas_slots, processed),
    claims=(Wrong.GAS_WORKER,),
    rulings=("WW-AMB-063",),
)
chapter.upheld(
    "WW-CREW-09",
    says="A Marine adds 2 cannon slots, and 2 hits in battle with a Red Crester and with nobody else.",
    cite=(FULL_CREW, SHORT_PORT_ORDERS),
    by=(cannon_slots, total),
    claims=(Wrong.MARINE,),
    rulings=("WW-AMB-063", "WW-AMB-088"),
)
chapter.upheld(
    "WW-CREW-10",
    says="A Sergeant adds 2 cannon slots, and 1 strength where the own ship attacks and nowhere else.",
    cite=FULL_CREW,
    by=(cannon_slots, base_strength),
    claims=(Wrong.SERGEANT,),
    rulings=("WW-AMB-063",),
)
chapter.upheld(
    "WW-CREW-11",
    says="A Harpooner adds 1 strength to the own longboats in battle, attacked or attacking, and to the ship none.",
    cite=FULL_CREW,
    by=base_strength,
    claims=(Wrong.HARPOONER,),
    rulings=("WW-AMB-063",),
)
chapter.upheld(
    "WW-CREW-12",
    says="A Coxswain brings 1 longboat speed at the start of each own turn, and so none in the turn of the hiring.",
    cite=FULL_CREW,
    by=begin_turn,
    claims=(Wrong.COXSWAIN,),
    rulings=("WW-AMB-062", "WW-AMB-063"),
)
chapter.upheld(
    "WW-CREW-13",
    says="With a Harpooner or a Coxswain the second longboat comes aboard; the classic edition shows it of the "
    "Coxswain.",
    cite=(FULL_CREW, SHORT_PORT_ORDERS),
    by=hired,
    claims=(Wrong.SECOND_BOAT,),
    rulings=("WW-AMB-063",),
)
