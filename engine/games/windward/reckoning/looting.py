"""How much the winner takes of the cargo of a ship that is lost to another."""

from __future__ import annotations

from typing import Any

from engine.games.windward.state import CARGO, Player, Table


def half(number: Any) -> Any:  # noqa: ANN401 - a number, or UNKNOWN
    """Half of something, rounded up."""
    return (number + 1) // 2


def loot_due(table: Table, loser: Player) -> Any:  # noqa: ANN401 - as above
    """How many pieces the winner takes: half of all, or by a reading half of each kind."""
    if table.terms.loot_half == "per-kind":
        return sum(half(loser.cargo[item]) for item in CARGO)
    return half(sum(loser.cargo.values()))
