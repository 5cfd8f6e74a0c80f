"""Loot: how much the winner takes of the cargo of a ship that is lost to another."""

from __future__ import annotations

from typing import Any

from engine.games.windward.reckoning.aftermath import SHIP_LOST
from engine.games.windward.state import CARGO, Player, Table
from engine.kernel.unknown import is_known


def half(number: Any) -> Any:  # noqa: ANN401 - a number, or UNKNOWN
    """Return half of a number, rounded up."""
    return (number + 1) // 2


def loot_due(table: Table, loser: Player) -> Any:  # noqa: ANN401 - as above
    """Return how many pieces the winner takes: half of all, or under a reading half of each kind."""
    if table.terms.loot_half == "per-kind":
        return sum(half(loser.cargo[item]) for item in CARGO)
    return half(sum(loser.cargo.values()))


def perhaps_loot(table: Table, seat: str) -> bool:
    """Return whether a ship may have been lost to a player, or a lost one may have had unknown cargo."""
    end = table.outcome
    lost = end is not None and end.how == SHIP_LOST and end.winner == seat
    return lost or any(not is_known(player.morale) for player in table.players.values())
