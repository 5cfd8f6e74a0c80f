"""The Great White Crester wakes, comes for ships that rest, and is beaten."""

from __future__ import annotations

from typing import Any

from engine.games.windward.content import PORT
from engine.games.windward.events import MoveWhite, PlaceWhite, RollWhite
from engine.games.windward.folds.battle import begin_battle
from engine.games.windward.folds.losing import reached_in_port, white_unseen
from engine.games.windward.folds.turns import go_on
from engine.games.windward.reckoning import ships_on
from engine.games.windward.reckoning.chasing import last_spaces
from engine.games.windward.reckoning.great_white import corners, white_chase
from engine.games.windward.scoring import CAPTAINS, lives_lost_sight
from engine.games.windward.state import WHITE, Battle, Table, Turn
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known


def white_rolled(table: Table, event: RollWhite) -> None:
    """The White comes to the corner of the territory rolled, if it is free; else the roll is repeated."""
    place = _corner(table, event)
    if table.owed and table.owed[-1].what is RollWhite and (not is_known(place) or place):
        table.owed.pop()
    if not is_known(place) or place:
        table.white, table.white_awake = place, True
    go_on(table)


def _corner(table: Table, event: RollWhite) -> Any:  # noqa: ANN401 - a space, "" for none, or UNKNOWN
    if not is_known(event.space) or not is_known(event.value):
        return UNKNOWN
    if event.space:
        return event.space
    try:
        free = corners(table, event.value)
    except Undetermined:
        return UNKNOWN
    # A player has chosen one of several corners.
    return UNKNOWN if len(free) > 1 else free[0] if free else ""


def white_placed(table: Table, event: PlaceWhite) -> None:
    """The White is put onto a corner that a player chooses."""
    if table.owed and table.owed[-1].what is PlaceWhite:
        table.owed.pop()
    table.white, table.white_awake = event.space, True
    _lands_on_a_ship(table, event)
    go_on(table)


def _lands_on_a_ship(table: Table, event: PlaceWhite) -> None:
    """Under a reading the White may be put onto a ship's space, and fights it there."""
    ships = ships_on(table, event.space) if is_known(event.space) and table.terms.corner_chosen == "any-corner" else []
    if ships and table.battle is None and table.phase != "over" and (table.terms.allied or table.terms.white_last):
        begin_battle(table, Battle(WHITE, ships[0], event.space, event.space))


def white_moved(table: Table, event: MoveWhite) -> None:
    """The White has moved; on the ship's space there is a battle."""
    turn = table.turn
    if table.owed and table.owed[-1].what is MoveWhite:
        table.owed.pop()
    if turn is not None and is_known(turn.seat) and turn.seat != event.by:
        # It came for a ship whose turn is over.
        turn = None
    came_from = _came_from(table, turn, event)
    if turn is not None and is_known(turn.seat) and not is_known(event.to):
        white_unseen(table, turn)
    table.white, table.white_awake = event.to, True
    if turn is not None:
        turn.white_moved = True
        if is_known(event.to) and event.to == PORT:
            into_port(table, turn, came_from)
        else:
            _attack(table, turn, event, came_from)
    go_on(table)


def into_port(table: Table, turn: Turn, back: Any) -> None:  # noqa: ANN401 - a space, or UNKNOWN
    """The White has come into port: the ship that rests there is defeated (by a reading all are), and it goes back."""
    table.white = back
    if not is_known(turn.seat):
        lives_lost_sight(table, CAPTAINS)
        return
    for seat, player in table.players.items():
        there = is_known(player.at) and player.at == PORT and table.phase != "over"
        if there and (seat == turn.seat or table.terms.post_reached == "all-in-port"):
            reached_in_port(table, player, back)


def _came_from(table: Table, turn: Turn | None, event: MoveWhite) -> Any:  # noqa: ANN401 - a space, or UNKNOWN
    """Return the White's space before it reached the ship; UNKNOWN, if there are several ways."""
    if event.path and is_known(event.to) and all(map(is_known, event.path)):
        return next((space for space in reversed(event.path) if space != event.to), table.white)
    if turn is None or not is_known(turn.seat) or not is_known(event.to) or event.path:
        return UNKNOWN
    try:
        chase = white_chase(table, turn.seat)
        backs = last_spaces(table, chase) if chase.ship == event.to else []
    except Undetermined:
        return UNKNOWN
    return backs[0] if len(backs) == 1 else UNKNOWN if backs else table.white


def _attack(table: Table, turn: Turn, event: MoveWhite, came_from: Any) -> None:  # noqa: ANN401 - as above
    ship = table.players[turn.seat] if is_known(turn.seat) else None
    if (
        ship is None
        or not is_known(ship.at)
        or not is_known(event.to)
        or ship.at != event.to
        or table.battle is not None
    ):
        return
    if table.phase == "over":
        return
    if table.terms.white_attacker == "ship-attacks":
        # A ship that came from nowhere has no place to go back to.
        back = ship.previous if not is_known(ship.previous) or ship.previous else event.to
        begin_battle(table, Battle(ship.seat, WHITE, event.to, back))
    else:
        begin_battle(table, Battle(WHITE, ship.seat, event.to, came_from))
