"""Supply cards: their effects, whether the edition's rulebook names them, and where their copies are."""

from __future__ import annotations

from engine.games.windward.events import DropCargo, PlayCard
from engine.games.windward.state import Table
from engine.kernel.events import Event
from engine.kernel.unknown import Undetermined, is_known


def does(table: Table, card: str, *effects: str) -> bool:
    """Return whether a card is known to have one of these effects."""
    if not is_known(card):
        raise Undetermined
    effect = table.content.card(card).effect
    return is_known(effect) and effect in effects


def unnamed(table: Table, card: str) -> bool:
    """Return whether a reading bars a card because the edition's rulebook does not name it."""
    return table.terms.other_cards == "named-only" and card in table.terms.unnamed_cards.split()


def copies_seen(table: Table, card: str, stack: int) -> int:
    """Count the copies of a card that are certainly not in a stack: in hands, on other tops, in the discards."""
    tops = [top for place, top in enumerate(table.tops, 1) if place != stack]
    out = [*tops, *table.discards, *(one for player in table.players.values() for one in player.hand)]
    return [one for one in out if is_known(one)].count(card)


def open_off_turn(table: Table, event: Event) -> bool:
    """Return whether a reading allows an act in another's turn, so that it does not prove that turn to be over."""
    if isinstance(event, PlayCard):
        return table.terms.off_turn_cards == "any-time"
    return isinstance(event, DropCargo) and table.terms.off_turn_drops == "any-time"
