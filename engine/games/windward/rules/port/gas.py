"""The rules of the chapter “Gas and purchases”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.content import PORT
from engine.games.windward.events import Buy, TakeCard
from engine.games.windward.folds.acting import bought
from engine.games.windward.reckoning import gas_stock, mine
from engine.games.windward.reckoning.printed import price_of
from engine.games.windward.rules.claims.order import Wrong
from engine.games.windward.rules.port import crew
from engine.games.windward.rules.port.orders import changes_nothing, no_slot_left
from engine.games.windward.rules.positions.declared import more_cannons_than_slots, more_gas_than_slots
from engine.games.windward.sources import (
    FULL_CREW,
    FULL_EPIC_TURN,
    FULL_GLOBAL_SETUP,
    FULL_ORDERS,
    FULL_POCKETS,
    FULL_SPEND_GAS,
    FULL_TRADING_POST,
    SHORT_COMPONENTS,
    SHORT_NOTORIETY,
    SHORT_PORT_ORDERS,
    SHORT_SKY_ORDERS,
    SHORT_SPEND_GAS,
)
from engine.games.windward.state import SUPPLIED_BY_GAS, Table
from engine.kernel.events import Start
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("Gas and purchases")


@chapter.rule(
    "WW-GAS-01",
    on=Buy,
    says="Gas buys something only in the own turn, and in port.",
    cite=(FULL_SPEND_GAS, FULL_TRADING_POST, SHORT_SPEND_GAS),
)
def bought_in_port(table: Table, event: Buy) -> Breach | None:
    at = table.players[event.by].at
    return None if at == PORT else Breach(f"{event.by} is on {at}, and buys {event.service}.", {"at": at})


chapter.upheld(
    "WW-GAS-02",
    says="A cannon, rum (1 morale) and 3 supply cards cost 1 gas each, a crew member and 1 notoriety 2 gas each; the "
    "classic edition leaves prices to the Trading Post Board.",
    cite=(FULL_SPEND_GAS, SHORT_SPEND_GAS),
    by=(bought, price_of),
    claims=(Wrong.PRICE_MISTAKEN,),
    rulings=("WW-AMB-058",),
)


@chapter.rule(
    "WW-GAS-03",
    on=Buy,
    says="What is bought is paid into the stock, and nobody pays more gas than there is aboard.",
    cite=(FULL_SPEND_GAS, SHORT_SPEND_GAS),
    rulings=("WW-AMB-058", "WW-AMB-065"),
)
def enough_gas(table: Table, event: Buy) -> Breach | None:
    price, gas = price_of(table, event.service), table.players[event.by].gas
    if gas >= price:
        return None
    return Breach(f"{event.service} costs {price} gas, and {event.by} has {gas}.", {"price": price, "gas": gas})


chapter.permission(
    "WW-GAS-04",
    says="A player buys as often as the gas lasts, also the same thing again, and without a mate.",
    cite=(FULL_SPEND_GAS, SHORT_SPEND_GAS),
    rulings=("WW-AMB-057",),
)


@chapter.rule(
    "WW-GAS-05",
    on=Buy,
    says="A cannon that is bought needs an empty cannon slot, like one that is ordered.",
    cite=(FULL_SPEND_GAS, FULL_ORDERS),
    reads=("boards",),
)
def room_for_the_cannon(table: Table, event: Buy) -> Breach | None:
    return no_slot_left(table, event.by) if event.service == "cannon" else None


def hires(_: Table, event: Buy) -> bool:
    """Return whether a purchase hires."""
    return event.service == "crew"


chapter.repeats(
    "WW-GAS-06",
    on=Buy,
    says="A crew member who is bought needs a tile and a free slot that it fits, like one who is ordered.",
    cite=(FULL_SPEND_GAS, FULL_ORDERS),
    where=hires,
    chapters=(crew.chapter,),
    rulings=("WW-AMB-061",),
)


@chapter.rule(
    "WW-GAS-07",
    on=Buy,
    says="Rum brings 1 morale, and never more than 4 in all.",
    cite=(FULL_SPEND_GAS, FULL_ORDERS),
    claims=(Wrong.RUM_MISTAKEN,),
    rulings=("WW-AMB-052", "WW-AMB-053", "WW-AMB-056"),
)
def rum_cheers(table: Table, event: Buy) -> Breach | None:
    if table.terms.no_effect != "illegal" or event.service != "rum":
        return None
    player = table.players[event.by]
    idle = changes_nothing(table, player, "morale")
    return Breach(f"Rum cannot raise a morale of {player.morale}.", {"morale": player.morale}) if idle else None


chapter.upheld(
    "WW-GAS-08",
    says="2 gas buy 1 notoriety.",
    cite=(FULL_SPEND_GAS, FULL_EPIC_TURN, SHORT_NOTORIETY),
    by=bought,
    claims=(Wrong.NOTORIETY_BOUGHT,),
)


@chapter.rule(
    "WW-GAS-09",
    on=(Buy, TakeCard),
    says="1 gas brings up to 3 supply cards, taken like those of the order and no more than the hand holds.",
    cite=(FULL_SPEND_GAS, FULL_ORDERS),
    claims=(Wrong.SUPPLIES_BOUGHT,),
    rulings=("WW-AMB-053", "WW-AMB-055"),
)
def cards_for_gas(table: Table, event: Buy | TakeCard) -> Breach | None:
    player = table.players[event.by]
    if isinstance(event, Buy):
        asked = table.terms.no_effect == "illegal" and event.service == "supplies"
        full = asked and changes_nothing(table, player, "supplies")
        return Breach(f"{event.by} has no room for another card.") if full else None
    turn = mine(table, event.by)
    if turn is None or turn.supplied != SUPPLIED_BY_GAS or turn.takes > 0:
        return None
    return Breach(f"{event.by} has taken all the cards that the gas bought.", {"card": str(event.card)})


@chapter.rule(
    "WW-GAS-10",
    on=Start,
    says="A ship never has more gas than gas slots: those of its board, and two more with a Purser or a Gas Worker.",
    cite=(FULL_POCKETS, FULL_ORDERS, FULL_CREW, SHORT_SKY_ORDERS),
    claims=(Wrong.GAS_OVERFULL,),
    reads=("boards",),
    rulings=("WW-AMB-063", "WW-AMB-146"),
)
def no_more_gas_than_slots(table: Table, _: Start) -> Breach | None:
    return None if table.terms.pocket_slots == "processing-only" else more_gas_than_slots(table)


@chapter.rule(
    "WW-GAS-11",
    on=Start,
    says="A ship never has more cannons than cannon slots: those of its board, and two more with a Marine or a "
    "Sergeant.",
    cite=(FULL_ORDERS, FULL_CREW, SHORT_PORT_ORDERS),
    claims=(Wrong.CANNONS_OVERFULL,),
    reads=("boards",),
)
def no_more_cannons_than_slots(table: Table, _: Start) -> Breach | None:
    return more_cannons_than_slots(table)


chapter.upheld(
    "WW-GAS-12",
    says="Gas and cannons are tokens of one stock, but each stays what its slot makes it until an order or a purchase "
    "turns it over.",
    cite=(FULL_GLOBAL_SETUP, FULL_SPEND_GAS, FULL_ORDERS, SHORT_COMPONENTS, SHORT_PORT_ORDERS),
    by=gas_stock,
    claims=("stock.gas",),
)
