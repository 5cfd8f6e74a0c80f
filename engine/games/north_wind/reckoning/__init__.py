"""Formulas that rules, folds and offers share: whose turn and which tile, crew, prices, and letters due."""

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
# What the poor receive who have a Treasurer aboard.
RELIEF = 2
MERCHANT_UNITS = 1
UNITS = 2


# Whose turn, and which tile


def clockwise_after(table: Table, seat: str) -> tuple[str, ...]:
    """The other seats in the order in which they follow one."""
    at = table.seats.index(seat)
    return (*table.seats[at + 1 :], *table.seats[:at])


def sails(table: Table, seat: str) -> bool:
    """Say whether it is this player's turn."""
    return table.turn is not None and bool(table.turn.seat == seat)


def mine(turn: Turn, seat: str) -> bool:
    """Say whether a turn is certainly this player's."""
    return is_known(turn.seat) and bool(turn.seat == seat)


def newest(table: Table) -> Drawn | None:
    """The tile revealed last in this voyage."""
    return table.turn.row[-1] if table.turn is not None and table.turn.row else None


def named(drawn: Drawn) -> str:
    """Name a tile of the row, also one of which nobody wrote down which it was."""
    return drawn.tile if is_known(drawn.tile) else "the tile that lies open"


def open_tile(table: Table) -> Tile | None:
    """What the tile revealed last is; None where none has been. Raises `Undetermined` if nobody wrote it down."""
    turn = table.turn
    if turn is None or not turn.row:
        return None
    tile = turn.row[-1].tile
    if not is_known(tile):
        raise Undetermined
    return table.content.tile(tile)


def voyage_limit(table: Table, turn: Turn) -> Any:  # noqa: ANN401 - a number, or UNKNOWN
    """How many tiles the ship of this voyage may reveal: its sailing level, and never more than a stack has."""
    if not is_known(turn.seat):
        return UNKNOWN
    level, size = table.players[turn.seat].sail, table.content.stack_size
    if not is_known(level) or not is_known(size):
        return level
    return min(level, size)


def at_range_end(table: Table, turn: Turn) -> bool:
    """Say whether the ship has revealed as many tiles as it may."""
    return bool(len(turn.row) >= voyage_limit(table, turn))


def next_tile(table: Table) -> e.RevealTile | None:
    """The tile that must have been turned up where what is done does not fit the one that lies open, if it may be."""
    turn = table.turn
    if turn is None or table.phase != "voyage":
        return None
    limit = voyage_limit(table, turn)
    return None if is_known(limit) and len(turn.row) >= limit else e.RevealTile(UNKNOWN)


def used_up(turn: Turn) -> bool:
    """Say whether both actions of the voyage have been performed."""
    return turn.actions >= ACTIONS


def may_come(table: Table, turn: Turn, tile: str) -> bool:
    """Say whether a tile can be the next of this voyage, by what the three stacks are known to hold."""
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
    """How many of a tile lie in the row, or are known to lie further down in the stack."""
    below = table.stacks[turn.stack].order[1:]
    return sum(is_known(one) and one == tile for one in (*(drawn.tile for drawn in turn.row), *below))


# Crew


def has_crew(player: Player, role: str) -> bool:
    """Say whether a crew member of this role is aboard."""
    if any(is_known(one) and one == role for one in player.crew):
        return True
    if player.crew_untold or any(not is_known(one) for one in player.crew):
        raise Undetermined
    return False


def helped(table: Table, seat: str, role: str) -> bool:
    """Say whether a role helps with a trade of this player; by one reading it does not in a turn of another."""
    if table.terms.joiner_crew == "no" and not sails(table, seat):
        return False
    return has_crew(table.players[seat], role)


def crew_aboard(player: Player) -> Any:  # noqa: ANN401 - a number, or UNKNOWN
    """How many crew members are aboard."""
    return UNKNOWN if player.crew_untold else len(player.crew)


def full_crew(player: Player) -> bool:
    """Say whether four crew members are aboard."""
    if len(player.crew) >= CREW:
        return True
    if player.crew_untold:
        raise Undetermined
    return False


# Cargo and prices


def cargo(player: Player) -> Any:  # noqa: ANN401 - as above
    """How many commodities are aboard."""
    return sum(player.hold.values())


def counted(goods: Iterable[Any]) -> dict[str, int]:
    """Count goods by kind; raises `Undetermined` if one of them was not written down."""
    count: dict[str, int] = {}
    for one in goods:
        if not is_known(one):
            raise Undetermined
        count[one] = count.get(one, 0) + 1
    return count


def in_supply(table: Table, commodity: str) -> Any:  # noqa: ANN401 - as above
    """How many of a commodity nobody has aboard."""
    return COPIES_OF_A_COMMODITY - sum(player.hold[commodity] for player in table.players.values())


def captains_left(table: Table) -> Any:  # noqa: ANN401 - as above
    """How many captains are in nobody's brig."""
    return CAPTAINS - sum(player.brig for player in table.players.values())


def bank(table: Table) -> Any:  # noqa: ANN401 - as above
    """How much of the gold in the box no player has."""
    return GOLD - sum(player.gold for player in table.players.values())


def units(event: e.Buy | e.Sell | e.Exchange) -> int:
    """How many units a trade moves."""
    return 2 if isinstance(event, e.Exchange) else len(event.goods)


def prices_of(table: Table, event: e.Buy | e.Sell | e.Exchange) -> list[Any]:
    """The price of each unit: as stated (one price for all, or one each), else as the tile has it."""
    number = units(event)
    if event.prices:
        one = list(event.prices)
        return one * number if len(one) == 1 else (one + [one[-1]] * number)[:number]
    drawn = newest(table)
    if drawn is None or not is_known(drawn.tile):
        return [UNKNOWN] * number
    return [table.content.tile(drawn.tile).price] * number


def equipment_price(table: Table, item: str) -> Any:  # noqa: ANN401 - as above
    """What an item costs at the tile revealed last: a sail level 2 gold, unless a reading leaves it to the tile."""
    if item == "sail" and table.terms.sail_price == "always-2":
        return SAIL_PRICE
    drawn = newest(table)
    if drawn is None or not is_known(drawn.tile):
        return UNKNOWN
    return table.content.tile(drawn.tile).cost(item)


def wreck_gold(tile: Tile) -> int:
    """What a shipwreck brings: as the pack has it, else the 2 gold of the rulebook."""
    return tile.gold if is_known(tile.gold) and tile.gold else WRECK_GOLD


def highest_sail(table: Table) -> Any:  # noqa: ANN401 - as above
    """The highest sailing level there is; None: as high as anybody likes."""
    return None if table.terms.highest_sail == "unlimited" else table.content.ship.sail_max


def bookkeeping(table: Table, seat: str, sold: int) -> Any:  # noqa: ANN401 - as above
    """The Bookkeeper's gold for a sale of so many units."""
    try:
        return 1 if sold and helped(table, seat, "bookkeeper") else 0
    except Undetermined:
        return UNKNOWN


# Letters


def may_trade_by_letter(table: Table, seat: str) -> bool:
    """Say whether an opponent has returned a letter and not used the tile yet."""
    turn = table.turn
    if turn is None or not turn.row or sails(table, seat):
        return False
    return has_joined(turn.row[-1], seat)


def waiting(drawn: Drawn) -> list[str]:
    """Who has returned more letters for a tile than they have used it."""
    return [seat for seat in dict.fromkeys(drawn.joiners) if has_joined(drawn, seat)]


def has_joined(drawn: Drawn, seat: str) -> bool:
    """Say whether a seat has returned more letters for a tile than it has used it."""
    return drawn.joiners.count(seat) > drawn.users.count(seat)


def letter_due(table: Table, turn: Turn) -> bool:
    """Say whether the player who sails is to receive a letter after the voyage."""
    if not is_known(turn.seat) or turn.received:
        return False
    if table.terms.letter_after_defeat == "no" and (turn.reason == "defeat" or turn.battle == "lost"):
        return False
    uses = turn.letter_uses if table.terms.actions_counted == "all-uses" else 0
    return turn.actions + uses < ACTIONS and bool(table.players[turn.seat].letters < LETTERS_HELD)


# Numbers that cannot go below nothing, or past what there is


def lowered(value: Any, by: Any) -> Any:  # noqa: ANN401 - numbers, or UNKNOWN
    """Take away, and no more than there is."""
    rest = value - by
    return max(0, rest) if is_known(rest) else UNKNOWN


def free_brig(player: Player) -> bool:
    """Say whether the brig has a free slot."""
    return bool(player.brig < BRIG)
