"""Legal moves: what the game offers, filtered by the very rules that judge a log."""

from __future__ import annotations

from engine.kernel.events import Event
from engine.kernel.facts import Offered
from engine.kernel.replay.program import Program
from engine.kernel.table import AnyTable
from engine.kernel.unknown import Undetermined


def list_legal_moves(program: Program, table: AnyTable) -> list[Event]:
    """List every offered move that breaks no rule here. A move that cannot be settled is not listed."""
    return [move for move in program.rulebook.game.offers(table) if is_legal(program, table, move)]


def may_have_more_moves(program: Program, table: AnyTable) -> bool:
    """Say whether there may be more legal moves here than can be listed, for want of something nobody wrote down."""
    offered = Offered(program.rulebook.game.offers(table))
    return any(_is_unclear(program, table, move) for move in offered) or offered.cut_short


def survey_moves(program: Program, table: AnyTable, seat: str | None = None) -> tuple[list[Event], bool]:
    """Give both in one walk: the legal moves, and whether there may be more of them; of all, or of one seat only."""
    offered, moves, doubt, asked = Offered(program.rulebook.game.offers(table)), list[Event](), False, seat is None
    for move in offered:
        if seat is not None and getattr(move, "by", None) != seat:
            continue
        asked = True
        if is_legal(program, table, move):
            moves.append(move)
        else:
            # What is allowed breaks nothing, so that only what is not can be unsettled.
            doubt = doubt or _is_unclear(program, table, move)
    # Where offers break off before a seat was offered anything, it is for others to act.
    return moves, doubt or (asked and offered.cut_short)


def _is_unclear(program: Program, table: AnyTable, event: Event) -> bool:
    found = program.find_breaches(table, event)
    return bool(found) and all(breach is None for _, breach in found)


def is_legal(program: Program, table: AnyTable, event: Event) -> bool:
    """Say whether this event breaks no rule at this table."""
    step = program.steps[type(event)]
    try:
        clear = step.gate is None or step.gate(table, event) is None
        clear = clear and all(check(table, event) is None for check in step.checks)
    except Undetermined:
        return False
    # Only a card that suspends rules can turn this no into a yes.
    return clear or (bool(program.rulebook.game.suspended_rules(table)) and not program.find_breaches(table, event))
