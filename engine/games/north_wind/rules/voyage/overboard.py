"""Throwing goods overboard: which goods, when, and for which purpose."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement

from engine.games.north_wind.content import Tile
from engine.games.north_wind.content.pieces import HOLD, HOLD_OF_A_KIND
from engine.games.north_wind.events import (
    Buy,
    EndVoyage,
    Exchange,
    Pass,
    RevealTile,
    Sell,
    ShuffleStack,
    ThrowOverboard,
)
from engine.games.north_wind.reckoning import (
    cargo,
    counted,
    open_tile,
    sails,
)
from engine.games.north_wind.reckoning.room import NEEDED, may_throw, most_units
from engine.games.north_wind.state import Player, Table, Turn
from engine.kernel.rules import Breach

Onward = RevealTile | EndVoyage | ShuffleStack
Instead = Sell | Pass


def bought_by(event: Buy | Exchange) -> tuple[str, ...]:
    """Return the commodities that a purchase brings aboard."""
    return (event.bought,) if isinstance(event, Exchange) else event.goods


def room_by_throwing(table: Table, event: ThrowOverboard | Buy | Exchange | Instead | Onward) -> Breach | None:
    """Return what is wrong with goods thrown overboard, or with the purchase that followed."""
    if isinstance(event, ThrowOverboard):
        return _wrongly_thrown(table, event)
    turn = table.turn
    if turn is None or not turn.thrown:
        return None
    if isinstance(event, Buy | Exchange):
        return _wrongly_bought(table, turn, event)
    mine = not isinstance(event, Sell | Pass) or event.by in turn.thrown
    return _for_nothing(table, turn) if mine else None


def _wrongly_thrown(table: Table, event: ThrowOverboard) -> Breach | None:
    seat, hold, goods = event.by, table.players[event.by].hold, " and ".join(map(str, event.goods))
    if event.gold:
        return Breach(f"{seat} takes {event.gold} gold for {goods} thrown overboard.", {"gold": event.gold}, "Nothing.")
    for one, number in counted(event.goods).items():
        if hold[one] < number:
            says = f"{seat} throws {number} {one} overboard and has {hold[one]} aboard."
            return Breach(says, {one: number})
    reading = table.terms.overboard
    if reading == "any-time" or (reading != NEEDED and sails(table, seat)):
        return None
    if reading != NEEDED:
        return Breach(f"{seat} throws {goods} overboard in another player's turn.", {}, "In the own turn.")
    if makes_room(table, event):
        return None
    says = f"{seat} throws {goods} overboard, and no purchase here needs that room."
    return Breach(says, {}, "No more than the current purchase needs.")


def buys_first(table: Table, event: Buy | Exchange) -> bool:
    """Return whether an exchange needs the room before the sale: the log says so, or a reading does."""
    if not isinstance(event, Exchange) or table.terms.exchange_order == "sell-first":
        return False
    return table.terms.exchange_order == "buy-first" or event.first == "buy"


def _wrongly_bought(table: Table, turn: Turn, event: Buy | Exchange) -> Breach | None:
    """Return what is wrong with the purchase: it did not need the room, or brings the same goods back."""
    if event.by not in turn.thrown:
        return None
    thrown, goods = turn.thrown[event.by], bought_by(event)
    if table.terms.topping_up == "forbidden" and (again := next((one for one in goods if one in thrown), "")):
        return Breach(f"{event.by} buys the {again} that has just been thrown overboard.", {"goods": again})
    sold = (event.sold,) if isinstance(event, Exchange) and not buys_first(table, event) else ()
    if table.terms.overboard != NEEDED or _all_needed(table.players[event.by], goods, sold, thrown):
        return None
    says = f"{event.by} has thrown {' and '.join(thrown)} overboard, and this purchase would have had room without."
    return Breach(says, {}, "No more than the purchase needs.")


def _for_nothing(table: Table, turn: Turn) -> Breach | None:
    if table.terms.overboard != NEEDED:
        return None
    seat = next(iter(turn.thrown))
    goods = " and ".join(map(str, turn.thrown[seat]))
    return Breach(f"{seat} has thrown {goods} overboard and bought nothing for it.", {}, "A purchase comes first.")


# Which purchase could have needed the room


def makes_room(table: Table, event: ThrowOverboard) -> bool:
    """Return whether a purchase is possible now that lacks exactly this room."""
    tile = open_tile(table) if may_throw(table, event.by) else None
    if tile is None:
        return False
    player = table.players[event.by]
    before = table.turn.thrown.get(event.by, []) if table.turn is not None else []
    wanted = (goods for goods in _purchases(table, tile, event.by) if _needs(player, goods, event, before))
    again = {*before, *event.goods} if table.terms.topping_up == "forbidden" else set[str]()
    return any(_can_pay(table, tile, player, goods) and again.isdisjoint(goods) for goods in wanted)


def _purchases(table: Table, tile: Tile, seat: str) -> Iterator[tuple[str, ...]]:
    """List every purchase that a tile allows, small ones first."""
    for number in range(1, most_units(table, tile, seat) + 1):
        yield from combinations_with_replacement(tile.commodities, number)


def _fits(player: Player, goods: Sequence[str], gone: Sequence[str], kept: str = "") -> bool:
    """Return whether a purchase fits once some goods are gone and another was kept after all."""
    if cargo(player) - len(gone) + bool(kept) + len(goods) > HOLD:
        return False
    return all(
        player.hold[one] - gone.count(one) + (one == kept) + number <= HOLD_OF_A_KIND
        for one, number in counted(goods).items()
    )


def _all_needed(player: Player, goods: Sequence[str], gone: Sequence[str], thrown: Iterable[str]) -> bool:
    """Return whether a purchase would lack room if any of the goods thrown overboard had been kept."""
    return not any(_fits(player, goods, gone, one) for one in thrown)


def _needs(player: Player, goods: Sequence[str], event: ThrowOverboard, before: Iterable[str]) -> bool:
    """Return whether a purchase fits once all of this is thrown overboard, and needs all of it and of `before`."""
    return _fits(player, goods, event.goods) and _all_needed(player, goods, event.goods, (*event.goods, *before))


def _can_pay(table: Table, tile: Tile, player: Player, goods: tuple[str, ...]) -> bool:
    if table.terms.joiner_pays == "no" and not sails(table, player.seat):
        return True
    return bool(player.gold >= tile.price * len(goods))
