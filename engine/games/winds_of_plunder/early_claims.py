"""Detects claims about what is not written yet: that an arrival, a turn or the game is over."""

from __future__ import annotations

from engine.games.winds_of_plunder.facts import reckoners
from engine.games.winds_of_plunder.folds.plundering import finish_arrival
from engine.games.winds_of_plunder.folds.turns import turn_over
from engine.games.winds_of_plunder.state import ROUNDS, Table, Turn
from engine.kernel.events import Claim
from engine.kernel.replay.claims import is_same_value
from engine.kernel.tables.copy import copy_table
from engine.kernel.unknown import is_known

# The facts that the mark at the end of an arrival changes.
CUBES = ("reserve", "wind", "vp")


def arrival_is_over(table: Table, turn: Turn, claim: Claim) -> bool:
    """Return whether a claim is about the end of an arrival: marks not made yet, or the cubes they take."""
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
    """Return whether a claim gives the wind, the tile or the cubes as they are only after the bids are revealed."""
    seat, _, what = claim.fact.rpartition(".")
    speaks = what in {"wind", "reserve"} if seat in table.players else claim.fact in {"wind", "blackbeard"}
    return speaks and not _holds(table, claim)


def looks_ahead(table: Table, turn: Turn, claim: Claim) -> bool:
    """Return whether a claim is about the end of the game or, in the last turn of a round, about the next round."""
    if claim.fact in {"winner", "ending"}:
        return True
    if table.acted | {turn.seat} != set(table.seats):
        return False
    return bool(claim.value == table.round + 1) if claim.fact == "round" else _final(table, turn, claim)


def _final(table: Table, turn: Turn, claim: Claim) -> bool:
    """Return whether a score may already include the final bonuses, after the last sailing of the game."""
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
    """Return whether a claim is right, or cannot be proved wrong."""
    reckon = reckoners(table).get(claim.fact)
    value = reckon(table) if reckon is not None else None
    return not (is_known(value) and is_known(claim.value)) or is_same_value(claim.value, value)
