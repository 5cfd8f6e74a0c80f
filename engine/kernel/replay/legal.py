"""Legal moves: what the game offers, filtered by the same rules that judge a log."""

from __future__ import annotations

from engine.kernel.events import Event
from engine.kernel.facts import Offered
from engine.kernel.replay.program import Program
from engine.kernel.table import AnyTable
from engine.kernel.unknown import Undetermined


def list_legal_moves(program: Program, table: AnyTable) -> list[Event]:
    """List every offered move that breaks no rule here. A move that the record cannot settle is not listed."""
    return [move for move in program.rulebook.game.offers(table) if is_legal(program, table, move)]


def may_have_more_moves(program: Program, table: AnyTable) -> bool:
    """Return whether unknown facts may hide further legal moves."""
    offered = Offered(program.rulebook.game.offers(table))
    return any(_is_unclear(program, table, move) for move in offered) or offered.cut_short


def survey_moves(program: Program, table: AnyTable, seat: str | None = None) -> tuple[list[Event], bool]:
    """List the legal moves and whether there may be more, in one pass; for all seats, or for one."""
    offered, moves, doubt, asked = Offered(program.rulebook.game.offers(table)), list[Event](), False, seat is None
    for move in offered:
        if seat is not None and getattr(move, "by", None) != seat:
            continue
        asked = True
        if is_legal(program, table, move):
            moves.append(move)
        else:
            # A legal move breaks nothing, so only the others can be unsettled.
            doubt = doubt or _is_unclear(program, table, move)
    # If offers end before any for this seat, it is another seat's turn.
    return moves, doubt or (asked and offered.cut_short)


def _is_unclear(program: Program, table: AnyTable, event: Event) -> bool:
    found = program.find_breaches(table, event)
    return bool(found) and all(breach is None for _, breach in found)


def is_legal(program: Program, table: AnyTable, event: Event) -> bool:
    """Return whether this event breaks no rule at this table."""
    step = program.steps[type(event)]
    try:
        clear = step.gate is None or step.gate(table, event) is None
        clear = clear and all(check(table, event) is None for check in step.checks)
    except Undetermined:
        return False
    # Only a card that suspends rules can make a move legal here.
    return clear or (bool(program.rulebook.game.suspended_rules(table)) and not program.find_breaches(table, event))
