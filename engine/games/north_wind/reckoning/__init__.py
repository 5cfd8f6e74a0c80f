"""Formulas that rules, folds and offers share: turn and tile, crew, prices, and letters due."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.games.north_wind import events as e
from engine.games.north_wind.content import Tile
from engine.games.north_wind.content.pieces import (
    BRIG,
    CAPTAINS,
    COPIES_OF_A_COMMODITY,
    CREW,
    GOLD,
    LETTERS_HELD,
)
from engine.games.north_wind.state import ACTIONS, Drawn, Player, Table, Turn
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

SAIL_PRICE = 2
WRECK_GOLD = 2
# The income of a poor player with a Treasurer aboard.
RELIEF = 2
MERCHANT_UNITS = 1
UNITS = 2


# The turn and the tile


def clockwise_after(table: Table, seat: str) -> tuple[str, ...]:
    """Return the other seats in clockwise order after one."""
    at = table.seats.index(seat)
    return (*table.seats[at + 1 :], *table.seats[:at])


def sails(table: Table, seat: str) -> bool:
    """Return whether it is this player's turn."""
    return table.turn is not None and bool(table.turn.seat == seat)


def mine(turn: Turn, seat: str) -> bool:
    """Return whether a turn is certainly this player's."""
    return is_known(turn.seat) and bool(turn.seat == seat)


def newest(table: Table) -> Drawn | None:
    """Return the tile revealed last in this voyage."""
    return table.turn.row[-1] if table.turn is not None and table.turn.row else None


def named(drawn: Drawn) -> str:
    """Name a tile of the row, even if it is unknown."""
    return drawn.tile if is_known(drawn.tile) else "the tile that lies open"


def open_tile(table: Table) -> Tile | None:
    """Return the tile revealed last; None if none has been. Raises `Undetermined` if it is unknown."""
    turn = table.turn
    if turn is None or not turn.row:
        return None
    tile = turn.row[-1].tile
    if not is_known(tile):
        raise Undetermined
    return table.content.tile(tile)


def voyage_limit(table: Table, turn: Turn) -> Any:  # noqa: ANN401 - a number, or UNKNOWN
    """Return how many tiles the ship may reveal: its sailing level, but never more than a stack has."""
    if not is_known(turn.seat):
        return UNKNOWN
    level, size = table.players[turn.seat].sail, table.content.stack_size
    if not is_known(level) or not is_known(size):
        return level
    return min(level, size)


def at_range_end(table: Table, turn: Turn) -> bool:
    """Return whether the ship has revealed as many tiles as it may."""
    return bool(len(turn.row) >= voyage_limit(table, turn))


def next_tile(table: Table) -> e.RevealTile | None:
    """Return the tile that must have been revealed if an act does not fit the open one, and if the range allows it."""
    turn = table.turn
    if turn is None or table.phase != "voyage":
        return None
    limit = voyage_limit(table, turn)
    return None if is_known(limit) and len(turn.row) >= limit else e.RevealTile(UNKNOWN)


def used_up(turn: Turn) -> bool:
    """Return whether both actions of the voyage have been performed."""
    return turn.actions >= ACTIONS


def may_come(table: Table, turn: Turn, tile: str) -> bool:
    """Return whether a tile can be the next of this voyage, given the known tiles of the three stacks."""
    stack, piece = table.stacks[turn.stack], table.content.tile(tile)
    if piece.harbor and piece.harbor != turn.stack:
        return False
    drawn = drawn_already(table, turn, tile) + 1
    if drawn > piece.copies:
        return False
    here = max(stack.holds.get(tile, 0), drawn)
    others = sum(number for name, number in stack.holds.items() if name != tile)
    elsewhere = sum(other.holds.get(tile, 0) for other in table.stacks.values() if other is not stack)
    return bool(others + here <= table.content.stack_size and elsewhere + here <= piece.copies)


def drawn_already(table: Table, turn: Turn, tile: str) -> int:
    """Count the copies of a tile in the row, and those known to be further down in the stack."""
    below = table.stacks[turn.stack].order[1:]
    return sum(is_known(one) and one == tile for one in (*(drawn.tile for drawn in turn.row), *below))


# Crew


def has_crew(player: Player, role: str) -> bool:
    """Return whether a crew member of this role is aboard."""
    if any(is_known(one) and one == role for one in player.crew):
        return True
    if player.crew_untold or any(not is_known(one) for one in player.crew):
        raise Undetermined
    return False


def helped(table: Table, seat: str, role: str) -> bool:
    """Return whether a role helps with a trade of this player; under one reading it does not in another's turn."""
    if table.terms.joiner_crew == "no" and not sails(table, seat):
        return False
    return has_crew(table.players[seat], role)


def crew_aboard(player: Player) -> Any:  # noqa: ANN401 - a number, or UNKNOWN
    """Return the number of crew members."""
    return UNKNOWN if player.crew_untold else len(player.crew)


def full_crew(player: Player) -> bool:
    """Return whether four crew members are aboard."""
    if len(player.crew) >= CREW:
        return True
    if player.crew_untold:
        raise Undetermined
    return False


# Cargo and prices


def cargo(player: Player) -> Any:  # noqa: ANN401 - as above
    """Return the number of commodities aboard."""
    return sum(player.hold.values())


def counted(goods: Iterable[Any]) -> dict[str, int]:
    """Count goods by kind; raises `Undetermined` if one of them is unknown."""
    count: dict[str, int] = {}
    for one in goods:
        if not is_known(one):
            raise Undetermined
        count[one] = count.get(one, 0) + 1
    return count


def in_supply(table: Table, commodity: str) -> Any:  # noqa: ANN401 - as above
    """Return how many of a commodity are aboard no ship."""
    return COPIES_OF_A_COMMODITY - sum(player.hold[commodity] for player in table.players.values())


def captains_left(table: Table) -> Any:  # noqa: ANN401 - as above
    """Return how many captains are in no brig."""
    return CAPTAINS - sum(player.brig for player in table.players.values())


def bank(table: Table) -> Any:  # noqa: ANN401 - as above
    """Return how much of the gold in the box no player has."""
    return GOLD - sum(player.gold for player in table.players.values())


def units(event: e.Buy | e.Sell | e.Exchange) -> int:
    """Return how many units a trade moves."""
    return 2 if isinstance(event, e.Exchange) else len(event.goods)


def prices_of(table: Table, event: e.Buy | e.Sell | e.Exchange) -> list[Any]:
    """Return the price of each unit: as stated (one price for all, or one each), else that of the tile."""
    number = units(event)
    if event.prices:
        one = list(event.prices)
        return one * number if len(one) == 1 else (one + [one[-1]] * number)[:number]
    drawn = newest(table)
    if drawn is None or not is_known(drawn.tile):
        return [UNKNOWN] * number
    return [table.content.tile(drawn.tile).price] * number


def equipment_price(table: Table, item: str) -> Any:  # noqa: ANN401 - as above
    """Return the price of an item at the open tile.

    A sail level costs 2 gold, unless a reading leaves it to the tile.
    """
    if item == "sail" and table.terms.sail_price == "always-2":
        return SAIL_PRICE
    drawn = newest(table)
    if drawn is None or not is_known(drawn.tile):
        return UNKNOWN
    return table.content.tile(drawn.tile).cost(item)


def wreck_gold(tile: Tile) -> int:
    """Return the gold of a shipwreck: that of the pack, else the 2 gold of the rulebook."""
    return tile.gold if is_known(tile.gold) and tile.gold else WRECK_GOLD


def highest_sail(table: Table) -> Any:  # noqa: ANN401 - as above
    """Return the highest sailing level; None: there is no limit."""
    return None if table.terms.highest_sail == "unlimited" else table.content.ship.sail_max


def bookkeeping(table: Table, seat: str, sold: int) -> Any:  # noqa: ANN401 - as above
    """Return the Bookkeeper's gold for a sale of so many units."""
    try:
        return 1 if sold and helped(table, seat, "bookkeeper") else 0
    except Undetermined:
        return UNKNOWN


# Letters


def may_trade_by_letter(table: Table, seat: str) -> bool:
    """Return whether an opponent has returned a letter and not used the tile yet."""
    turn = table.turn
    if turn is None or not turn.row or sails(table, seat):
        return False
    return has_joined(turn.row[-1], seat)


def waiting(drawn: Drawn) -> list[str]:
    """List the players who have returned more letters for a tile than they have used it."""
    return [seat for seat in dict.fromkeys(drawn.joiners) if has_joined(drawn, seat)]


def has_joined(drawn: Drawn, seat: str) -> bool:
    """Return whether a seat has returned more letters for a tile than it has used it."""
    return drawn.joiners.count(seat) > drawn.users.count(seat)


def letter_due(table: Table, turn: Turn) -> bool:
    """Return whether the player who sails must receive a letter after the voyage."""
    if not is_known(turn.seat) or turn.received:
        return False
    if table.terms.letter_after_defeat == "no" and (turn.reason == "defeat" or turn.battle == "lost"):
        return False
    uses = turn.letter_uses if table.terms.actions_counted == "all-uses" else 0
    return turn.actions + uses < ACTIONS and bool(table.players[turn.seat].letters < LETTERS_HELD)


# Numbers that stay within their bounds


def lowered(value: Any, by: Any) -> Any:  # noqa: ANN401 - numbers, or UNKNOWN
    """Subtract, but not below zero."""
    rest = value - by
    return max(0, rest) if is_known(rest) else UNKNOWN


def free_brig(player: Player) -> bool:
    """Return whether the brig has a free slot."""
    return bool(player.brig < BRIG)
