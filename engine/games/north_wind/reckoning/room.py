"""Room in the hold: which goods fit, and which players may make room by throwing goods overboard."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.north_wind.content import Tile
from engine.games.north_wind.content.pieces import HOLD, HOLD_OF_A_KIND
from engine.games.north_wind.reckoning import (
    MERCHANT_UNITS,
    UNITS,
    cargo,
    counted,
    helped,
    may_trade_by_letter,
    newest,
    open_tile,
    sails,
    used_up,
)
from engine.games.north_wind.state import Player, Table

# Under one reading goods go overboard only for a purchase that lacks room.
NEEDED = "when-buying-needs-room"


def room_for(player: Player, goods: Iterable[str]) -> bool:
    """Return whether goods fit into the hold: six in all, two of a kind."""
    more = counted(goods)
    return cargo(player) + sum(more.values()) <= HOLD and all(
        player.hold[one] + number <= HOLD_OF_A_KIND for one, number in more.items()
    )


def may_throw(table: Table, seat: str) -> bool:
    """Return whether a player may throw goods overboard.

    Either a reading allows it, or a possible purchase may lack room.
    """
    if table.terms.overboard != NEEDED:
        return table.terms.overboard == "any-time" or sails(table, seat)
    tile = open_tile(table) if may_buy(table, seat) else None
    if tile is None or tile.kind not in {"commercial", "merchant"}:
        return False
    player, most = table.players[seat], most_units(table, tile, seat)
    return cargo(player) + most > HOLD or any(
        player.hold[one] + min(most, UNITS) > HOLD_OF_A_KIND for one in tile.commodities
    )


def may_buy(table: Table, seat: str) -> bool:
    """Return whether a player may still use the tile revealed last, by an action or by letter."""
    turn, drawn = table.turn, newest(table)
    if turn is None or drawn is None:
        return False
    if not sails(table, seat):
        return may_trade_by_letter(table, seat)
    fresh = not drawn.uses or table.terms.tile_twice == "two-uses-allowed"
    return table.phase == "voyage" and fresh and not used_up(turn)


def most_units(table: Table, tile: Tile, seat: str) -> int:
    """How many units a player may buy at a tile at once."""
    if tile.kind == "merchant":
        return UNITS if helped(table, seat, "boatswain") else MERCHANT_UNITS
    return UNITS * len(tile.commodities) if table.terms.mixed_kinds == "two-of-each-kind" else UNITS
