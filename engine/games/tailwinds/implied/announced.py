"""Infers the content of announced events: a refill, a roll, an answer, another card."""

from __future__ import annotations

from engine.games.tailwinds import events as e
from engine.games.tailwinds.reckoning import owing_a_card
from engine.games.tailwinds.state import Table
from engine.kernel.events import Claim, Event
from engine.kernel.table import Owed
from engine.kernel.unknown import UNKNOWN, is_known

# Outcomes of chance whose content stays unknown.
OPEN: frozenset[type[Event]] = frozenset({e.Refill, e.RollDie})


def awaited(table: Table, owed: Owed, event: Event) -> Event | None:
    """Return a missing refill, roll or answer with unknown content, or a replacement that revealed cards show."""
    if owed.is_settled_by(event) or (isinstance(event, Claim) and not _reads(table, event, owed)):
        return None
    if owed.what is e.Replace:
        return _replacement_shown(table, event)
    if owed.what is e.Answer:
        by = owed.seats[0] if len(owed.seats) == 1 else UNKNOWN
        return e.Answer(by, "no" if _after_a_refusal(event) else UNKNOWN)
    return owed.as_event() if owed.what in OPEN else None


def _reads(table: Table, claim: Claim, owed: Owed) -> bool:
    """Return whether a claim states what is due."""
    if not is_known(claim.fact):
        return False
    if owed.what is e.Answer:
        return claim.fact.endswith(".rainbow")
    if owed.what is e.RollDie:
        # Points that are claimed between throw and roll do not include it.
        turn = table.turn
        so_far = {} if turn is None else {"points": turn.base + turn.bonus, "left": turn.left}
        return claim.fact in so_far and is_known(claim.value) and claim.value != so_far[claim.fact]
    return owed.what is e.Refill and claim.fact in {"market", "pile"}


def _after_a_refusal(event: Event) -> bool:
    return isinstance(event, e.ThrowDie) or (isinstance(event, e.RollDie) and _is_for(event, "parlay"))


def _is_for(roll: e.RollDie, purpose: str) -> bool:
    return is_known(roll.purpose) and roll.purpose == purpose


def _replacement_shown(table: Table, event: Event) -> Event | None:
    """A revealed card is the one that its player chose to replace the one taken back."""
    if not isinstance(event, e.Reveal):
        return None
    owing = {player.deck: seat for seat, player in table.players.items() if owing_a_card(player)}
    for card in event.cards:
        if is_known(card) and (seat := owing.get(table.content.card(card).deck, "")):
            return e.Replace(seat, card)
    return None
