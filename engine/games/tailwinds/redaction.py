"""What one seat may not see: the others' hands, and what they have laid face down."""

from __future__ import annotations

from engine.games.tailwinds.events import Commit, Replace
from engine.games.tailwinds.folds.choosing import fewer
from engine.games.tailwinds.state import Table
from engine.kernel.events import Event
from engine.kernel.unknown import UNKNOWN, known


def redact(table: Table, seat: str) -> None:
    """Take off this table what lies hidden from a seat."""
    for player in table.players.values():
        if player.seat == seat:
            continue
        player.hand = UNKNOWN
        if player.card is not None and not player.shown:
            # Whether the log names the card is as little to be seen as the card.
            player.unseen = player.unseen if known(player.card) else max(0, player.unseen - 1)
            player.card = UNKNOWN
            if player.elsewhere is not None:
                player.played, player.size = list(player.elsewhere), fewer(player.size)


def hidden_fields(table: Table, event: Event, seat: str) -> tuple[str, ...]:
    """Name the fields that are hidden from a seat as it happens: another's card on its way to the table, face down."""
    face_down = table.terms.shackle_moment == "immediately-face-down"
    if type(event) is Commit or (type(event) is Replace and face_down):
        by: str = event.by
        return () if known(by) and by == seat else ("card",)
    return ()
