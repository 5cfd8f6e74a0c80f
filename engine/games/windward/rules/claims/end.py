"""The case of a wrong claim about the end of the game."""

from __future__ import annotations

from enum import Enum

from engine.games.windward.state import GOAL, Table
from engine.kernel.events import Claim
from engine.kernel.facts import NOTHING
from engine.kernel.unknown import is_known

OVER = "over"
TWICE = 2


class OfEnd(Enum):
    """The case of a wrong claim; each rule names in its `claims` the cases that break it."""

    TRIGGER_MISTAKEN = "who has brought the end, or the end of a game that nobody has brought to it"
    CLOSED_WRONGLY = "an end before or after the last turns"
    LATER_ARRIVAL = "the end as brought by a player who reached it later"
    NOT_THE_MOST = "another winner than who has the most"
    LEAD_SHARED = "an end, or another one to begin, where the lead is shared"
    SHARED_AGAIN = "an end where the lead is shared after a further round, too"


def _too_early(table: Table) -> OfEnd:
    """Return the reason why a game is not over yet."""
    if table.extra_rounds:
        return OfEnd.SHARED_AGAIN if table.extra_rounds >= TWICE else OfEnd.LEAD_SHARED
    return OfEnd.CLOSED_WRONGLY if table.trigger else OfEnd.TRIGGER_MISTAKEN


def _winner(table: Table, claim: Claim) -> OfEnd:
    if table.phase != OVER:
        return _too_early(table)
    return OfEnd.CLOSED_WRONGLY if claim.value == NOTHING else OfEnd.NOT_THE_MOST


def _phase(table: Table, claim: Claim) -> OfEnd | None:
    if table.phase == OVER:
        return OfEnd.CLOSED_WRONGLY
    return _too_early(table) if claim.value == OVER else None


def _ending(table: Table, claim: Claim) -> OfEnd:
    if table.phase != OVER:
        return _too_early(table)
    return OfEnd.CLOSED_WRONGLY if claim.value == NOTHING else OfEnd.LEAD_SHARED


def _trigger(table: Table, claim: Claim) -> OfEnd:
    there = claim.value in table.players and table.players[str(claim.value)].notoriety >= GOAL
    return OfEnd.LATER_ARRIVAL if there and table.trigger else OfEnd.TRIGGER_MISTAKEN


def _turn(table: Table, _: Claim) -> OfEnd | None:
    turn = table.turn
    begins = turn is not None and turn.idle and is_known(turn.seat) and turn.seat == table.trigger
    return OfEnd.LEAD_SHARED if begins and table.extra_rounds else None


TABLE = {"winner": _winner, "phase": _phase, "ending": _ending, "trigger": _trigger, "turn": _turn}
