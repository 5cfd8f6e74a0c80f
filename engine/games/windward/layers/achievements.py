"""Achievements as a variant: two cards are face up, and a player who meets the condition of one scores it."""

from __future__ import annotations

from engine.games.windward.events import ACTIONS, Achieve, Rest, RevealAchievements
from engine.games.windward.folds.achievements import all_have
from engine.games.windward.reckoning.achievements import covered, met, scored_by, shared_with, worth
from engine.games.windward.rules.claims.achievements import OfAchieving
from engine.games.windward.sources import (
    FULL_ACHIEVEMENTS,
    FULL_COOP,
    FULL_SOLO,
    SHORT_ACHIEVEMENTS,
    SHORT_COOP,
    SHORT_SETUP,
    SHORT_SOLO,
)
from engine.games.windward.state import Table
from engine.games.windward.terms import Terms
from engine.kernel.events import Event, Move
from engine.kernel.layers import Layer, Rank
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, is_known

chapter = Chapter("Achievements", reads=("achievements",))


def _due(terms: Terms) -> bool:
    return terms.goal_scoring == "mandatory"


@chapter.rule(
    "WW-ACH-01",
    on=RevealAchievements,
    says="Two achievement cards, drawn at random, lie face up by the Trading Post from the beginning.",
    cite=(FULL_ACHIEVEMENTS, SHORT_SETUP),
    rulings=("WW-AMB-111",),
    reads=(),
)
def two_cards(table: Table, event: RevealAchievements) -> Breach | None:
    cards = [card for card in event.cards if is_known(card)]
    twice = next((card for card in cards if cards.count(card) > 1 or card in _left(table)), "")
    if twice:
        return Breach(f"The card {twice} is laid out twice.", {"card": twice}, "Another card.")
    room = table.terms.goal_cards - len(_left(table))
    if len(event.cards) == room:
        return None
    says = f"{len(event.cards)} achievement cards are laid out"
    beside = f" beside {' and '.join(map(str, _left(table)))}" if _left(table) else ""
    facts: dict[str, int | str] = {"cards": len(event.cards)}
    return Breach(
        f"{says}{beside}.", facts, f"{room}, so that {table.terms.goal_cards} lie there." if room else "None."
    )


def _left(table: Table) -> list[str]:
    """List the cards on display, except for those that make room for others under a reading."""
    refilled = table.terms.goal_refill == "refill"
    return [card for card in table.goals if not (refilled and all_have(table, card))]


@chapter.rule(
    "WW-ACH-02",
    on=(Achieve, *ACTIONS, Rest),
    under=dict.fromkeys((*ACTIONS, Rest), _due),
    says="Whoever meets the condition of a card that lies there, in whoever's turn, scores it: may do so by the full "
    "edition, does so at once by the classic one.",
    cite=(FULL_ACHIEVEMENTS, SHORT_ACHIEVEMENTS),
    rulings=("WW-AMB-109", "WW-AMB-110"),
)
def condition_met(table: Table, event: Event) -> Breach | None:
    if isinstance(event, Achieve):
        return _not_there(table, event) or _not_met(table, event)
    return _not_scored(table, event)


def _not_there(table: Table, event: Achieve) -> Breach | None:
    if event.card in [card for card in table.goals if is_known(card)]:
        return None
    if table.goals_untold:
        raise Undetermined
    there = " or ".join(table.goals)
    return Breach(f"{event.card} is not among the displayed cards.", {"card": event.card}, f"{there}.")


def _not_met(table: Table, event: Achieve) -> Breach | None:
    if met(table, event.by, event.card):
        return None
    return Breach(f"{event.by} does not meet the condition of {event.card} now.", {"card": event.card})


def _not_scored(table: Table, event: Event) -> Breach | None:
    if not table.met or not isinstance(event, Move):
        return None
    seat, _, card = table.met[0].partition(" ")
    says = f"{seat} has met the condition of {card}, and does not score it."
    return Breach(says, {"card": card}, f"{seat}: achieve {card}", missing=Achieve(seat, card))


@chapter.rule(
    "WW-ACH-03",
    on=Achieve,
    says="A card brings the highest of its numbers that can be seen: of two, the first player has the higher, and "
    "everybody else the lower; a single one is the same for all.",
    cite=(FULL_ACHIEVEMENTS, SHORT_ACHIEVEMENTS),
    rulings=("WW-AMB-110",),
    claims=(OfAchieving.WORTH,),
)
def highest_number(table: Table, event: Achieve) -> Breach | None:
    if event.value < 0:
        return None
    brings = worth(table, event.card)
    if event.value == brings or (shared_with(table, event.card) and event.value == _lower(table, event.card)):
        return None
    first = scored_by(table, event.card)
    why = f", since {first[0]} was the first" if first and _lower(table, event.card) else ""
    facts: dict[str, int | str] = {"card": event.card, "value": event.value, "brings": brings}
    return Breach(
        f"{event.card} brings {event.by} {brings} notoriety{why}, and not {event.value}.", facts, f"{brings}."
    )


def _lower(table: Table, card: str) -> int:
    return table.content.achievement(card).low


chapter.upheld(
    "WW-ACH-04",
    says="Of a card with two numbers, the first player's token covers the higher; no other token covers a number. By "
    "the classic edition nobody else puts one there.",
    cite=(FULL_ACHIEVEMENTS, SHORT_ACHIEVEMENTS),
    by=covered,
    claims=("covered",),
)


@chapter.rule(
    "WW-ACH-05",
    on=Achieve,
    says="No player scores a card twice.",
    cite=(FULL_ACHIEVEMENTS, SHORT_ACHIEVEMENTS),
    narrows=("WW-ACH-02", "WW-ACH-03"),
    reads=(),
)
def once_each(table: Table, event: Achieve) -> Breach | None:
    player = table.players[event.by]
    if event.card in player.achieved:
        return Breach(f"{event.by} has scored {event.card} already.", {"card": event.card})
    if player.achieved_untold:
        raise Undetermined
    return None


chapter.record_only(
    "WW-ACH-06",
    says="In solo and co-op no achievement cards are used.",
    cite=(FULL_SOLO, FULL_COOP, SHORT_COOP, SHORT_SOLO),
    why="It speaks of modes for which there are no layers to combine with this one, so that no log can break it.",
)

ACHIEVEMENTS = Layer(
    "achievements",
    Rank.VARIANT,
    "Two achievement cards lie face up, and bring notoriety to the player who meets their conditions.",
    chapters=(chapter,),
    terms={"goal_cards": 2},
)
