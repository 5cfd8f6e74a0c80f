"""The use of a tile: conditions that rules about actions, harbors, merchants and letters check first."""

from __future__ import annotations

from engine.games.north_wind import events as e
from engine.games.north_wind.content import Tile
from engine.games.north_wind.reckoning import may_trade_by_letter, newest, open_tile, used_up
from engine.games.north_wind.state import Table, Turn
from engine.kernel.events import Event
from engine.kernel.rules import Breach
from engine.kernel.unknown import UNKNOWN, is_known

Trade = e.Buy | e.Sell | e.Exchange
AT_SEA = frozenset({"voyage", "home"})
# Readings that change a player's gold or goods, and those that change the number of letters.
OF_CARGO = ("NW-AMB-08", "NW-AMB-32", "NW-AMB-33")
OF_LETTERS = ("NW-AMB-10", "NW-AMB-12", "NW-AMB-28", "NW-AMB-35")


def in_words(goods: tuple[str, ...]) -> str:
    """Name goods in a row: 2 salt and wine."""
    named = [str(one) for one in goods]
    spelled = [f"{named.count(one)} {one}" if named.count(one) > 1 else one for one in dict.fromkeys(named)]
    return " and ".join(filter(None, (", ".join(spelled[:-1]), *spelled[-1:])))


def joins_in(table: Table, seat: str) -> bool:
    """Return whether a seat is certainly not the one that sails."""
    turn = table.turn
    return turn is not None and is_known(turn.seat) and bool(turn.seat != seat)


def place(table: Table, event: Trade | e.Equip) -> Tile | None:
    """Return the tile that is used; None if its number, its moment or the seat is wrong, which other rules report."""
    turn = table.turn
    if turn is None or not turn.row or table.phase not in AT_SEA:
        return None
    if is_known(event.index) and event.index and event.index != len(turn.row):
        return None
    if not is_known(turn.seat) or turn.seat == event.by:
        return open_tile(table)
    if not may_trade_by_letter(table, event.by):
        return None
    tile = open_tile(table)
    return tile if tile is not None and tile.trade else None


def again(table: Table, turn: Turn, seat: str) -> bool:
    """Return whether the player who sails uses a tile twice with an action left, which no reading in force allows."""
    drawn = newest(table)
    if drawn is None or joins_in(table, seat) or table.phase not in AT_SEA:
        return False
    return table.terms.tile_twice == "one-use-per-tile" and drawn.uses > 0 and not used_up(turn)


def pays(table: Table, seat: str) -> bool:
    """Return whether a seat pays with its own gold and goods; under one reading the letter replaces both."""
    return table.terms.joiner_pays == "yes" or not joins_in(table, seat)


def unwritten_use(table: Table, seat: str) -> Event | None:
    """Return an opponent's missing use for a returned letter, as far as the tile determines it."""
    drawn = newest(table)
    tile = table.content.tile(drawn.tile) if drawn is not None and is_known(drawn.tile) else None
    if tile is None or not is_known(tile.kind):
        return None
    return e.Equip(seat, UNKNOWN) if tile.kind == "equipment" else e.Buy(seat, (UNKNOWN,))


def cannot_pay(table: Table, seat: str, price: int, *bought: str) -> Breach | None:
    """Report a player who has less gold than something costs."""
    gold = table.players[seat].gold
    if not pays(table, seat) or gold >= price:
        return None
    says = f"{seat} buys {in_words(bought)} for {price} gold and has {gold}."
    instead = f"A purchase for {gold} gold at most." if gold else "No purchase."
    return Breach(says, {"gold": gold, "price": price}, instead)


def lacks(table: Table, seat: str, goods: tuple[str, ...]) -> Breach | None:
    """Report a player who sells more than is aboard."""
    hold = table.players[seat].hold
    for one in dict.fromkeys(goods) if pays(table, seat) else ():
        number = goods.count(one)
        if number > hold[one]:
            says = f"{seat} sells {number} {one} and has {hold[one] or 'none'} aboard."
            bought = e.Buy(seat, (one,) * (number - hold[one]))
            return Breach(says, {"sold": number, "aboard": hold[one]}, _to_sell(hold), bought)
    return None


def _to_sell(hold: dict[str, int]) -> str:
    aboard = [goods for goods, number in hold.items() if is_known(number) and number]
    return f"Aboard: {in_words(tuple(aboard))}." if aboard else "Nothing is aboard to be sold."


def not_the_price(event: Trade, tile: Tile, number: int) -> Breach | None:
    """Report a stated price that is not the tile's."""
    if len(event.prices) not in {1, number}:
        says = f"The log names {len(event.prices)} prices for {number} units."
        return Breach(says, {"prices": len(event.prices), "units": number}, "One price for all, or one for each.")
    wrong = next((price for price in event.prices if price != tile.price), None)
    if wrong is None:
        return None
    says = f"{event.by} trades for {wrong} gold a unit at {tile.id}."
    return Breach(says, {"stated": wrong, "price": tile.price}, f"{tile.price} gold a unit.")


def unfinished(table: Table, _event: object) -> bool:
    """Return whether goods were thrown overboard, or letters returned, for an act that has not come yet."""
    turn = table.turn
    return turn is not None and bool(turn.thrown or (turn.row and turn.row[-1].joiners))
