"""Hides from one seat the other players' hands and their face-down cards."""

from __future__ import annotations

from engine.games.tailwinds.events import Commit, Replace
from engine.games.tailwinds.folds.choosing import fewer
from engine.games.tailwinds.folds.turns import perhaps_recover
from engine.games.tailwinds.reckoning import is_shackled, unseen
from engine.games.tailwinds.state import Player, Table
from engine.kernel.events import Event
from engine.kernel.unknown import UNKNOWN, is_known


def redact(table: Table, seat: str) -> None:
    """Remove from this table everything that is hidden from a seat."""
    others = [player for player in table.players.values() if player.seat != seat]
    for player in others:
        player.hand = UNKNOWN
        if not player.opened:
            _turn_down(player)
        if player.veiled:
            perhaps_recover(player)
            player.shackled = UNKNOWN if is_shackled(player) else ""
    _hide_points(table, [player for player in others if not player.opened and _laid(player)])


def _laid(player: Player) -> bool:
    return player.card is not None or player.resolved is not None


def _turn_down(player: Player) -> None:
    """Hide a player's card of this round, whether it is on the table or resolved."""
    if player.card is not None:
        # Whether the log names the card is as hidden as the card itself.
        player.unseen = player.unseen if is_known(player.card) else max(0, player.unseen - 1)
        player.card = UNKNOWN
        if player.elsewhere is not None:
            player.played, player.size = list(player.elsewhere), fewer(player.size)
    if player.resolved is not None:
        player.resolved = player.total = UNKNOWN


def _hide_points(table: Table, face_down: list[Player]) -> None:
    """Hide the points of the current turn that come from a card that was never opened, or that it copies from one."""
    turn = table.turn
    if turn is None:
        return
    for player in face_down:
        if player.seat == turn.seat:
            turn.card, turn.base, turn.bonus = unseen(table, player), UNKNOWN, UNKNOWN
        elif is_known(turn.card.ability) and turn.card.ability == "copy":
            turn.base = UNKNOWN


def hidden_fields(table: Table, event: Event, seat: str) -> tuple[str, ...]:
    """Name the fields that are hidden from a seat as the event happens.

    Only another player's card that is laid face down is hidden.
    """
    face_down = table.terms.shackle_moment == "immediately-face-down"
    if type(event) is Commit or (type(event) is Replace and face_down):
        by: str = event.by
        return () if is_known(by) and by == seat else ("card",)
    return ()
