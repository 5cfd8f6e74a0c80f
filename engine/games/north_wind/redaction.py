"""What one seat may not see: which tiles the Lookout has shown to another."""

from __future__ import annotations

from engine.games.north_wind.events import UseLookout
from engine.games.north_wind.state import Table
from engine.kernel.events import Event
from engine.kernel.unknown import UNKNOWN, is_known


def redact(table: Table, seat: str) -> None:
    """Take off this table what others have seen in the stacks, and this seat has not."""
    for stack in table.stacks.values():
        # Where two have looked, none of them knows all that lies there.
        if stack.seen_by != {seat}:
            stack.order = [UNKNOWN] * len(stack.order)
        own = stack.peeked.get(seat, {})
        # In this order, for the order in which tiles came to be known tells of them too.
        stack.holds = {tile: max(stack.opened.get(tile, 0), own.get(tile, 0)) for tile in (*stack.opened, *own)}
        stack.peeked = {seat: own} if own else {}


def hidden_fields(_: Table, event: Event, seat: str) -> tuple[str, ...]:
    """Name the fields that are hidden from a seat as it happens: the tile that another has looked at."""
    if not isinstance(event, UseLookout):
        return ()
    return () if is_known(event.by) and event.by == seat else ("tile",)
