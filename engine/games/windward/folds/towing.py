"""Longboats tow Greys: they take them along, let go of them, and lose them to others."""

from __future__ import annotations

from typing import Any

from engine.games.windward.content import PORT
from engine.games.windward.events import Row
from engine.games.windward.folds.losing import put_down, take_up
from engine.games.windward.reckoning import boats_at_sky, is_ship, lying, owner, planet
from engine.games.windward.reckoning.boats import goes_along
from engine.games.windward.state import BOATS, BROUGHT, CAUGHT, GREY, WON, Battle, Player, Table
from engine.kernel.unknown import UNKNOWN, is_known


def towed_along(table: Table, event: Row) -> bool:
    """Move what a longboat takes along, and return whether that is certainly a Grey."""
    player, gone = table.players[event.by], goes_along(table, event)
    back, to = player.boats[event.boat], event.to
    player.tows[event.boat] = ""
    if not is_known(gone) or not is_known(back) or not is_known(to):
        player.tows[event.boat] = UNKNOWN
        perhaps_towed(table, back, to)
        return False
    there = lying(table, back, gone) if gone else 0
    # No Crester can be in port.
    if to == PORT or (is_known(there) and there <= 0):
        return False
    take_up(table, back, gone, 1)
    put_down(table, to, gone, 1)
    player.tows[event.boat] = BROUGHT if gone == GREY else ""
    return bool(gone == GREY)


def perhaps_towed(table: Table, back: Any, to: Any) -> None:  # noqa: ANN401 - places, or UNKNOWN
    """A Grey may have gone along with a longboat from one place to another."""
    left = [back] if is_known(back) else _greys_near(table, to)
    left = [space for space in left if not is_known(there := lying(table, space, GREY)) or there]
    if not left and not (table.items_untold and not is_known(back)):
        return
    for space in (*left, to):
        if is_known(space) and space != PORT:
            table.items.setdefault(space, {})[GREY] = UNKNOWN
    table.items_untold = table.items_untold or not is_known(to)


def _greys_near(table: Table, to: Any) -> list[str]:  # noqa: ANN401 - a place, or UNKNOWN
    """List the spaces with Greys from which a longboat in an unknown place may have come."""
    laid, there = planet(table), [space for space, here in table.items.items() if GREY in here]
    if laid is None or not is_known(to) or to not in laid.places:
        return there
    return [space for space in there if space in laid.near[to].values()]


def one_of_them_rowed(table: Table, player: Player, to: Any) -> None:  # noqa: ANN401 - as above
    """One of a player's longboats has moved, but not known which: the places of all are unknown, and of their Greys."""
    for _, back in boats_at_sky(player):
        perhaps_towed(table, back, to)
    player.boats, player.tows = dict.fromkeys(BOATS, UNKNOWN), dict.fromkeys(BOATS, UNKNOWN)


def catches(table: Table, battle: Battle) -> None:
    """A longboat tows the Grey that it has beaten, unless it came with another."""
    if owner(battle.attacker) and not is_ship(battle.attacker) and not battle.towing:
        seat, _, boat = battle.attacker.partition(".")
        table.players[seat].tows[boat] = CAUGHT


def changes_hands(table: Table, battle: Battle, winner: str) -> None:
    """A longboat that has beaten another tows the Grey on their space, unless it has one of its own."""
    if not owner(winner) or is_ship(winner):
        return
    there, (seat, _, boat) = lying(table, battle.space, GREY), winner.partition(".")
    tows = table.players[seat].tows
    if not is_known(there):
        tows[boat] = UNKNOWN
    elif there and is_known(tows[boat]) and not tows[boat]:
        tows[boat] = WON
