"""Obstacles to launching a longboat on a space."""

from __future__ import annotations

from engine.games.windward.reckoning import boats_on, lying, other_ship
from engine.games.windward.state import GREY, ITEMS, RED, Player, Table
from engine.kernel.unknown import Undetermined, has_no_unknown


def in_the_way(table: Table, player: Player) -> str:
    """Return what is on a ship's space and keeps its longboats aboard; "" for nothing."""
    here = player.at
    own = [boat for boat in boats_on(table, here) if boat.partition(".")[0] == player.seat]
    if own or table.terms.drop_on_enemy == "starts-battle":
        return _named(own[0]) if own else ""
    if boats := boats_on(table, here):
        return _named(boats[0])
    if here in table.greys:
        return "a Grey Crester"
    scope = table.terms.drop_space
    if scope != "lower-pieces" and here in table.reds:
        return "a Red Crester"
    if scope != "lower-pieces" and (ship := other_ship(table, here, player.seat)):
        return f"{ship}'s ship"
    things = {"pieces-only": (RED, GREY), "lower-pieces": (GREY,), "everything": ITEMS}[scope]
    if found := next((thing for thing in things if lying(table, here, thing) > 0), ""):
        return f"a defeated {found.capitalize()} Crester" if found in {RED, GREY} else found
    if table.greys_untold or any(_boats_untold(one) for one in table.players.values()):
        raise Undetermined
    return ""


def _named(boat: str) -> str:
    return boat.replace(".", "'s longboat ")


def _boats_untold(player: Player) -> bool:
    """Return whether the place of any longboat of this player is unknown."""
    return not has_no_unknown(player.boats.values())
