"""Hides from one seat the cards dealt to other players, until they are played."""

from __future__ import annotations

from engine.games.windward.events import Deal
from engine.games.windward.state import Table
from engine.kernel.events import Event
from engine.kernel.unknown import UNKNOWN, is_known


def redact(table: Table, seat: str) -> None:
    """Remove from this table the cards in other hands that not all players have seen."""
    for player in table.players.values():
        if player.seat != seat and not player.hand_untold:
            player.hand = [*player.seen, *[UNKNOWN] * (len(player.hand) - len(player.seen))]


def hidden_fields(_: Table, event: Event, seat: str) -> tuple[str, ...]:
    """Name the fields that are hidden from a seat as the event happens: the cards dealt to another."""
    if not isinstance(event, Deal):
        return ()
    return () if is_known(event.seat) and event.seat == seat else ("cards",)
