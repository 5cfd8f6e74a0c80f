"""What is known of supply cards: what one does, whether the rulebook at hand names it, and where its copies are."""

from __future__ import annotations

from engine.games.windward.events import DropCargo, PlayCard
from engine.games.windward.state import Table
from engine.kernel.events import Event
from engine.kernel.unknown import Undetermined, is_known


def does(table: Table, card: str, *effects: str) -> bool:
    """Say whether a card is known to do one of these things."""
    if not is_known(card):
        raise Undetermined
    effect = table.content.card(card).effect
    return is_known(effect) and effect in effects


def unnamed(table: Table, card: str) -> bool:
    """Say whether a card is barred because the rulebook at hand does not name it, as one reading has it."""
    return table.terms.other_cards == "named-only" and card in table.terms.unnamed_cards.split()


def copies_seen(table: Table, card: str, stack: int) -> int:
    """How many copies of a card are certainly elsewhere than on a stack: in hands, on other tops, in the discards."""
    tops = [top for place, top in enumerate(table.tops, 1) if place != stack]
    out = [*tops, *table.discards, *(one for player in table.players.values() for one in player.hand)]
    return [one for one in out if is_known(one)].count(card)


def open_off_turn(table: Table, event: Event) -> bool:
    """Say whether an act may be done in another's turn, by a reading, so that it does not show that one to be over."""
    if isinstance(event, PlayCard):
        return table.terms.off_turn_cards == "any-time"
    return isinstance(event, DropCargo) and table.terms.off_turn_drops == "any-time"
