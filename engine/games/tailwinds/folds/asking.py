"""Parlay: tracks which hand holds which Rainbow card, even where the answer is missing in the log."""

from __future__ import annotations

from engine.games.tailwinds.state import Player, Table, Turn
from engine.kernel.unknown import UNKNOWN, is_known

# Asker and giver.
PAIR = 2


def cards_exchanged(turn: Turn, asker: Player, giver: Player) -> None:
    """Two players exchange their Rainbow cards; one without a card gives none."""
    asker.rainbow, giver.rainbow = giver.rainbow, asker.rainbow
    turn.gained += [f"parlay:{card}" for card in asker.rainbow]


def hands_uncertain(table: Table, asker: str, givers: list[str]) -> None:
    """The asker may have exchanged cards with one of these players, or with none."""
    seats = [asker, *givers]
    if not any(table.players[seat].rainbow for seat in seats):
        return
    table.perhaps = {seat: tuple(table.players[seat].rainbow) for seat in seats}
    for seat in seats:
        table.players[seat].rainbow = [UNKNOWN]


def hands_certain(table: Table) -> None:
    """The answer is now known: each player has what they held before it."""
    for seat, cards in table.perhaps.items():
        table.players[seat].rainbow = list(cards)
    table.perhaps = {}


def hands_shown(table: Table, seat: str, card: str) -> None:
    """A player who may have exchanged cards plays one. It reveals the answer, if only one player had it."""
    before, asker = table.perhaps, next(iter(table.perhaps), "")
    if seat not in before:
        return
    if not is_known(card):
        table.perhaps = {}
        return
    holders = [s for s, cards in before.items() if any(is_known(c) and c == card for c in cards)]
    doubtful = any(not is_known(c) for cards in before.values() for c in cards)
    if doubtful or len(holders) != 1 or (len(before) > PAIR and seat != asker and holders[0] not in {seat, asker}):
        # The owners can no longer be determined.
        table.perhaps = {}
        return
    hands_certain(table)
    if holders[0] != seat:
        one, other = table.players[seat], table.players[holders[0]]
        one.rainbow, other.rainbow = other.rainbow, one.rainbow
    elif len(before) > PAIR and seat != asker:
        # This player kept the card; whether another gave theirs is as open as before.
        hands_uncertain(table, asker, [s for s in before if s not in {asker, seat}])


def may_hold(table: Table, seat: str, card: str) -> bool:
    """Return whether a player may hold a card, given an exchange that may have happened."""
    before = table.perhaps
    if seat not in before:
        return True
    cards = [c for held in before.values() for c in held]
    return any(not is_known(c) or c == card for c in cards)
