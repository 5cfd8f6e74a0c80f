"""Achievement cards are laid out and scored; under a reading a met condition must be scored at once."""

from __future__ import annotations

from engine.games.windward.events import ACTIONS, Achieve, Rest, RevealAchievements
from engine.games.windward.reckoning.achievements import met, scored_by, worth
from engine.games.windward.scoring import gain
from engine.games.windward.state import Table
from engine.kernel.events import Event
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known


def achievements_revealed(table: Table, event: RevealAchievements) -> None:
    """Cards are laid face up. Under a reading, a card that all players have scored makes room for another."""
    left = [card for card in table.goals if table.terms.goal_refill != "refill" or not all_have(table, card)]
    lying = (*left, *event.cards)
    # There is one of each card, so a card that is laid out twice counts once.
    named = dict.fromkeys(card for card in lying if is_known(card))
    table.goals = (*named, *(card for card in event.cards if not is_known(card)))
    table.goals_untold = not all(map(is_known, lying))


def all_have(table: Table, card: str) -> bool:
    """Return whether every player has scored a card."""
    return is_known(card) and set(scored_by(table, card)) == set(table.seats)


def achieved(table: Table, event: Achieve) -> None:
    """A player has scored a card: for the stated notoriety, or the highest number that is not covered."""
    player = table.players[event.by]
    stated = not is_known(event.value) or event.value >= 0
    if not is_known(event.card):
        gain(table, event.by, event.value if stated else UNKNOWN)
        player.achieved_untold = True
        return
    gain(table, event.by, event.value if stated else worth(table, event.card))
    last = table.last
    table.together = (*(table.together if isinstance(last, Achieve) and last.card == event.card else ()), event.by)
    player.achieved.append(event.card)
    if event.card not in [card for card in table.goals if is_known(card)]:
        table.goals = (*table.goals, event.card)


def goals_noted(table: Table, event: Event) -> None:
    """If met conditions must be scored, record those due now, and those due before this act but not scored."""
    if not isinstance(event, Achieve):
        table.together = ()
    if not table.goals or table.terms.goal_scoring != "mandatory" or not table.terms.goal_cards:
        return
    if isinstance(event, (*ACTIONS, Rest)):
        table.passed_over += table.met
    holding = [f"{seat} {card}" for seat in table.seats for card in table.goals if _holds(table, seat, card)]
    table.passed_over = tuple(one for one in table.passed_over if one in holding)
    table.met = tuple(one for one in holding if one not in table.passed_over)


def _holds(table: Table, seat: str, card: str) -> bool:
    player = table.players[seat]
    if not is_known(card) or card in player.achieved or player.achieved_untold:
        return False
    try:
        return met(table, seat, card)
    except Undetermined:
        return False
