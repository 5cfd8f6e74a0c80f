"""The end of the game: which player has the tokens, and when that counts."""

from __future__ import annotations

from typing import Any

from engine.games.north_wind.content import HARBORS
from engine.games.north_wind.content.pieces import FIELDS
from engine.games.north_wind.state import BONUSES, Table
from engine.games.north_wind.task_board import least_on_board, most_on_board, on_board, threshold, tokens_in
from engine.kernel.unknown import Undetermined, is_known

# How a game ends: with a task or bonus token, at the start of the owner's own turn, or with the last task.
TASK, NEXT_TURN, FULL_BOARD = "task", "next-turn", "full-board"
ENDINGS = (TASK, *BONUSES, NEXT_TURN, FULL_BOARD)


def threshold_reached(table: Table, seat: str, how: str = TASK) -> None:
    """End the game, now or with the turn, if a player has the tokens to win and this is the moment."""
    if table.phase == "over" or not is_known(seat) or (table.ending and seat == table.winner):
        # If play continues after an end, the game is over again once another player has the tokens.
        return
    if may_win_now(table, seat) and has_enough(table, seat):
        if table.terms.winning_turn != "finish-turn":
            over(table, seat, how)
        elif not table.won:
            table.won, table.won_by = seat, how


def has_enough(table: Table, seat: str) -> bool:
    """Return whether a player certainly has the tokens to win, and record whether unknown tokens may win."""
    due = threshold(table)
    if not is_known(due):
        return False
    try:
        return bool(on_board(table, seat) >= due)
    except Undetermined:
        enough = bool(least_on_board(table, seat) >= due)
        since = table.turn is not None and bool(table.turn.last)
        table.perhaps_over = table.perhaps_over or (since and not enough and most_on_board(table, seat) >= due)
        return enough


def may_win_now(table: Table, seat: str) -> bool:
    """Return whether the player may win now: in their own turn, or at any time under a reading."""
    own = table.turn is not None and is_known(table.turn.seat) and table.turn.seat == seat
    if table.terms.won_off_turn == "immediate-win":
        return True
    return own


def standing(table: Table) -> str:
    """Return the leader when play is stopped: the player with most tokens on the board, several if equal."""
    most = max(on_board(table, seat) for seat in table.seats)
    return " ".join(sorted(seat for seat in table.seats if on_board(table, seat) == most))


def scores(table: Table, seat: str) -> dict[str, int]:
    """Return where a player's tokens are: in which column, and on which bonus fields."""
    whole = on_board(table, seat)
    columns = {f"in {harbor.replace('_', ' ').title()}": tokens_in(table, harbor, seat) for harbor in HARBORS}
    bonuses = {
        "for the most tasks": sum(one == seat for one in table.most.values()),
        "for supplying all": table.supplied.count(seat),
        "for the crew": table.crewed.count(seat),
    }
    counted = {where: count for where, count in {**columns, **bonuses}.items() if count}
    return counted or {"on the board": whole}


def board_full(table: Table) -> None:
    """End the game with the last task, as one reading says; most tokens win."""
    if table.terms.full_board != "most-tokens-wins" or table.phase == "over" or table.ending:
        return
    if any(len(table.columns[harbor]) < FIELDS for harbor in HARBORS if harbor not in table.heights_untold):
        return
    if table.heights_untold:
        table.perhaps_over = True
        return
    try:
        most = max(on_board(table, seat) for seat in table.seats)
        winners = [seat for seat in table.seats if on_board(table, seat) == most]
    except Undetermined:
        return
    over(table, " ".join(sorted(winners)), FULL_BOARD)


def over(table: Table, winner: Any, how: str) -> None:  # noqa: ANN401 - a seat, or UNKNOWN
    """End the game. If the players continued after an earlier end, its winner stays."""
    table.phase, table.active = "over", ""
    table.owed.clear()
    if is_known(table.winner) and table.winner:
        return
    table.winner = winner
    table.ending = table.ending or how
