"""Notoriety and lives, and the end of the game: last turns after 15 notoriety, or a side without lives."""

from __future__ import annotations

from typing import Any

from engine.games.windward.events import RollWhite
from engine.games.windward.state import GOAL, GREY_TOOTH, RED_TOOTH, Player, Table
from engine.kernel.facts import spell_names
from engine.kernel.table import Owed
from engine.kernel.unknown import UNKNOWN, is_known

# How a game ends: after the last turns, or after further rounds that broke a tie.
LAST_TURNS, PLAYED_OFF = "last-turns", "played-off"
# How a solo game ends: the White was beaten; the ship was lost, or was in port at the end of a turn.
WHITE_BEATEN, SHIP_LOST, IN_PORT = "white-beaten", "ship-lost", "in-port"
# How a cooperative game ends: the White has no life left, or the captains have none.
WHITE_SLAIN, CAPTAINS_LOST = "white-slain", "captains-lost"
ENDINGS = (LAST_TURNS, PLAYED_OFF, WHITE_BEATEN, SHIP_LOST, IN_PORT, WHITE_SLAIN, CAPTAINS_LOST)
# The sides that have lives.
CAPTAINS, OF_WHITE = "captains", "white"
WORTH = {RED_TOOTH: 4, GREY_TOOTH: 3}
WHITE_WORTH = 6


def gain(table: Table, seat: str, notoriety: Any) -> None:  # noqa: ANN401 - a number, or UNKNOWN
    """Add notoriety to a player. The first to reach the end of the track brings the end of the game."""
    player = table.players[seat]
    player.notoriety += notoriety
    _wakes(table, player)
    if not table.terms.track_ends:
        return
    if not is_known(player.notoriety):
        table.perhaps_over = True
    elif player.notoriety >= GOAL and is_known(table.trigger) and not table.trigger:
        table.trigger, turn = seat, table.turn
        off_turn = turn is not None and is_known(turn.seat) and turn.seat != seat
        table.one_more_turn = off_turn and table.terms.off_turn_trigger == "one-more-turn"


def _wakes(table: Table, player: Player) -> None:
    """Wake the White if this player is the first with enough notoriety."""
    if not table.terms.white_at or table.white_awake:
        return
    if not is_known(player.notoriety):
        table.white = UNKNOWN
    elif player.notoriety >= table.terms.white_at:
        table.white_awake, table.white_waker = True, player.seat
        table.owed.append(Owed(RollWhite, "WW-WHITE-02", "The roll for the Great White Crester"))


def captains_lose_a_life(table: Table) -> None:
    """A ship was lost in any way: in a cooperative game the captains lose a life."""
    _a_life_less(table, CAPTAINS)


def white_loses_a_life(table: Table) -> None:
    """The White was beaten, and loses one of its lives."""
    _a_life_less(table, OF_WHITE)


def _a_life_less(table: Table, whose: str) -> None:
    if whose not in table.lives or table.phase == "over":
        return
    table.lives[whose] -= 1
    lives_out(table, whose)


def lives_out(table: Table, whose: str) -> None:
    """A side without lives has lost the game: all captains win together, or none of them."""
    left = table.lives[whose]
    if not is_known(left):
        table.perhaps_over = True
    elif left <= 0:
        won = whose == OF_WHITE
        over(table, spell_names(table.seats) if won else "", WHITE_SLAIN if won else CAPTAINS_LOST)


def lives_lost_sight(table: Table, whose: str) -> None:
    """It is unknown whether a side has lost a life."""
    if whose in table.lives:
        table.lives[whose], table.perhaps_over = UNKNOWN, True


def redeem(table: Table, player: Player) -> None:
    """Exchange all teeth in the hold for notoriety, if they bring any."""
    if not table.terms.track_ends:
        return
    worth = sum(player.cargo[tooth] * notoriety for tooth, notoriety in WORTH.items())
    if not is_known(worth) or worth:
        gain(table, player.seat, worth)
    player.cargo |= dict.fromkeys(WORTH, 0)
    player.kept_teeth = False


def perhaps_redeem(table: Table, player: Player) -> None:
    """A ship may have come into port: it may have exchanged its teeth, or still have them."""
    teeth = [tooth for tooth in WORTH if not is_known(player.cargo[tooth]) or player.cargo[tooth]]
    if table.terms.track_ends and teeth:
        gain(table, player.seat, UNKNOWN)
        player.cargo |= dict.fromkeys(teeth, UNKNOWN)


def leaders(table: Table) -> list[str]:
    """List the players with the most notoriety; none, if it is not known of all."""
    points = {seat: player.notoriety for seat, player in table.players.items()}
    if not all(map(is_known, points.values())):
        return []
    most = max(points.values())
    return [seat for seat, number in points.items() if number == most]


def _level(table: Table) -> bool:
    """Return whether any two players have the same notoriety."""
    points = [player.notoriety for player in table.players.values()]
    return len(set(points)) < len(points)


def last_turns_over(table: Table, seat: str) -> bool:
    """End the game before this player's turn, if this player brought the end; return whether it is over."""
    if not is_known(table.trigger) or not table.trigger or seat != table.trigger or table.ending:
        return False
    if table.one_more_turn:
        table.one_more_turn = False
        return False
    if table.terms.teeth_at_end == "scored-at-end":
        for player in table.players.values():
            if player.kept_teeth:
                redeem(table, player)
    first = leaders(table)
    if not first:
        table.perhaps_over = True
        return False
    if len(first) > 1 or (table.terms.level_players == "any-tie" and _level(table)):
        table.extra_rounds += 1
        return False
    over(table, first[0])
    return True


def over(table: Table, winner: str, ending: str = "") -> None:
    """The game is over."""
    table.phase, table.active = "over", ""
    table.owed.clear()
    table.winner = winner
    table.ending = ending or (PLAYED_OFF if table.extra_rounds else LAST_TURNS)


def reopened(table: Table) -> None:
    """The players continued after the end, so the game is open again."""
    table.said_over = False
    seat = table.turn.seat if table.turn is not None else UNKNOWN
    table.phase, table.active = "turn", seat
