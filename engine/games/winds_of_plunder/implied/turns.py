"""Infers what a turn leaves unwritten: its end, the end of an arrival, a sailing, the Crew's point, or all of it."""

from __future__ import annotations

from engine.games.winds_of_plunder import events as e
from engine.games.winds_of_plunder.reckoning.formulas import boardable, cost_of, holds, own_turn, treasure_due
from engine.games.winds_of_plunder.reckoning.map import ports_to_sail_to
from engine.games.winds_of_plunder.state import NOT_WRITTEN, OVERDUE, POINTS, Table, Turn
from engine.kernel.events import Event, Move
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

ARRIVAL = frozenset(e.ON_ARRIVAL)


def before_act(table: Table, event: Move) -> Event | None:
    """Return what an act of plundering proves: about its own turn, or that the turn before it is over."""
    turn, by = table.turn, event.by
    if turn is None or by != turn.seat:
        return _before_turn(table, event)
    if table.owed:
        return marker_not_given(table)
    if type(event) in ARRIVAL:
        return _sailing_before(table, turn, event)
    if turn.arriving:
        return arrival_over(by)
    return _lay_at(table, event) if type(event) is e.Sail else fourth_point(table, turn, event)


def _before_turn(table: Table, event: Move) -> Event | None:
    """Return what a player's first act proves: that the turn before it is over, or is missing."""
    if table.owed:
        return marker_not_given(table)
    if table.turn is not None:
        return turn_over(table.turn) if _follows(table, table.turn, event.by) else None
    if is_known(table.active) and table.active and event.by != table.active and event.by not in table.acted:
        return e.Done(table.active, seq=NOT_WRITTEN)
    if type(event) is e.Sail:
        return _lay_at(table, event)
    own = own_turn(table, event.by) if type(event) in ARRIVAL else None
    return _sailing_before(table, own, event) if own is not None else None


def _lay_at(table: Table, event: e.Sail) -> Event | None:
    """Return the unknown port of a ship, if the sailing states where it begins."""
    lost = not is_known(table.players[event.by].port)
    return (
        e.DealPort(event.by, event.start, seq=NOT_WRITTEN) if lost and is_known(event.start) and event.start else None
    )


def _sailing_before(table: Table, turn: Turn, event: Move) -> Event | None:
    """Return the missing sailing with which an arrival began."""
    return sail_left_out(table, turn, _port_named(table, event)) if sailing_awaited(turn) else None


def _follows(table: Table, turn: Turn, by: str) -> bool:
    """Return whether an act proves that the turn before it is over, or interrupts a turn that is not."""
    if by in table.acted:
        # A player who was skipped may come late. That ends the turn in progress, but not yet the round.
        return by in table.passed_over and turn.arriving
    waiting = [seat for seat in table.order if seat not in table.acted and seat != turn.seat]
    return bool(turn.sailed) or not is_known(table.first) or by == waiting[0] or may_be_over(table, turn)


def round_over(table: Table, *, even_so: bool) -> Event | None:
    """The next vote begins: the turn is over. Players without a turn are skipped, if `even_so`."""
    turn = table.turn
    waiting = [seat for seat in table.order if seat not in table.acted and (turn is None or seat != turn.seat)]
    if waiting and not even_so:
        return None
    if table.owed:
        return marker_not_given(table)
    if turn is not None:
        return turn_over(turn)
    return e.Done(waiting[0], seq=NOT_WRITTEN) if waiting else too_late(table)


def too_late(table: Table) -> Event | None:
    """A player who was skipped and has not come late has had no turn: only then is the round over."""
    waits = table.phase == "plunder" and table.turn is None and table.acted == set(table.seats)
    return e.Done(min(table.passed_over), seq=OVERDUE) if waits and table.passed_over else None


def turn_over(turn: Turn) -> Event:
    """Return the missing end of a turn, or first that of its arrival."""
    return arrival_over(turn.seat) if turn.arriving else e.Done(turn.seat, seq=NOT_WRITTEN)


def arrival_over(seat: str) -> Event:
    """Return the missing end of an arrival, with a mark for later checks."""
    return e.Arrived(seat, seq=NOT_WRITTEN)


def marker_not_given(table: Table) -> Event:
    """Return the marker that Blackbeard was to give, with an unknown receiver."""
    marker = dict(table.owed[-1].where)["marker"]
    return e.GiveMarker(table.blackbeard, str(marker), UNKNOWN, seq=OVERDUE)


def sailing_awaited(turn: Turn) -> bool:
    """Return whether a ship has still to sail before any arrival, for the first time or once more."""
    return not turn.arriving and (not turn.sailed or turn.sailed <= turn.again)


def sail_left_out(table: Table, turn: Turn, to: str) -> Event | None:
    """Return the missing sailing before an arrival, with its port if a later line names a possible one."""
    ports = ports_to_sail_to(table, turn)
    if not ports:
        return None
    return e.Sail(turn.seat, to, seq=OVERDUE) if not is_known(to) or to in ports else None


def _port_named(table: Table, event: Move) -> str:
    """Return the port that a step of an arrival names: by its card, or by the ship that is boarded."""
    if isinstance(event, e.PlayTreasure):
        return event.port
    if isinstance(event, e.Board) and is_known(event.target):
        return table.players[event.target].port
    return UNKNOWN  # type: ignore[no-any-return] # an unknown port


def fourth_point(table: Table, turn: Turn, event: Move) -> Event | None:
    """A one-point action after three spent points is the Largest Crew's, if the player holds that marker."""
    if turn.bonus or turn.spent < POINTS or cost_of(event) != 1:
        return None
    separate = table.terms.bonus_point == "separate-one-point-action"
    crew = holds(table, "crew", turn.seat) or turn.markers_then["crew"] == turn.seat
    return e.BonusPoint(turn.seat, seq=NOT_WRITTEN) if separate and crew else None


def implied_at_end(table: Table) -> Event | None:
    """At the end of the record, the last turn is over if its ship has sailed."""
    turn = table.turn
    if turn is None or table.owed or table.phase != "plunder" or not turn.sailed:
        return None
    # What is still due in an arrival may have come after the record.
    return None if turn.arriving and _arrival_lacks(table, turn) else turn_over(turn)


def _arrival_lacks(table: Table, turn: Turn) -> bool:
    must_board = table.terms.boarding != "optional" and not turn.boarded and not turn.treasure_played
    return treasure_due(table, turn.seat) or (must_board and bool(boardable(table, turn.seat)))


def may_be_over(table: Table, turn: Turn) -> bool:
    """Return whether the turn may be over without a line: its ship has sailed, or perhaps cannot."""
    if turn.arriving or not turn.sailed:
        try:
            return turn.windlock or (not turn.arriving and not ports_to_sail_to(table, turn))
        except Undetermined:
            return True
    return True
