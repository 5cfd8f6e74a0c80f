"""Claims that speak of what nobody has written down yet: that an arrival, a turn or the game is over."""

from __future__ import annotations

from engine.games.winds_of_plunder.facts import reckoners
from engine.games.winds_of_plunder.folds.plundering import finish_arrival
from engine.games.winds_of_plunder.folds.turns import turn_over
from engine.games.winds_of_plunder.state import ROUNDS, Table, Turn
from engine.kernel.events import Claim
from engine.kernel.replay.claims import is_same_value
from engine.kernel.tables.copy import copy_table
from engine.kernel.unknown import is_known

# What the mark at the end of an arrival changes.
CUBES = ("reserve", "wind", "vp")


def arrival_is_over(table: Table, turn: Turn, claim: Claim) -> bool:
    """Say whether a claim speaks of the end of an arrival: of marks not made yet, or of the cube they take."""
    if not is_known(claim.fact) or _holds(table, claim):
        return False
    if claim.fact.endswith(".marks") or claim.fact.startswith("area."):
        return True
    later = copy_table(table)
    if claim.fact.partition(".")[2] not in CUBES or later.turn is None:
        return False
    finish_arrival(later, later.turn, later.players[turn.seat])
    return _holds(later, claim)


def vote_is_counted(table: Table, claim: Claim) -> bool:
    """Say whether a claim speaks of the wind, the tile or the cubes as they are only once the fists are open."""
    seat, _, what = claim.fact.rpartition(".")
    speaks = what in {"wind", "reserve"} if seat in table.players else claim.fact in {"wind", "blackbeard"}
    return speaks and not _holds(table, claim)


def looks_ahead(table: Table, turn: Turn, claim: Claim) -> bool:
    """Say whether a claim speaks of the end of the game or, in the last turn of a round, of the next one."""
    if claim.fact in {"winner", "ending"}:
        return True
    if table.acted | {turn.seat} != set(table.seats):
        return False
    return bool(claim.value == table.round + 1) if claim.fact == "round" else _final(table, turn, claim)


def _final(table: Table, turn: Turn, claim: Claim) -> bool:
    """After the last sailing of all, a score may be the one with the bonuses."""
    if not is_known(claim.fact) or not claim.fact.endswith(".vp"):
        return False
    last = is_known(table.round) and table.round >= ROUNDS and turn.sailed and not table.owed
    if not last or _holds(table, claim):
        return False
    later = copy_table(table)
    if later.turn is not None:
        finish_arrival(later, later.turn, later.players[turn.seat])
    turn_over(later, turn.seat)
    return _holds(later, claim)


def _holds(table: Table, claim: Claim) -> bool:
    """Say whether a claim is right, or cannot be told wrong."""
    reckon = reckoners(table).get(claim.fact)
    value = reckon(table) if reckon is not None else None
    return not (is_known(value) and is_known(claim.value)) or is_same_value(claim.value, value)
