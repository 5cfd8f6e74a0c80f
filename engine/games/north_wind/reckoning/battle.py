"""Battles: hits, whether a pirate can be beaten, and whether it has won at once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.games.north_wind.reckoning import has_crew
from engine.games.north_wind.state import PIRATE_PRICE, Player, Table, Turn
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

DOUBLE = 2


def hits_per_cannon(table: Table, player: Player) -> int:
    """Return the most hits of a cannon, for deciding whether a battle can be won."""
    double = table.terms.cannoneer_reach == "yes-two-per-cannon" and has_crew(player, "cannoneer")
    return DOUBLE if double else 1


def can_win(table: Table, player: Player, strength: int) -> bool:
    """Return whether the cannons suffice to reach a pirate's strength."""
    if player.cannons >= strength:
        return True
    return bool(player.cannons * hits_per_cannon(table, player) >= strength)


def lost_at_once(table: Table, player: Player, strength: int) -> bool:
    """Return whether a pirate can be neither paid nor beaten."""
    return bool(player.gold < PIRATE_PRICE) and not can_win(table, player, strength)


def perhaps_beaten(table: Table, turn: Turn) -> bool:
    """Return whether the current pirate may have won at once, as far as is known."""
    try:
        return not is_known(turn.strength) or lost_at_once(table, table.players[turn.seat], turn.strength)
    except Undetermined:
        return True


def undecided(table: Table, turn: Turn, hits: Any, rolls: int) -> bool:  # noqa: ANN401 - a number, or UNKNOWN
    """Return whether more rolls are due in a battle: some are left, and (under one reading) they can matter."""
    player, all_cannons = table.players[turn.seat], table.terms.needless_rolls == "roll-all"
    if not all_cannons and is_known(hits) and is_known(turn.strength) and hits >= turn.strength:
        return False
    left = player.cannons - rolls
    if left <= 0 or all_cannons:
        return bool(left > 0)
    if hits + left >= turn.strength:
        return True
    # Two hits for each cannon may suffice where one does not.
    return hits + left * DOUBLE >= turn.strength and has_crew(player, "cannoneer")


def hits_of(player: Player, faces: Iterable[Any]) -> Any:  # noqa: ANN401 - as above
    """Return how many hits the faces of the black die make."""
    total: Any = 0
    for face in faces:
        if not is_known(face):
            return UNKNOWN
        if face == "silver":
            total += 1
        elif face == "blue_double":
            try:
                total += DOUBLE if has_crew(player, "cannoneer") else 0
            except Undetermined:
                return UNKNOWN
    return total
