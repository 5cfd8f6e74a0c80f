"""The case of a wrong claim about notoriety from an achievement."""

from __future__ import annotations

from enum import Enum

from engine.games.windward.events import Achieve
from engine.games.windward.state import Player, Table
from engine.kernel.events import Claim


class OfAchieving(Enum):
    """The case of a wrong claim; each rule names in its `claims` the cases that break it."""

    WORTH = "notoriety right after an achievement was scored"


def _notoriety(table: Table, player: Player, _: Claim) -> OfAchieving | None:
    last = table.last
    return OfAchieving.WORTH if isinstance(last, Achieve) and last.by == player.seat else None


SEAT = {"notoriety": _notoriety}
