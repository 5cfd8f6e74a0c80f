"""Explains why a line does not belong in its place, in the game's words: which player must act first."""

from __future__ import annotations

from engine.games.tailwinds.state import WAITING, Table
from engine.kernel.basics.plural import count_noun, join_names
from engine.kernel.unknown import is_known


def lining_up(table: Table) -> str:
    """Name the players whose boats are still to be placed."""
    left = {seat: sum(boat.state == WAITING for boat in player.boats) for seat, player in table.players.items()}
    waiting = [f"{seat} {count_noun(count, 'boat')}" for seat, count in left.items() if count]
    return f"the boats are lined up, and to be placed are still: {', '.join(waiting)}." if waiting else ""


def choosing(table: Table) -> str:
    """Name the players who have still to choose a card."""
    waiting = [seat for seat, player in table.players.items() if player.card is None and player.size]
    if not waiting:
        return "all cards are chosen, and are turned up together first."
    return (
        f"everybody chooses a card, and {join_names(waiting)} {'have' if len(waiting) > 1 else 'has'} chosen none yet."
    )


def resolving(table: Table) -> str:
    """Name the player whose card is resolved, and the points left."""
    turn = table.turn
    if turn is None or not is_known(turn.seat) or not is_known(turn.card.id) or turn.card.id == "??":
        return ""
    left = turn.left
    points = f", with {count_noun(left, 'point')} left" if is_known(left) and left > 0 else ""
    return f"{turn.seat} resolves {turn.card.id}{points}."


def at_the_end(table: Table) -> str:
    """Name the winner, or say that no player can win."""
    if not is_known(table.winner):
        return ""
    if table.winner == "none":
        return "nobody has won: no player is left who may"
    seats = table.winner.split()
    return f"{join_names(seats)} {'have' if len(seats) > 1 else 'has'} won" if seats else ""
