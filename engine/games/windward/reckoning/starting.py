"""Calculations before the first turn: possible first players, sizes of hands, and sides of the tiles."""

from __future__ import annotations

from engine.games.windward.content.pieces import LARGE, SMALL
from engine.games.windward.state import Table
from engine.kernel.unknown import Undetermined, is_known

HANDS = (2, 3, 4, 5, 5)
TWO = 2


def leading(rolls: dict[str, int]) -> list[str]:
    """List the players who rolled highest; raises `Undetermined` if a roll is unknown."""
    if not all(map(is_known, rolls.values())):
        raise Undetermined
    most = max(rolls.values())
    return [seat for seat, value in rolls.items() if value == most]


def whole_rounds(table: Table) -> list[dict[str, int]]:
    """Return the rounds of start rolls in which all players have rolled who had to."""
    whole, due = list[dict[str, int]](), set(table.seats)
    for rolls in table.start_rolls:
        if not due <= rolls.keys():
            break
        whole.append(rolls)
        due = set(table.seats if table.terms.tied_start == "reroll-all" else leading(rolls))
    return whole


def may_start(table: Table) -> list[str]:
    """List the players who may start after the rolls in the log; a last roll among the tied may be left out."""
    whole = whole_rounds(table)
    if not whole:
        return list(table.seats)
    ahead = leading(whole[0] if table.terms.tied_start == "table-choice" else whole[-1])
    again = len(ahead) > 1 and table.terms.tied_start == "reroll-all"
    return list(table.seats) if again else ahead


def may_roll(table: Table) -> list[str]:
    """List the players who may roll for the start now: each once, then those who are tied."""
    rolled = table.start_rolls[-1] if table.start_rolls else {}
    whole = whole_rounds(table)
    if len(whole) < len(table.start_rolls):
        before = leading(whole[-1]) if whole and table.terms.tied_start == "reroll-tied" else list(table.seats)
        return [seat for seat in before if seat not in rolled]
    ahead = leading(whole[-1]) if whole else list(table.seats)
    if whole and len(ahead) == 1 and table.terms.tied_start != "table-choice":
        return []
    return ahead if table.terms.tied_start == "reroll-tied" else list(table.seats)


def hand_of(table: Table, seat: str) -> int:
    """Return how many cards a player is dealt, by the order of turns; 0 if the first player is unknown."""
    if table.terms.dealt:
        return table.terms.dealt
    if not is_known(table.first) or not table.first:
        return 0
    seats, place = table.seats, table.seats.index(table.first)
    order = (*seats[place:], *seats[:place])
    return HANDS[min(order.index(seat), len(HANDS) - 1)]


def first_turn_begins(table: Table) -> bool:
    """Return whether the first turn has begun, without any act in it."""
    turn = table.turn
    return turn is not None and turn.idle and table.round == 1 and turn.seat == table.first


def sides(table: Table) -> list[str]:
    """List the sides of the tiles that may be up."""
    if table.terms.allied:
        return [LARGE]
    if table.terms.small_side == "laid":
        return [SMALL]
    if len(table.seats) != TWO:
        return [LARGE] if table.terms.small_side == "variant" else [LARGE, SMALL]
    settled = table.terms.two_player_planet
    return [settled] if settled in {LARGE, SMALL} else [LARGE, SMALL]
