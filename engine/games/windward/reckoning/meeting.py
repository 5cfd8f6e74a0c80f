"""Enemies on a space: ships and Reds on the higher layer, longboats and Greys on the lower."""

from __future__ import annotations

from engine.games.windward.content import PORT
from engine.games.windward.cresters import Fought
from engine.games.windward.reckoning import boats_on, ships_on
from engine.games.windward.state import GREY, RED, WHITE, Battle, Table, Turn
from engine.kernel.unknown import is_known


def met_by_ship(table: Table, seat: str, space: str) -> str:
    """Return what a ship must fight on a space: a living Red or White, or another ship; "" for nothing."""
    if space == PORT:
        return ""
    others = [one for one in ships_on(table, space) if one != seat]
    if is_known(table.white) and table.white == space and space not in table.reds:
        return WHITE
    # In a cooperative game ships do not fight each other.
    return RED if space in table.reds else others[0] if others and not table.terms.allied else ""


def met_by_boat(table: Table, seat: str, space: str) -> str:
    """Return what a longboat must fight on a space: a living Grey, or another player's longboat; "" for nothing."""
    if space == PORT:
        return ""
    rivals = [boat for boat in boats_on(table, space) if boat.partition(".")[0] != seat]
    return GREY if space in table.greys else rivals[0] if rivals and not table.terms.allied else ""


def mate_on(table: Table, seat: str, space: str, *, by_boat: bool) -> str:
    """Return the mate with a piece of the same layer on a space in a cooperative game; "" for none."""
    if space == PORT or not table.terms.allied:
        return ""
    if by_boat:
        boats = [boat for boat in boats_on(table, space) if boat.partition(".")[0] != seat]
        return boats[0].replace(".", "'s longboat ") if boats else ""
    ships = [one for one in ships_on(table, space) if one != seat]
    return f"{ships[0]}'s ship" if ships else ""


def of_another_layer(table: Table, space: str, *, by_boat: bool) -> str:
    """Return the piece on the other layer of a space, which is not fought; "" for none."""
    if by_boat:
        ships = ships_on(table, space)
        return "a Red Crester" if space in table.reds else f"{ships[0]}'s ship" if ships else ""
    boats = boats_on(table, space)
    return "a Grey Crester" if space in table.greys else boats[0].replace(".", "'s longboat ") if boats else ""


def lies_there(table: Table, space: str) -> str:
    """Return a thing on a space, which is not fought; "" for nothing that is known."""
    there = (item for item, number in table.items.get(space, {}).items() if is_known(number) and number)
    return next((f"a defeated {item.capitalize()}" if item in {RED, GREY} else item for item in there), "")


def fought(battle: Battle) -> Fought:
    """Record a battle, to recognize it if it is fought again."""
    return Fought(battle.attacker, battle.defender, battle.space)


def barred(table: Table, turn: Turn, piece: str, enemy: str, space: str) -> bool:
    """Return whether a piece must not attack an enemy on a space this turn, because it is the same battle again."""
    return any(_same(table.terms.same_battle, one, Fought(piece, enemy, space)) for one in turn.barred)


def _same(scope: str, one: Fought, other: Fought) -> bool:
    """Return whether two battles are the same: of the same pieces, of the same players, or on the same space."""
    if scope == "same-space":
        return one.space == other.space
    if scope == "player-pair":
        return _party(one.attacker) == _party(other.attacker) and _named(one, whole=False) == _named(other, whole=False)
    return one.attacker == other.attacker and _named(one, whole=True) == _named(other, whole=True)


def _party(piece: str) -> str:
    return piece.partition(".")[0]


def _named(one: Fought, *, whole: bool) -> str:
    """Return the key of an enemy: a Crester with its space, and a longboat or, if that suffices, its player."""
    if one.defender in {RED, GREY, WHITE}:
        return f"{one.defender} {one.space}"
    return one.defender if whole else _party(one.defender)
