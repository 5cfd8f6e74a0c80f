"""Moves of the Great White Crester: to a corner of the planet when it wakes, and towards ships that rest."""

from __future__ import annotations

from engine.games.windward.content import PORT
from engine.games.windward.content.pieces import AROUND
from engine.games.windward.reckoning import boats_on, ships_on, sure_planet
from engine.games.windward.reckoning.chasing import ANY_TERRITORY, Chase, goals
from engine.games.windward.state import Table, Turn
from engine.kernel.unknown import Undetermined, is_known

# How many spaces the White moves in a cooperative game, by difficulty.
DIFFICULTIES = {"easy": 5, "normal": 6, "hard": 7, "impossible": 8}


def corners(table: Table, territory: int = 0) -> list[str]:
    """List the corners of a territory, or of the planet, to which the White may come."""
    return [space for space in sure_planet(table).showing(AROUND, territory) if not taken_by(table, space)]


def taken_by(table: Table, space: str) -> str:
    """Return the piece that keeps the White off a corner: a ship or a Red, by a reading any piece; "" for none."""
    chosen = table.terms.allied or table.terms.white_last
    if chosen and table.terms.corner_chosen == "any-corner":
        return ""
    of_reds = not chosen or table.terms.corner_chosen == "free-only"
    if any(not is_known(player.at) for player in table.players.values()) or (of_reds and table.reds_untold):
        raise Undetermined
    if ships := ships_on(table, space):
        return f"{ships[0]}'s ship"
    if of_reds and space in table.reds:
        return "a Red"
    if chosen or table.terms.white_corner == "higher-layer":
        return ""
    if table.greys_untold:
        raise Undetermined
    boats = boats_on(table, space)
    return "a Grey" if space in table.greys else boats[0].replace(".", "'s longboat ") if boats else ""


def white_chase(table: Table, seat: str) -> Chase:
    """Build the situation of the White that comes for a player's ship; raises `Undetermined` if it is unknown."""
    laid, ship, white = sure_planet(table), table.players[seat].at, table.white
    ships = [player.at for one, player in table.players.items() if one != seat]
    barred = table.terms.white_and_reds == "blocked-by-reds"
    if not is_known(ship) or not is_known(white) or not all(map(is_known, ships)) or (barred and table.reds_untold):
        raise Undetermined
    to_port = table.terms.allied and ship == PORT
    if white not in laid.places or not (to_port or ship in laid.places):
        raise Undetermined
    reds = frozenset(table.reds) - {white} if barred else frozenset[str]()
    stays = (table.terms.white_blocked if table.terms.allied else table.terms.blocked_red) == "no-path-no-move"
    from_shore = table.terms.post_distance == "must-stop-on-ring"
    away = frozenset(ships) - {PORT}
    return Chase(laid, white, ship, white_speed(table), ANY_TERRITORY, away, reds, stays=stays, from_shore=from_shore)


def white_speed(table: Table) -> int:
    """Return how many spaces the White moves; raises `Undetermined` if the difficulty is unknown."""
    if not table.terms.allied:
        return table.terms.white_move
    if not is_known(table.difficulty):
        raise Undetermined
    return DIFFICULTIES[table.difficulty]


def exempt(table: Table, turn: Turn) -> bool:
    """Return whether the White stays because it has fought this player in this turn, as a reading says."""
    at = table.players[turn.seat].at
    in_port = table.terms.allied and is_known(at) and at == PORT
    return turn.white_fought and (table.terms.post_after_battle if in_port else table.terms.white_exempt) == "exempt"


def white_goals(table: Table, turn: Turn) -> list[str]:
    """List the spaces that the White may reach in this rest; none, if it does not move."""
    if not table.terms.white_plays or turn.white_moved:
        return []
    if not is_known(table.white):
        raise Undetermined
    ship = table.players[turn.seat].at
    if not table.white or exempt(table, turn):
        return []
    if not is_known(ship):
        raise Undetermined
    there = (table.terms.allied and ship == PORT) or ship in sure_planet(table).places
    return goals(table, white_chase(table, turn.seat)) if there else []
