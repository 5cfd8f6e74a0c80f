"""Merchants, and the advantages of a Boatswain."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.north_wind import events as e
from engine.games.north_wind.content import Tile
from engine.games.north_wind.content.pieces import MERCHANT_PRICES
from engine.games.north_wind.reckoning import MERCHANT_UNITS, UNITS, bookkeeping, helped, next_tile, prices_of, units
from engine.games.north_wind.rules.uses import (
    OF_CARGO,
    Trade,
    cannot_pay,
    lacks,
    not_the_price,
    pays,
    place,
)
from engine.games.north_wind.rules.wrong import Wrong
from engine.games.north_wind.sources import COMMERCIAL, CREW, MERCHANT
from engine.games.north_wind.state import GAINED, SPENT, Table
from engine.kernel.events import Event
from engine.kernel.rules import Breach, Chapter, Look
from engine.kernel.unknown import is_known

chapter = Chapter("Merchants", reads=("tiles",))
TRADES = (e.Buy, e.Sell, e.Exchange)


def merchant(table: Table, event: Trade) -> Tile | None:
    """Return the Merchant with whom a trade takes place, if it is one."""
    tile = place(table, event)
    return tile if tile is not None and tile.kind == "merchant" else None


def _there(table: Table, event: Trade) -> bool:
    return merchant(table, event) is not None


WITH_A_MERCHANT: Mapping[type[Event], Look] = dict.fromkeys(TRADES, _there)


@chapter.rule(
    "NW-MERCH-01",
    hangs_on=(SPENT,),
    on=TRADES,
    says="With a Merchant a player buys or sells one commodity, of any kind.",
    cite=MERCHANT,
    where=WITH_A_MERCHANT,
    narrows=("NW-MERCH-04", "NW-HOLD-01", "NW-HOLD-02"),
    rulings=("NW-AMB-08",),
    reads=(),
)
def one_unit(table: Table, event: Trade) -> Breach | None:
    number = units(event)
    if number <= MERCHANT_UNITS or merchant(table, event) is None or helped(table, event.by, "boatswain"):
        return None
    says = f"{event.by} trades {number} units with a Merchant, and no Boatswain helps."
    hired = e.Equip(event.by, "crew", "boatswain")
    return Breach(says, {"units": number, "most": MERCHANT_UNITS}, "One unit bought or sold.", hired)


@chapter.rule(
    "NW-MERCH-02",
    on=TRADES,
    says="A Merchant's price is 2 or 3 gold, as the tile shows.",
    cite=MERCHANT,
    given="prices",
    rulings=("NW-AMB-33", "NW-AMB-34"),
    claims=(Wrong.MERCHANT_PRICE,),
)
def two_or_three(table: Table, event: Trade) -> Breach | None:
    tile = merchant(table, event)
    if tile is None:
        return None
    strange = next((price for price in event.prices if price not in MERCHANT_PRICES), None)
    if strange is not None:
        says = f"{event.by} trades with a Merchant for {strange} gold a unit."
        return Breach(says, {"stated": strange}, "2 or 3 gold, as the tile shows.")
    return not_the_price(event, tile, units(event)) if table.terms.merchant_price == "tile-price-for-all" else None


@chapter.rule(
    "NW-MERCH-03",
    hangs_on=(SPENT,),
    on=TRADES,
    says="A Boatswain lets a player buy up to 2 units from a Merchant, or sell up to 2, or sell 1 and buy 1 of "
    "another kind.",
    cite=CREW,
    narrows=("NW-MERCH-04", "NW-HOLD-01", "NW-HOLD-02"),
    rulings=("NW-AMB-24", "NW-AMB-25"),
)
def with_a_boatswain(table: Table, event: Trade) -> Breach | None:
    if isinstance(event, e.Exchange):
        return _exchange(table, event)
    number = len(event.goods)
    if number <= UNITS or merchant(table, event) is None or not helped(table, event.by, "boatswain"):
        return None
    says = f"{event.by} trades {number} units with a Merchant."
    return Breach(says, {"units": number, "most": UNITS}, f"{UNITS} units at most.")


def _exchange(table: Table, event: e.Exchange) -> Breach | None:
    tile = place(table, event)
    if tile is None or tile.kind == "commercial":
        return None
    if tile.kind != "merchant":
        says = f"{event.by} exchanges goods at {tile.id}."
        return Breach(says, {"tile": tile.id}, "An exchange with a Merchant.", next_tile(table))
    if not helped(table, event.by, "boatswain"):
        return None
    if event.sold == event.bought and table.terms.same_exchange == "forbidden":
        says = f"{event.by} sells {event.sold} and buys {event.bought}."
        return Breach(says, {"goods": event.sold}, "Two different commodities.")
    ruled = table.terms.exchange_order.removesuffix("-first")
    if event.first in {"", ruled} or ruled == "either-order":
        return None
    verb = "sells" if ruled == "sell" else "buys"
    return Breach(f"{event.by} {event.first}s first.", {"first": event.first}, f"{event.by} {verb} first.")


@chapter.rule(
    "NW-MERCH-04",
    hangs_on=(SPENT, GAINED),
    on=TRADES,
    says="Whoever trades with a Merchant needs the gold and the goods, as at a Commercial Harbor.",
    cite=(MERCHANT, COMMERCIAL),
    where=WITH_A_MERCHANT,
    rulings=(*OF_CARGO, "NW-AMB-24"),
)
def gold_and_goods(table: Table, event: Trade) -> Breach | None:
    if merchant(table, event) is None:
        return None
    if isinstance(event, e.Exchange):
        return _both_halves(table, event) if pays(table, event.by) else None
    if isinstance(event, e.Sell):
        return lacks(table, event.by, event.goods)
    return cannot_pay(table, event.by, sum(prices_of(table, event)), *event.goods)


def _both_halves(table: Table, event: e.Exchange) -> Breach | None:
    """Check the exchange in each order in which it may have been done."""
    player, (income, price) = table.players[event.by], prices_of(table, event)
    aboard = player.hold[event.sold]
    first = event.first or table.terms.exchange_order.removesuffix("-first")
    selling_first = first != "buy" and aboard >= 1 and player.gold + income + _extra(table, event) >= price
    if selling_first:
        return None
    buying_first = first != "sell" and aboard + (event.sold == event.bought) >= 1 and player.gold >= price
    if buying_first:
        return None
    if aboard + (first != "sell" and event.sold == event.bought) < 1:
        return lacks(table, event.by, (event.sold,))
    return cannot_pay(table, event.by, price, event.bought)


def _extra(table: Table, event: e.Exchange) -> int:
    stated: int = event.bookkeeper
    return bookkeeping(table, event.by, 1) if is_known(stated) and not stated else stated


chapter.permission(
    "NW-MERCH-05",
    says="With a Boatswain, two units bought or two units sold may be of different kinds.",
    cite=(MERCHANT, CREW),
)
