"""Ships and longboats move, and fight or trade where they arrive."""

from __future__ import annotations

from typing import Any

from engine.games.windward.content import PORT
from engine.games.windward.events import Row, Run, Sail
from engine.games.windward.folds.battle import begin_battle, broken_off
from engine.games.windward.folds.towing import one_of_them_rowed, towed_along
from engine.games.windward.folds.turns import own_turn
from engine.games.windward.reckoning import lowered, planet
from engine.games.windward.reckoning.aftermath import came_from
from engine.games.windward.reckoning.meeting import met_by_boat, met_by_ship
from engine.games.windward.reckoning.sailing import counted, is_drift, passage, run_spaces
from engine.games.windward.scoring import perhaps_redeem, redeem
from engine.games.windward.state import ABOARD, RED, Battle, Player, Table, Turn
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known


def sailed(table: Table, event: Sail) -> None:
    """The ship has moved by one step, jump or passage; the cost is as stated, or that of the cheapest way."""
    turn, player = _under_way(table, event.by)
    gone = passage(table, player.at, event.to, event.way, event.speed)
    counted(table, turn, player, event.to, gone)
    back = player.at
    enter(table, turn, player, event.to, gone.speed)
    laid = planet(table)
    if not is_known(event.to) and (laid is None or not is_known(back) or back in laid.shore):
        perhaps_redeem(table, player)


def ran(table: Table, event: Run) -> None:
    """The ship has run before the wind, space by space; an enemy on the way stops it."""
    turn, player = _under_way(table, event.by)
    for space in _on_the_way(table, player, event.to):
        enter(table, turn, player, space, 0)
        if table.battle is not None:
            return


def _on_the_way(table: Table, player: Player, to: Any) -> list[Any]:  # noqa: ANN401 - a space, or UNKNOWN
    """List the spaces of a run. It leads to its stated end, even if it is not straight."""
    if not is_known(to) or not is_known(player.at) or player.at == PORT:
        return [to]
    try:
        return run_spaces(table, player.at, to) or [to]
    except Undetermined:
        return [to]


def _under_way(table: Table, seat: str) -> tuple[Turn, Player]:
    turn = own_turn(table, seat)
    broken_off(table)
    return turn, table.players[seat]


def enter(table: Table, turn: Turn, player: Player, place: Any, paid: Any) -> None:  # noqa: ANN401 - as above
    """A ship comes to a place: in port it trades its teeth, and at sky it fights the enemy there."""
    _drifted(table, turn, player, place)
    back, player.at = player.at, place
    turn.stood.append(place)
    turn.previous[player.seat] = player.previous = back
    turn.sent_back = turn.picked = False
    if not is_known(place):
        return
    if place == PORT:
        redeem(table, player)
        return
    enemy = met_by_ship(table, player.seat, place)
    if enemy and table.phase != "over":
        there = table.reds.get(place)
        several = (
            enemy == RED and there is not None and table.terms.reds_hunt and table.terms.two_attacked == "combined"
        )
        together = there.number if several and there is not None else 1
        back = came_from(table, back, place)
        begin_battle(table, Battle(player.seat, enemy, place, back, paid=paid, number=together))


def _drifted(table: Table, turn: Turn, player: Player, place: Any) -> None:  # noqa: ANN401 - as above
    """Count the drift spaces that a ship enters, and record its last space without drift."""
    try:
        on_drift = is_known(player.at) and is_drift(table, player.at)
        if is_known(player.at) and not on_drift:
            turn.clear = player.at
        if is_known(place) and is_drift(table, place):
            turn.drifted += 1
            turn.crossings += 0 if on_drift else 1
    except Undetermined:
        turn.drifted = turn.crossings = UNKNOWN


def rowed(table: Table, event: Row) -> None:
    """A longboat has moved, with the Grey that it tows; it fights the enemy there."""
    turn = own_turn(table, event.by)
    broken_off(table)
    player = table.players[event.by]
    player.rowing = lowered(player.rowing, 1)
    if not is_known(event.boat):
        one_of_them_rowed(table, player, event.to)
        return
    if event.boat not in player.boats:
        table.unapplied.append(f"{event.by} has no longboat {event.boat}")
        return
    back, towing = player.boats[event.boat], towed_along(table, event)
    player.boats[event.boat] = event.to
    turn.previous[f"{event.by}.{event.boat}"] = back
    if is_known(event.to):
        meet(table, f"{event.by}.{event.boat}", event.to, back, towing=towing)


def meet(table: Table, piece: str, space: str, back: Any, *, towing: bool) -> None:  # noqa: ANN401 - as above
    """A longboat fights a Grey or another player's longboat on its space."""
    seat = piece.partition(".")[0]
    enemy = met_by_boat(table, seat, space)
    if enemy and table.phase != "over":
        paid = 0 if is_known(back) and back == ABOARD else 1
        begin_battle(table, Battle(piece, enemy, space, back, towing=towing, paid=paid))
