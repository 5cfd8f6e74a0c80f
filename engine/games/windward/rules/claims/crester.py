"""What is the case where a fact is claimed wrongly that Cresters settle: where they come, and whom they attack."""

from __future__ import annotations

from enum import Enum

from engine.games.windward.events import MoveRed
from engine.games.windward.state import RED, Table
from engine.kernel.events import Claim
from engine.kernel.facts import NOTHING


class OfCresters(Enum):
    """What is the case: each rule says in its `claims` which of these break it."""

    NOT_ATTACKED = "no battle where a Red has come to a ship"


def battle(table: Table, claim: Claim) -> OfCresters | None:
    """Tell of a battle that a Red has begun."""
    fight = table.battle
    came = fight is not None and fight.attacker == RED and isinstance(table.last, MoveRed)
    return OfCresters.NOT_ATTACKED if came and claim.value == NOTHING else None


TABLE = {"battle": battle}
