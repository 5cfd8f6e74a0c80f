"""Explains why a line does not belong in its place, in the game's words: the state of the voyage."""

from __future__ import annotations

from engine.games.north_wind.reckoning import newest
from engine.games.north_wind.state import ACTIONS, PIRATE_PRICE, Table, Turn
from engine.games.north_wind.task_board import on_board
from engine.kernel.basics.plural import count_noun, join_names
from engine.kernel.facts import require_known
from engine.kernel.unknown import Undetermined, is_known


def before_sailing(table: Table) -> str:
    """Name the player whose turn begins."""
    turn = _turn(table)
    return f"{turn.seat}'s turn begins ({_purse(table, turn)}), and no stack is chosen yet."


def on_voyage(table: Table) -> str:
    """Name the open tile, and what is left to do."""
    turn, drawn = _turn(table), newest(table)
    if drawn is None:
        return f"{turn.seat}'s voyage has begun, and no tile is revealed yet."
    tile = f", {drawn.tile}," if is_known(drawn.tile) else ""
    actions = f"; {turn.actions} of {ACTIONS} actions are done" if is_known(turn.actions) else ""
    return f"tile {len(turn.row)} of {turn.seat}'s voyage{tile} lies open{actions}."


def in_fog(table: Table) -> str:
    """Name the tile that is fog."""
    turn = _turn(table)
    return f"tile {len(turn.row)} of {turn.seat}'s voyage is fog, and the white die is not rolled yet."


def before_pirate(table: Table) -> str:
    """Name the pirate's strength, and what the ship has against it."""
    turn = _turn(table)
    ship = f"{_purse(table, turn)}, {_cannons(table, turn)}"
    met = f"{turn.seat} has met a pirate of strength {require_known(turn.strength)}"
    return f"{met}, to be paid {PIRATE_PRICE} gold or fought ({ship})."


def in_battle(table: Table) -> str:
    """Describe the battle so far."""
    turn = _turn(table)
    hits = f" and made {count_noun(turn.hits, 'hit')}" if is_known(turn.hits) and turn.rolls else ""
    rolled = f"has rolled {count_noun(turn.rolls, 'time')}{hits}" if turn.rolls else "has not rolled the black die yet"
    against = f"a pirate of strength {require_known(turn.strength)} with {_cannons(table, turn)}"
    return f"{turn.seat} fights {against} and {rolled}."


def back_home(table: Table) -> str:
    """Name the reason why the voyage ended."""
    turn = _turn(table)
    left = "only letters for its last tile and the shuffle are left"
    return f"{turn.seat}'s voyage ended {_why(table, turn)}; {left}."


def _why(table: Table, turn: Turn) -> str:
    match turn.reason:
        case "actions":
            return f"with action {ACTIONS}"
        case "range":
            return f"with tile {len(turn.row)}, which is as far as it sails"
        case "defeat" if turn.fought:
            return (
                f"in defeat ({count_noun(require_known(turn.hits), 'hit')} against strength "
                f"{require_known(turn.strength)})"
            )
        case "defeat":
            ship = f"{_purse(table, turn)}, {_cannons(table, turn)}"
            return f"in defeat ({ship}, against strength {require_known(turn.strength)})"
    raise Undetermined


def at_the_end(table: Table) -> str:
    """Name the winner, with the number of tokens."""
    seats = require_known(table.winner).split()
    if not seats:
        return ""
    tokens = count_noun(on_board(table, seats[0]), "token")
    return f"{join_names(seats)} {'have' if len(seats) > 1 else 'has'} {tokens} on the board"


def _turn(table: Table) -> Turn:
    if table.turn is None or not is_known(table.turn.seat):
        raise Undetermined
    return table.turn


def _purse(table: Table, turn: Turn) -> str:
    gold = table.players[turn.seat].gold
    return f"gold {gold}" if is_known(gold) else "gold unknown"


def _cannons(table: Table, turn: Turn) -> str:
    cannons = table.players[turn.seat].cannons
    return count_noun(cannons, "cannon") if is_known(cannons) else "nobody knows how many cannons"
