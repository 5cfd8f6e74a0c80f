"""Rounds and turns: the next player, the effects of a turn's end, and the end of the game."""

from __future__ import annotations

from engine.games.winds_of_plunder.reckoning.formulas import bonus_apart, clockwise_from, cost_of
from engine.games.winds_of_plunder.scoring import final_scoring
from engine.games.winds_of_plunder.state import POINTS, ROUNDS, Table, Turn
from engine.kernel.events import Move
from engine.kernel.unknown import UNKNOWN, is_known


def begin_round(table: Table) -> None:
    """The next vote begins."""
    table.round += 1
    table.phase, table.first, table.active, table.turn = "compass", "", "", None
    table.acted, table.votes, table.tied, table.tied_winds = set(), {}, (), ()
    table.passed_over, table.somebody, table.compasses_told, table.vote_lacks = set(), False, True, False
    table.tile_shown = table.wind_chosen = False
    table.owed.clear()


def begin_plunder(table: Table) -> None:
    """The vote is over; turns go clockwise from the named player."""
    table.phase, table.acted, table.somebody = "plunder", set(), False
    table.order = clockwise_from(table.seats, table.first) if is_known(table.first) and table.first else table.seats
    pass_on(table)


def pass_on(table: Table) -> None:
    """Set the next turn; after the last, the next round; after the ninth, the scoring."""
    left = [seat for seat in table.order if seat not in table.acted]
    unsure = not is_known(table.first)
    table.turn = None
    if left:
        table.active = UNKNOWN if unsure else left[0]
    elif table.passed_over:
        # They may come late.
        table.active = ""
    elif all_rounds_played(table):
        final_scoring(table)
    else:
        begin_round(table)


def all_rounds_played(table: Table) -> bool:
    """Return whether the finished round was the ninth."""
    return is_known(table.round) and table.round >= ROUNDS


def open_turn(table: Table, seat: str) -> Turn:
    """Open a player's turn with the first act, in order or not. An act after the turn gets a turn of its own."""
    if table.turn is not None and table.turn.seat == seat:
        return table.turn
    if seat in table.passed_over:
        # The turn comes late, and ends the one in progress.
        table.acted |= {table.turn.seat} if table.turn is not None else set()
        table.passed_over.discard(seat)
        table.acted.discard(seat)
    if seat in table.acted and table.phase == "plunder":
        return Turn(seat)
    if table.phase != "plunder":
        begin_early(table, seat)
    for player in table.players.values():
        player.scored.clear()
    if not is_known(table.first) and table.votes and not table.acted and not table.somebody:
        # The first player to plunder after a vote was the one named.
        table.first, table.order = seat, clockwise_from(table.seats, seat)
    table.turn, table.active = Turn(seat, markers_then=dict(table.markers)), seat
    return table.turn


def spend(table: Table, turn: Turn, action: Move, act: str) -> None:
    """Spend points for an action: the Largest Crew's point once that has begun."""
    points, turn.last, turn.face_open = cost_of(action), act, act == "draw"
    if bonus_apart(table, turn) and is_known(points) and points == 1 and not turn.bonus_used:
        turn.bonus_used = True
    else:
        turn.spent += points


def begin_early(table: Table, seat: str) -> None:
    """Plundering began although the vote was not finished: everything unsettled is unknown."""
    table.owed.clear()
    table.round = 1 if table.phase == "set-up" else table.round
    for player in table.players.values():
        player.compass = player.bid = None
    table.blackbeard = UNKNOWN if table.tied else table.blackbeard
    table.wind = UNKNOWN if table.tied_winds else table.wind
    table.tied, table.tied_winds = (), ()
    table.first = seat
    begin_plunder(table)


def turn_over(table: Table, seat: str) -> None:
    """The compass is turned over."""
    if seat in table.acted or table.phase != "plunder":
        return
    left = table.turn.left if table.turn is not None and table.turn.seat == seat else POINTS
    table.players[seat].unspent = max(0, left) if is_known(left) else 0
    table.acted.add(seat)
    pass_on(table)


def reopened(table: Table) -> None:
    """The players continued after the end, so the game is open again."""
    table.said_over = False
    table.phase = "plunder"
    table.active, table.turn, table.acted = UNKNOWN, None, set()
