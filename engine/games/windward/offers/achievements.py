"""Achievements that players could score now."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.windward import events as e
from engine.games.windward.reckoning.achievements import met
from engine.games.windward.state import Table
from engine.kernel.events import Event
from engine.kernel.unknown import Undetermined, is_known


def achievements(table: Table) -> Iterator[Event]:
    """List each card on display for each player who meets its condition and has not scored it."""
    if not table.terms.goal_cards:
        return
    for seat, player in table.players.items():
        for card in table.goals:
            if (
                is_known(card)
                and card not in player.achieved
                and not player.achieved_untold
                and _met(table, seat, card)
            ):
                yield e.Achieve(seat, card)


def _met(table: Table, seat: str, card: str) -> bool:
    try:
        return met(table, seat, card)
    except Undetermined:
        return False
