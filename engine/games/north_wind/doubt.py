"""What the record cannot settle: whether enough tokens that nobody wrote down have ended the game."""

from __future__ import annotations

from engine.games.north_wind.state import Table
from engine.kernel.events import Event


def doubted(_table: Table, _event: Event, _rule: str) -> bool:
    """Nothing yet."""
    return False
