"""Longboats and their tows: where each is, what it takes along, and which Greys a ship must leave to it."""

from __future__ import annotations

from typing import Any

from engine.games.windward.content import PORT
from engine.games.windward.events import Row
from engine.games.windward.reckoning import boats_on, lying, owner
from engine.games.windward.state import ABOARD, ASIDE, BROUGHT, CAUGHT, GREY, WON, Player, Table
from engine.kernel.facts import NOTHING
from engine.kernel.unknown import UNKNOWN, Undetermined, has_no_unknown, is_known

# Ways to gain a Grey after which a longboat tows it under every reading.
FOR_CERTAIN = (BROUGHT, CAUGHT, WON)


def place_of(player: Player, boat: str) -> str:
    """Return where a longboat is; "" if it does not exist."""
    return player.boats.get(boat, "")


def named(piece: str) -> str:
    """Spell a longboat, such as `green.1`, in words."""
    return piece.replace(".", "'s longboat ")


def greys_beside(table: Table, player: Player, boat: str) -> Any:  # noqa: ANN401 - a number, or UNKNOWN
    """Return how many defeated Greys are on the space of a longboat."""
    place = place_of(player, boat)
    if not is_known(place):
        return UNKNOWN
    return 0 if place in {"", ABOARD, ASIDE, PORT} else lying(table, place, GREY)


def may_be_left(table: Table, player: Player, boat: str) -> bool:
    """Return whether a longboat may leave the Grey on its space: under a reading, one that it has only come to."""
    if table.terms.towing != "optional":
        return False
    if not is_known(how := player.tows.get(boat, "")):
        raise Undetermined
    return how not in FOR_CERTAIN


def goes_along(table: Table, event: Row) -> Any:  # noqa: ANN401 - a thing, "" for nothing, or UNKNOWN
    """Return what goes along with a longboat: as stated, else the Grey on its space; under a reading unknown."""
    if not is_known(event.tow) or not is_known(event.boat):
        return UNKNOWN
    if event.tow:
        return "" if event.tow == NOTHING else event.tow
    player = table.players[event.by]
    beside = greys_beside(table, player, event.boat)
    if not is_known(beside) or not beside:
        return "" if is_known(beside) else UNKNOWN
    try:
        return UNKNOWN if may_be_left(table, player, event.boat) else GREY
    except Undetermined:
        return UNKNOWN


def tower(table: Table, seat: str, space: str) -> str:
    """Return the longboat that keeps a ship from the Greys of a space; "" if one is there that none tows."""
    there = lying(table, space, GREY)
    others = [piece for piece in boats_on(table, space) if owner(piece) != seat]
    if not there or there > len(others):
        untold = any(not has_no_unknown(one.boats.values()) for one in table.players.values() if one.seat != seat)
        if there and untold and there == len(others) + 1:
            raise Undetermined
        return ""
    whose, _, boat = others[0].partition(".")
    if may_be_left(table, table.players[whose], boat):
        # Under that reading its player may have left it, and the log does not say so.
        raise Undetermined
    return others[0]
