"""The rules of the chapter “Processing a Crester”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.content import PORT
from engine.games.windward.events import GiveOrder
from engine.games.windward.folds.acting import processed
from engine.games.windward.reckoning import cargo_stock, gas_slots
from engine.games.windward.rules.claims.order import Wrong
from engine.games.windward.sources import (
    FULL_CREW,
    FULL_GREAT_WHITE,
    FULL_ORDERS,
    SHORT_SKY_ORDERS,
    SHORT_WHITE,
)
from engine.games.windward.state import TOOTH_OF, Table
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("Processing a Crester")


@chapter.rule(
    "WW-PROC-01",
    on=GiveOrder,
    says="Only a ship that has a defeated Crester in its hold can order it processed.",
    cite=(FULL_ORDERS, SHORT_SKY_ORDERS),
)
def crester_in_the_hold(table: Table, event: GiveOrder) -> Breach | None:
    player = table.players[event.by]
    if event.order != "process" or player.at == PORT or player.crester:
        return None
    return Breach(f"{event.by} has no Crester in the hold.")


chapter.upheld(
    "WW-PROC-02",
    says="One order processes one Crester.",
    cite=(FULL_ORDERS, SHORT_SKY_ORDERS),
    by=processed,
    claims=(Wrong.PROCESSED_TWICE,),
)


@chapter.rule(
    "WW-PROC-03",
    on=GiveOrder,
    says="The Crester that is processed goes back to the stock, and a tooth of its colour comes into the hold.",
    cite=(FULL_ORDERS, SHORT_SKY_ORDERS),
    claims=(Wrong.TOOTH_MISTAKEN,),
    rulings=("WW-AMB-066",),
)
def a_tooth_is_left(table: Table, event: GiveOrder) -> Breach | None:
    crester = table.players[event.by].crester
    if table.terms.teeth_out != "cannot-process" or event.order != "process" or not crester:
        return None
    left = cargo_stock(table, TOOTH_OF[crester])
    return None if left > 0 else Breach(f"No tooth of a {crester.capitalize()} is left in the stock.", {"left": left})


chapter.upheld(
    "WW-PROC-04",
    says="Processing brings as much gas as the ship has morale, and one more with a Gas Worker; the classic edition "
    "leaves what crew do to the tiles.",
    cite=(FULL_ORDERS, FULL_CREW, SHORT_SKY_ORDERS),
    by=processed,
    claims=(Wrong.GAS_PROCESSED,),
    rulings=("WW-AMB-063",),
)
chapter.upheld(
    "WW-PROC-05",
    says="Gas for which there is no free slot goes back to the stock.",
    cite=(FULL_ORDERS, SHORT_SKY_ORDERS),
    by=(processed, gas_slots),
    claims=(Wrong.GAS_ABOVE_SLOTS,),
    reads=("boards",),
)
chapter.record_only(
    "WW-PROC-06",
    says="The White Crester never comes into a hold, and yields neither tooth nor gas.",
    cite=(FULL_GREAT_WHITE, SHORT_WHITE),
    why="No line of a log can name a White Crester in a hold, so that no log can say that one was processed.",
)
