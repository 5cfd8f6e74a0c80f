"""Hides from one seat the tiles that the Lookout has shown to other players."""

from __future__ import annotations

from engine.games.north_wind.events import UseLookout
from engine.games.north_wind.state import Table
from engine.kernel.events import Event
from engine.kernel.unknown import UNKNOWN, is_known


def redact(table: Table, seat: str) -> None:
    """Remove from this table what other players have seen in the stacks, but this seat has not."""
    for stack in table.stacks.values():
        # If two players have looked, neither knows the whole order.
        if stack.seen_by != {seat}:
            stack.order = [UNKNOWN] * len(stack.order)
        own = stack.peeked.get(seat, {})
        # Rebuild in this order, because the order in which tiles became known would reveal them too.
        stack.holds = {tile: max(stack.opened.get(tile, 0), own.get(tile, 0)) for tile in (*stack.opened, *own)}
        stack.peeked = {seat: own} if own else {}


def hidden_fields(_: Table, event: Event, seat: str) -> tuple[str, ...]:
    """Name the fields that are hidden from a seat as the event happens: the tile that another player has looked at."""
    if not isinstance(event, UseLookout):
        return ()
    return () if is_known(event.by) and event.by == seat else ("tile",)
