"""Builds the stacks, and names the first player."""

from __future__ import annotations

from engine.games.north_wind import events as e
from engine.games.north_wind.content import HARBORS
from engine.games.north_wind.folds.turns import begin_turn, own_harbor
from engine.games.north_wind.state import Table, stack_of, unknown_order
from engine.kernel.unknown import is_known


def stack_built(table: Table, event: e.BuildStack) -> None:
    """A stack is built. Its known tiles are those listed, or else its own Destination Harbor."""
    if not any(is_known(built) and is_known(event.harbor) and built == event.harbor for built in table.built):
        table.built.append(event.harbor)
    if is_known(event.harbor):
        holds: dict[str, int] = {} if event.tiles else own_harbor(table, event.harbor)
        for tile in event.tiles:
            if is_known(tile):
                holds[tile] = holds.get(tile, 0) + 1
        table.stacks[event.harbor] = stack_of(unknown_order(table.content.stack_size), holds)
    _begin_if_ready(table)


def first_named(table: Table, event: e.NameFirst) -> None:
    """The youngest player has the first turn."""
    if table.phase == "set-up":
        table.first = event.seat
        _begin_if_ready(table)


def _begin_if_ready(table: Table) -> None:
    """Once all stacks are built and the first player is known, the first turn begins."""
    named = not is_known(table.first) or table.first
    if table.phase == "set-up" and named and len(table.built) >= len(HARBORS):
        begin_turn(table, table.first)
