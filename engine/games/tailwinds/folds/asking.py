"""Parlay: whose hand holds which Rainbow card, also where nobody wrote down what was answered."""

from __future__ import annotations

from engine.games.tailwinds.state import Player, Table, Turn
from engine.kernel.unknown import UNKNOWN, is_known

# Asker and giver.
PAIR = 2


def cards_exchanged(turn: Turn, asker: Player, giver: Player) -> None:
    """Two players exchange what they hold; who holds nothing gives nothing."""
    asker.rainbow, giver.rainbow = giver.rainbow, asker.rainbow
    turn.gained += [f"parlay:{card}" for card in asker.rainbow]


def hands_uncertain(table: Table, asker: str, givers: list[str]) -> None:
    """The asker may have exchanged cards with one of these, or with nobody."""
    seats = [asker, *givers]
    if not any(table.players[seat].rainbow for seat in seats):
        return
    table.perhaps = {seat: tuple(table.players[seat].rainbow) for seat in seats}
    for seat in seats:
        table.players[seat].rainbow = [UNKNOWN]


def hands_certain(table: Table) -> None:
    """The answer is known after all: before it, each held what they had."""
    for seat, cards in table.perhaps.items():
        table.players[seat].rainbow = list(cards)
    table.perhaps = {}


def hands_shown(table: Table, seat: str, card: str) -> None:
    """A card is played by one of those who may have exchanged theirs: it shows the answer, if only one had it."""
    before, asker = table.perhaps, next(iter(table.perhaps), "")
    if seat not in before:
        return
    if not is_known(card):
        table.perhaps = {}
        return
    holders = [s for s, cards in before.items() if any(is_known(c) and c == card for c in cards)]
    doubtful = any(not is_known(c) for cards in before.values() for c in cards)
    if doubtful or len(holders) != 1 or (len(before) > PAIR and seat != asker and holders[0] not in {seat, asker}):
        # It cannot be told apart any more.
        table.perhaps = {}
        return
    hands_certain(table)
    if holders[0] != seat:
        one, other = table.players[seat], table.players[holders[0]]
        one.rainbow, other.rainbow = other.rainbow, one.rainbow
    elif len(before) > PAIR and seat != asker:
        # This one kept the card; whether another gave theirs is as open as before.
        hands_uncertain(table, asker, [s for s in before if s not in {asker, seat}])


def may_hold(table: Table, seat: str, card: str) -> bool:
    """Say whether a player may hold a card, for all that is known of an exchange that may have been."""
    before = table.perhaps
    if seat not in before:
        return True
    cards = [c for held in before.values() for c in held]
    return any(not is_known(c) or c == card for c in cards)
