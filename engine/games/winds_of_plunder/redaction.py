"""Hides from one seat the other players' cards, and their votes until these are revealed."""

from __future__ import annotations

from engine.games.winds_of_plunder.events import Bid, SeeCard, SetCompass
from engine.games.winds_of_plunder.state import Table
from engine.kernel.events import Event
from engine.kernel.unknown import UNKNOWN, is_known

SECRET: dict[type[Event], str] = {SetCompass: "direction", Bid: "cubes"}


def redact(table: Table, seat: str) -> None:
    """Remove from this table everything that is hidden from a seat."""
    # Only the player who drew a Treasure card knows which of those at the bottom came up again.
    table.sunk = []
    for player in table.players.values():
        if player.seat == seat:
            continue
        player.actions = [UNKNOWN] * len(player.actions)
        player.treasures = [UNKNOWN] * len(player.treasures)
        if player.compass is not None and table.phase != "bid":
            player.compass = UNKNOWN
        if player.bid is not None:
            player.bid = UNKNOWN


def hidden_fields(table: Table, event: Event, seat: str) -> tuple[str, ...]:
    """Name the fields that are hidden from a seat as the event happens: another's vote, or another's card."""
    if type(event) in SECRET:
        by: str = event.by  # type: ignore[attr-defined] # both are Moves
        return () if is_known(by) and by == seat else (SECRET[type(event)],)
    if type(event) is SeeCard:
        return () if seat and _drew(table, event) == seat else ("card",)
    return ()


def _drew(table: Table, event: SeeCard) -> str:
    """Return the seat that drew the card: the last unseen draw of its kind, as in the fold ("": none)."""
    if not is_known(event.card):
        return ""
    kind = "treasure" if event.card in table.content.treasure_names else "action"
    return next((seat for sort, seat in reversed(table.unseen) if sort == kind), "")
