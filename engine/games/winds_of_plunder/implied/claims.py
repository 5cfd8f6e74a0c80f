"""Infers from a claim that an arrival, a turn or a vote is over, or how a tie was broken."""

from __future__ import annotations

from engine.games.winds_of_plunder import events as e
from engine.games.winds_of_plunder.early_claims import arrival_is_over, looks_ahead, vote_is_counted
from engine.games.winds_of_plunder.implied.turns import arrival_over, too_late, turn_over
from engine.games.winds_of_plunder.implied.votes import all_closed, opened
from engine.games.winds_of_plunder.state import NOT_WRITTEN, ROUNDS, Table
from engine.kernel.events import Claim, Event
from engine.kernel.unknown import is_known

RESULT = frozenset({"winner", "ending"})


def before_claim(table: Table, claim: Claim) -> Event | None:
    """Return an event that must have happened for a claim to hold."""
    if not is_known(claim.fact):
        return None
    turn = table.turn
    if turn is None:
        return _between_turns(table, claim)
    if turn.arriving and arrival_is_over(table, turn, claim):
        return arrival_over(turn.seat)
    return turn_over(turn) if not table.owed and looks_ahead(table, turn, claim) else None


def _between_turns(table: Table, claim: Claim) -> Event | None:
    """Infer how a tie was broken or that a vote was counted, or find turns that are missing at the end."""
    fact, value = claim.fact, claim.value
    if not is_known(value):
        return None
    if fact in {*RESULT, "round", "phase"} and (late := too_late(table)) is not None:
        return late
    if table.phase == "award" and fact == "blackbeard" and value in table.tied:
        return e.AwardTile(table.blackbeard, str(value), seq=NOT_WRITTEN)
    if table.phase == "wind" and fact == "wind" and value in table.tied_winds:
        return e.ChooseWind(table.blackbeard, str(value), seq=NOT_WRITTEN)
    if table.phase == "bid" and all_closed(table) and vote_is_counted(table, claim):
        return opened(table)
    return _at_the_end(table) if fact in RESULT else None


def _at_the_end(table: Table) -> Event | None:
    """Before the claimed result, a player without a turn in the last round lacks one."""
    if table.phase != "plunder" or table.owed or not is_known(table.round) or table.round < ROUNDS:
        return None
    waiting = [seat for seat in table.order if seat not in table.acted]
    return e.Done(waiting[0], seq=NOT_WRITTEN) if waiting else None
