"""The case of a wrong claim about Cresters: where they come, and which pieces they attack."""

from __future__ import annotations

from enum import Enum

from engine.games.windward.events import MoveRed
from engine.games.windward.state import RED, Table
from engine.kernel.events import Claim
from engine.kernel.facts import NOTHING


class OfCresters(Enum):
    """The case of a wrong claim; each rule names in its `claims` the cases that break it."""

    NOT_ATTACKED = "no battle where a Red has come to a ship"


def battle(table: Table, claim: Claim) -> OfCresters | None:
    """Judge a battle that a Red has begun."""
    fight = table.battle
    came = fight is not None and fight.attacker == RED and isinstance(table.last, MoveRed)
    return OfCresters.NOT_ATTACKED if came and claim.value == NOTHING else None


TABLE = {"battle": battle}
