"""Explains why a line does not belong in its place, in the game's words: the state of set-up or battle."""

from __future__ import annotations

from engine.games.windward.content import PORT
from engine.games.windward.reckoning.cresters import greys_wanted
from engine.games.windward.reckoning.telling_battles import told
from engine.games.windward.scoring import CAPTAINS_LOST, IN_PORT, SHIP_LOST
from engine.games.windward.state import Table
from engine.kernel.basics.plural import count_noun, join_names
from engine.kernel.facts import require_known
from engine.kernel.unknown import Undetermined, is_known


def setting_up(table: Table) -> str:
    """Name the parts of the table that are still to be set."""
    if not table.tiles:
        lacks = "no planet is laid yet"
    elif not table.wind_set and table.terms.wind_in_set_up:
        lacks = "the wind is not rolled for yet"
    elif (greys := require_known(greys_wanted(table))) > 0:
        lacks = f"{count_noun(greys, 'Grey')} {'is' if greys == 1 else 'are'} still to come"
    else:
        lacks = "nobody is named to start yet"
    return f"the table is still being set up, and {lacks}."


def in_battle(table: Table) -> str:
    """Describe the state of the battle."""
    if table.battle is None:
        raise Undetermined
    return f"a battle is on. {told(table, table.battle)}"


def at_rest(table: Table) -> str:
    """Name the player whose ship rests."""
    turn = table.turn
    if turn is None or not is_known(turn.seat):
        raise Undetermined
    space = require_known(table.players[turn.seat].at)
    where = "in port" if space == PORT else f"on {space}"
    return f"{turn.seat}'s ship rests {where}, and the turn is over but for what comes to it."


# How players lost who have no opponent among the seats.
LOST = {
    SHIP_LOST: "{seat}'s ship was lost",
    IN_PORT: "{seat}'s turn ended in port",
    CAPTAINS_LOST: "the captains have no life left",
}


def at_the_end(table: Table) -> str:
    """Name the winner, with the notoriety if it decided; or say how all have lost."""
    if table.ending in LOST:
        return f"nobody has won: {LOST[table.ending].format(seat=table.seats[0])}"
    seats = [seat for seat in require_known(table.winner).split() if seat in table.players]
    if not seats:
        return ""
    notoriety = table.players[seats[0]].notoriety
    decides = len(seats) == 1 < len(table.seats) and is_known(notoriety)
    won = f"{join_names(seats)} {'have' if len(seats) > 1 else 'has'} won"
    return f"{won} with {notoriety} notoriety" if decides else won
