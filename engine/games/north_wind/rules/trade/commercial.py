"""Commercial Harbors: the goods bought or sold there, and their prices."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.north_wind import events as e
from engine.games.north_wind.content import Tile
from engine.games.north_wind.reckoning import UNITS, counted, has_crew, named, newest, next_tile, prices_of
from engine.games.north_wind.rules.uses import (
    OF_CARGO,
    Trade,
    again,
    cannot_pay,
    in_words,
    lacks,
    not_the_price,
    place,
)
from engine.games.north_wind.rules.wrong import Wrong
from engine.games.north_wind.sources import COMMERCIAL, CREW
from engine.games.north_wind.state import GAINED, SPENT, Table
from engine.kernel.events import Event
from engine.kernel.rules import Breach, Chapter, Look
from engine.kernel.unknown import Undetermined, is_known

# The tile determines goods, price and kind.
chapter = Chapter("Commercial Harbors", reads=("tiles",))


def harbor(table: Table, event: Trade) -> Tile | None:
    """Return the Commercial Harbor where a trade takes place, if it is one."""
    tile = place(table, event)
    return tile if tile is not None and tile.kind == "commercial" else None


def _there(table: Table, event: Trade) -> bool:
    return harbor(table, event) is not None


AT_A_HARBOR: Mapping[type[Event], Look] = {e.Buy: _there, e.Sell: _there, e.Exchange: _there}


def _mixes(event: e.Exchange) -> str:
    return f"{event.by} sells {event.sold} and buys {event.bought} at one Commercial Harbor."


@chapter.rule(
    "NW-COMM-01",
    on=(e.Buy, e.Sell, e.Exchange),
    says="At a Commercial Harbor a player either buys or sells.",
    cite=COMMERCIAL,
    where=AT_A_HARBOR,
    narrows=("NW-ACTION-03",),
    rulings=("NW-AMB-39",),
)
def either_or(table: Table, event: Trade) -> Breach | None:
    if harbor(table, event) is None:
        return None
    if isinstance(event, e.Exchange):
        return Breach(_mixes(event), {"sold": event.sold, "bought": event.bought}, "Buying or selling.")
    turn, drawn = table.turn, newest(table)
    other, before = ("sell", "sold") if isinstance(event, e.Buy) else ("buy", "bought")
    if turn is None or drawn is None or drawn.dealt != other or not again(table, turn, event.by):
        return None
    verb = "buys" if isinstance(event, e.Buy) else "sells"
    says = f"{event.by} {verb} at {named(drawn)}, and has {before} there in this voyage."
    return Breach(says, {"tile": drawn.tile}, "Buying or selling, not both.", next_tile(table))


@chapter.rule(
    "NW-COMM-02",
    on=(e.Buy, e.Sell),
    says="A Commercial Harbor trades 2 units at most.",
    cite=COMMERCIAL,
    where=AT_A_HARBOR,
    narrows=("NW-COMM-05", "NW-COMM-06", "NW-HOLD-01", "NW-HOLD-02"),
    rulings=("NW-AMB-36",),
)
def two_units(table: Table, event: e.Buy | e.Sell) -> Breach | None:
    number = len(event.goods)
    if number <= UNITS or harbor(table, event) is None:
        return None
    if table.terms.mixed_kinds == "two-of-each-kind":
        number = max(counted(event.goods).values())
        if number <= UNITS:
            return None
    verb = "buys" if isinstance(event, e.Buy) else "sells"
    says = f"{event.by} {verb} {number} units at one Commercial Harbor."
    return Breach(says, {"units": number, "most": UNITS}, f"{UNITS} units at most.")


@chapter.rule(
    "NW-COMM-03",
    on=(e.Buy, e.Sell),
    says="Only the commodities that a tile shows are traded there.",
    cite=COMMERCIAL,
    narrows=("NW-COMM-02", "NW-ACTION-03"),
    rulings=("NW-AMB-36",),
)
def as_shown(table: Table, event: e.Buy | e.Sell) -> Breach | None:
    tile = place(table, event)
    if tile is None or not event.goods:
        return None
    shown = tile.commodities
    strange = next((goods for goods in event.goods if goods not in shown), "")
    if strange:
        says = f"{event.by} trades {strange} at {tile.id}, which shows {in_words(shown) or 'no commodities'}."
        instead = (
            f"{in_words(shown).capitalize()}, as the tile shows."
            if shown
            else "Trade at a Commercial Harbor or with a Merchant."
        )
        return Breach(says, {"goods": strange, "tile": tile.id}, instead, next_tile(table))
    if table.terms.mixed_kinds != "one-kind-per-use" or len(set(event.goods)) == 1 or tile.kind != "commercial":
        return None
    says = f"{event.by} trades {in_words(event.goods)} in one use of {tile.id}."
    return Breach(says, {"tile": tile.id}, "One kind only.")


@chapter.rule(
    "NW-COMM-04",
    on=(e.Buy, e.Sell),
    says="Each unit costs and brings the price that the tile shows.",
    cite=COMMERCIAL,
    given="prices",
    rulings=("NW-AMB-33",),
    claims=(Wrong.HARBOR_PRICE,),
)
def as_priced(table: Table, event: e.Buy | e.Sell) -> Breach | None:
    tile = harbor(table, event)
    return None if tile is None else not_the_price(event, tile, len(event.goods))


@chapter.rule(
    "NW-COMM-05",
    hangs_on=(GAINED,),
    on=e.Buy,
    says="Whoever buys needs the gold for it.",
    cite=COMMERCIAL,
    where=AT_A_HARBOR,
    rulings=OF_CARGO,
)
def gold_to_buy(table: Table, event: e.Buy) -> Breach | None:
    if harbor(table, event) is None:
        return None
    return cannot_pay(table, event.by, sum(prices_of(table, event)), *event.goods)


@chapter.rule(
    "NW-COMM-06",
    hangs_on=(SPENT,),
    on=e.Sell,
    says="Whoever sells needs the commodities aboard.",
    cite=COMMERCIAL,
    where=AT_A_HARBOR,
    rulings=("NW-AMB-33",),
)
def goods_to_sell(table: Table, event: e.Sell) -> Breach | None:
    return None if harbor(table, event) is None else lacks(table, event.by, event.goods)


@chapter.rule(
    "NW-COMM-07",
    on=(e.Buy, e.Sell),
    says="Goods come from and go to the supply, and gold the bank; nobody trades with another player.",
    cite=COMMERCIAL,
    given="partner",
    reads=(),
    claims=(Wrong.OTHERS_TRADE,),
)
def with_the_supply(table: Table, event: e.Buy | e.Sell) -> Breach | None:
    if place(table, event) is None or not is_known(event.partner):
        return None
    verb, way = ("buy", "from") if isinstance(event, e.Buy) else ("sell", "to")
    says = f"{event.by} {verb}s {in_words(event.goods)} {way} {event.partner}."
    return Breach(says, {"partner": event.partner}, f"{verb.capitalize()}ing {way} the supply.")


@chapter.rule(
    "NW-COMM-08",
    on=e.Exchange,
    says="A Boatswain changes nothing at a Commercial Harbor.",
    cite=(CREW, COMMERCIAL),
    where=AT_A_HARBOR,
    narrows=("NW-COMM-01",),
)
def no_boatswain_here(table: Table, event: e.Exchange) -> Breach | None:
    if harbor(table, event) is None:
        return None
    try:
        if not has_crew(table.players[event.by], "boatswain"):
            return None
    except Undetermined:
        # With or without a Boatswain, buying and selling at one harbor has already been reported.
        return None
    facts: dict[str, int | str] = {"sold": event.sold, "bought": event.bought}
    return Breach(f"{_mixes(event)[:-1]}, and a Boatswain helps with a Merchant only.", facts, "Buying or selling.")
