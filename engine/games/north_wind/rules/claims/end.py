"""The case of a wrong claim about the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.games.north_wind.flow import four_play
from engine.games.north_wind.rules.claims.board import listed
from engine.games.north_wind.rules.wrong import Wrong
from engine.games.north_wind.scoring import ENDINGS, FULL_BOARD, NEXT_TURN
from engine.games.north_wind.state import Table
from engine.games.north_wind.task_board import on_board, threshold
from engine.kernel.events import Claim


def not_enough(table: Table) -> Wrong:
    """Return the case of tokens that do or do not suffice to win."""
    return Wrong.EIGHT_TOKENS if four_play(table) else Wrong.TEN_TOKENS


def winner(table: Table, claim: Claim) -> Wrong | None:
    """Judge the winner: two of them, too few tokens, or another's turn."""
    said = listed(claim)
    if len(said) > 1:
        return Wrong.SEVERAL_WINNERS
    enough = bool(said) and said[0] in table.players and on_board(table, said[0]) >= threshold(table)
    # Enough tokens, but no winner: they came in another's turn.
    return Wrong.NOT_IN_OWN_TURN if enough and not table.ending else not_enough(table)


def ending(table: Table, claim: Claim) -> Wrong | None:
    """Judge the end: whether the tokens on the board suffice, in whose turn, and which token decided."""
    named = (table.ending, claim.value)
    if any(how not in ENDINGS or how == FULL_BOARD for how in named):
        return not_enough(table)
    return Wrong.NOT_IN_OWN_TURN if NEXT_TURN in named else Wrong.BONUSES_NOT_COUNTED


def phase(table: Table, claim: Claim) -> Wrong | None:
    """Judge the phase, if the claim is about whether the game is over."""
    if claim.value == "over":
        return not_enough(table)
    return Wrong.PLAYED_ON if table.phase == "over" else None


TABLE: Mapping[str, Callable[[Table, Claim], Wrong | None]] = {"winner": winner, "ending": ending, "phase": phase}
