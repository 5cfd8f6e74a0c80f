"""What is reckoned before the first turn: who may start, how many cards each is dealt, and which sides may be up."""

from __future__ import annotations

from engine.games.windward.content.pieces import LARGE, SMALL
from engine.games.windward.state import Table
from engine.kernel.unknown import Undetermined, is_known

HANDS = (2, 3, 4, 5, 5)
TWO = 2


def leading(rolls: dict[str, int]) -> list[str]:
    """Who rolled highest; raises `Undetermined` where a roll has not been written down."""
    if not all(map(is_known, rolls.values())):
        raise Undetermined
    most = max(rolls.values())
    return [seat for seat, value in rolls.items() if value == most]


def whole_rounds(table: Table) -> list[dict[str, int]]:
    """The rounds of start rolls in which everybody has rolled who was to."""
    whole, due = list[dict[str, int]](), set(table.seats)
    for rolls in table.start_rolls:
        if not due <= rolls.keys():
            break
        whole.append(rolls)
        due = set(table.seats if table.terms.tied_start == "reroll-all" else leading(rolls))
    return whole


def may_start(table: Table) -> list[str]:
    """Who may be named to start after the rolls that are written down; a last roll among the tied may be left out."""
    whole = whole_rounds(table)
    if not whole:
        return list(table.seats)
    ahead = leading(whole[0] if table.terms.tied_start == "table-choice" else whole[-1])
    again = len(ahead) > 1 and table.terms.tied_start == "reroll-all"
    return list(table.seats) if again else ahead


def may_roll(table: Table) -> list[str]:
    """Who may roll for the start now: everybody once, then those who are level."""
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
    """How many cards a player is dealt, by the place in the order of turns; 0 where nobody knows who starts."""
    if table.terms.dealt:
        return table.terms.dealt
    if not is_known(table.first) or not table.first:
        return 0
    seats, place = table.seats, table.seats.index(table.first)
    order = (*seats[place:], *seats[:place])
    return HANDS[min(order.index(seat), len(HANDS) - 1)]


def first_turn_begins(table: Table) -> bool:
    """Say whether the first turn has begun, and nothing been done in it."""
    turn = table.turn
    return turn is not None and turn.idle and table.round == 1 and turn.seat == table.first


def sides(table: Table) -> list[str]:
    """Which sides of the tiles may be up."""
    if table.terms.allied:
        return [LARGE]
    if table.terms.small_side == "laid":
        return [SMALL]
    if len(table.seats) != TWO:
        return [LARGE] if table.terms.small_side == "variant" else [LARGE, SMALL]
    settled = table.terms.two_player_planet
    return [settled] if settled in {LARGE, SMALL} else [LARGE, SMALL]
