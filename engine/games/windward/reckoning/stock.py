"""Counts pieces that are certainly out of the stock, without unknown ones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.games.windward.reckoning import number_of
from engine.games.windward.state import GAS, RED, TOKEN, Table
from engine.kernel.unknown import is_known


def _sure(numbers: Iterable[Any]) -> int:
    return sum(filter(is_known, numbers))


def _lying(table: Table, item: str) -> int:
    return _sure(here.get(item, 0) for here in table.items.values())


def cresters_out(table: Table, kind: str) -> tuple[Any, Any]:
    """Return the Cresters of a kind on the planet and in holds, and those of the box."""
    holds = [one for player in table.players.values() for one in (player.crester, *player.more)]
    alive = number_of(table.reds) + bool(table.strayed) if kind == RED else number_of(table.greys)
    return alive + list(filter(is_known, holds)).count(kind) + _lying(table, kind), table.content.counts[kind]


def cargo_out(table: Table, item: str) -> tuple[Any, Any]:
    """Return teeth of a colour, or +2 Hits tokens, in holds and on the planet, and those of the box."""
    held = _sure(player.cargo[item] for player in table.players.values())
    return held + _lying(table, item), table.content.counts["tokens" if item == TOKEN else "teeth"]


def gas_out(table: Table) -> int:
    """Return the tokens in use as gas or cannons, and on the planet."""
    return _sure(number for player in table.players.values() for number in (player.gas, player.cannons)) + _lying(
        table, GAS
    )
