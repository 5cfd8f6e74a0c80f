"""Explains why a line does not belong in its place, in the game's words: what the round still needs."""

from __future__ import annotations

from collections.abc import Iterable

from engine.games.winds_of_plunder.state import Table
from engine.kernel.basics.plural import count_noun, join_names
from engine.kernel.facts import require_known
from engine.kernel.unknown import is_known


def setting_compasses(table: Table) -> str:
    """Name the players whose compass is set."""
    return _voting(table, "compass", (seat for seat, player in table.players.items() if player.compass is not None))


def bidding(table: Table) -> str:
    """Name the players who have bid."""
    return _voting(table, "bid", (seat for seat, player in table.players.items() if player.bid is not None))


def _voting(table: Table, what: str, done: Iterable[str]) -> str:
    there = [*done]
    waiting = [seat for seat in table.seats if seat not in there]
    if not is_known(table.round):
        return ""
    if not waiting:
        return f"in round {table.round} everybody's {what} is set, and they are turned up together first."
    return f"in round {table.round} the {what} of {join_names(waiting)} is still to be set."


def awarding(table: Table) -> str:
    """Name the tied players, and the player who decides."""
    if not is_known(table.blackbeard) or not table.tied:
        return ""
    return (
        f"{join_names(table.tied)} are tied for the highest bid, and {table.blackbeard} awards Blackbeard's tile first."
    )


def choosing_wind(table: Table) -> str:
    """Name the tied winds."""
    if not is_known(table.blackbeard) or not table.tied_winds:
        return ""
    return f"{join_names(table.tied_winds)} are tied, and {table.blackbeard} chooses the wind first."


def naming_first(table: Table) -> str:
    """Name the player who names the first one."""
    return f"{require_known(table.blackbeard)} holds Blackbeard's tile and names first who plunders."


def plundering(table: Table) -> str:
    """Name the active player, and what is left of the turn."""
    turn = table.turn
    if turn is None or not is_known(turn.seat) or not is_known(table.round) or not is_known(turn.spent):
        return ""
    sailed = "the ship has sailed" if turn.sailed else "the ship has not sailed yet"
    return f"round {table.round}, {turn.seat} plunders: {count_noun(max(0, turn.left), 'point')} left, {sailed}."


def at_the_end(table: Table) -> str:
    """Name the winner, with the points."""
    if not is_known(table.winner) or not table.winner:
        return ""
    seats = table.winner.split()
    points = table.players[seats[0]].vp
    with_points = f" with {points} VP" if is_known(points) else ""
    return f"{join_names(seats)} {'have' if len(seats) > 1 else 'has'} won{with_points}"
