"""Where each piece goes after a battle, for folds and rules: one paragraph for each outcome."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games.windward.content import PORT
from engine.games.windward.content.pieces import DRIFT
from engine.games.windward.reckoning import is_ship, planet
from engine.games.windward.reckoning.battle import OTHER, piece_of, side_of_piece
from engine.games.windward.reckoning.meeting import met_by_ship
from engine.games.windward.state import ATTACK, DEFEND, GREY, RED, WHITE, Battle, Table
from engine.games.windward.terms import Terms
from engine.kernel.unknown import is_known

# The outcomes of a battle.
DRAWN, CALLED_OFF, SURVIVED, SHIP_LOST, BEATEN, OPEN = "drawn", "called-off", "survived", "ship-lost", "beaten", "open"
# A ship lost without a battle, to a White that has come into port.
LOST_IN_PORT = "lost-in-port"
# Where a piece goes: back to its previous place, nowhere, to port, to its board, or into the winner's hold. LIES: it
# stays where it was beaten.
BACK, STAYS, TO_PORT, TO_BOARD, TO_HOLD, LIES, GONE = "back", "stays", "port", "board", "hold", "lies", "gone"

# A beaten longboat returns to its board. A Grey lies where it lived, towed by the longboat that has won. A Red goes
# into the hold of the ship that has won, or lies there if that is full. The winner stays.
WHERE_BEATEN: Mapping[str, str] = {"longboat": TO_BOARD, GREY: LIES, RED: TO_HOLD, WHITE: GONE}


def who_goes_where(terms: Terms, battle: Battle, how: str, winner: str) -> dict[str, str]:
    """Return where each side goes."""
    # After a tie or a false flag the attacker goes back; the defender stays.
    if how in {DRAWN, CALLED_OFF}:
        return {ATTACK: BACK, DEFEND: STAYS}
    won = side_of_piece(battle, winner)
    lost = OTHER[won]
    # A ship has lost and has morale left: the attacker goes back, whether it has won or lost.
    if how == SURVIVED:
        goes = _goes_back(terms, battle, won)
        return {side: BACK if side == goes else STAYS for side in (ATTACK, DEFEND)}
    # A ship is lost: it comes to port, and the winner stays; under one reading an attacker goes back.
    if how == SHIP_LOST:
        moves_on = terms.winner_of_lost == "moves-back" and won == ATTACK
        return {won: BACK if moves_on else STAYS, lost: TO_PORT}
    loser = piece_of(battle, lost)
    return {won: STAYS, lost: WHERE_BEATEN[loser if loser in WHERE_BEATEN else "longboat"]}


def _goes_back(terms: Terms, battle: Battle, won: str) -> str:
    """Return the side that goes back if a ship has lost and has morale left; "" for none."""
    # The full edition: the attacker. The classic one: the ship that has won.
    if terms.moves_back == "winner-moves-back":
        return won
    if terms.moves_back == "attacking-ships-only" and not is_ship(battle.attacker):
        return ""
    return ATTACK


def tow_follows(terms: Terms, battle: Battle) -> bool:
    """Return whether a Grey goes back with the longboat that came with it in tow."""
    return battle.towing and terms.tied_tow == "tow-follows"


def came_from(table: Table, start: Any, to: str) -> Any:  # noqa: ANN401 - a place, or UNKNOWN
    """Return a ship's place before its battle: its last one, or under a reading the adjacent space nearest to that.

    Ships come from afar by zephyrs and around the planet. Out of port they come to a space next to it.
    """
    laid = planet(table)
    if table.terms.previous_space == "last-location" or not is_known(start) or start == PORT or laid is None:
        return start
    if start not in laid.places or to not in laid.places or laid.distance(start, to) <= 1:
        return start
    free = [one for one in laid.near[to].values() if laid.shows[one] != DRIFT and not met_by_ship(table, "", one)]
    return min(free, key=lambda one: (laid.distance(one, start), one), default=start)
