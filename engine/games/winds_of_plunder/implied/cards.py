"""Infers a draw from the face of a card, or the sailing to a tile that brought it."""

from __future__ import annotations

from engine.games.winds_of_plunder import events as e
from engine.games.winds_of_plunder.implied.turns import (
    arrival_over,
    fourth_point,
    may_be_over,
    sail_left_out,
    sailing_awaited,
)
from engine.games.winds_of_plunder.implied.votes import all_closed, before_plunder
from engine.games.winds_of_plunder.reckoning.formulas import holds, own_turn
from engine.games.winds_of_plunder.state import NOT_WRITTEN, Table, Turn
from engine.kernel.events import Event
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known


def before_face(table: Table, event: e.SeeCard) -> Event | None:
    """Return the missing draw of an Action card, or the missing sailing to a tile with a Treasure card."""
    if table.owed or not is_known(event.card):
        return None
    if table.phase in {"award", "wind", "first"} or (table.phase == "bid" and all_closed(table)):
        return before_plunder(table, UNKNOWN)
    if table.phase != "plunder":
        return None
    treasure = event.card in table.content.treasure_names
    return _sailed_for(table) if treasure else _drew(table)


def _sailed_for(table: Table) -> Event | None:
    """Return the sailing that must have brought a Treasure card."""
    turn = _turn_going_on(table)
    if turn is None or any(kind == "treasure" for kind, _ in table.unseen):
        return None
    return sail_left_out(table, turn, UNKNOWN) if sailing_awaited(turn) else None


def _turn_going_on(table: Table) -> Turn | None:
    """Return the turn in progress, or the next one, if its player is known."""
    if table.turn is not None or not is_known(table.active) or not table.active:
        return table.turn
    return own_turn(table, table.active)


def _drew(table: Table) -> Event | None:
    """A face directly after a draw needs no other draw. At any other time an unknown player drew it at some time."""
    turn = table.turn
    drawers = [seat for kind, seat in table.unseen if kind == "action"]
    if drawers and (not is_known(drawers[-1]) or (turn is not None and turn.face_open and drawers[-1] == turn.seat)):
        return None
    turn = _turn_going_on(table)
    if drawers or turn is None:
        return e.DrawCard(UNKNOWN, seq=NOT_WRITTEN)
    return arrival_over(turn.seat) if turn.arriving else _drawn_by(table, turn)


def _drawn_by(table: Table, turn: Turn) -> Event:
    """The active player drew the card, or the next one, if the turn may be over.

    While a point is left, it is unknown.
    """
    waiting = [seat for seat in table.order if seat not in table.acted and seat != turn.seat]
    if not waiting or not may_be_over(table, turn):
        return _draw_or_its_point(table, turn)
    if _spent_out(table, turn):
        return e.Done(turn.seat, seq=NOT_WRITTEN)
    return e.DrawCard(UNKNOWN, seq=NOT_WRITTEN)


def _draw_or_its_point(table: Table, turn: Turn) -> Event:
    """A fourth draw is paid with the Largest Crew's point. If the holder of that marker is unknown, it may be."""
    draw = e.DrawCard(turn.seat, seq=NOT_WRITTEN)
    try:
        return fourth_point(table, turn, draw) or draw
    except Undetermined:
        return draw


def _spent_out(table: Table, turn: Turn) -> bool:
    """Return whether a turn has no point left, including the Largest Crew's."""
    try:
        crew = holds(table, "crew", turn.seat) or turn.markers_then.get("crew") == turn.seat
    except Undetermined:
        return False
    return is_known(turn.spent) and turn.left <= 0 and (turn.bonus_used or not crew)
