"""The rules of the chapter “Supply cards”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.events import FlyFlag, PlayCard, Rest, SpendHits, TakeCard
from engine.games.windward.reckoning import cards_held, hand_limit, has_cards
from engine.games.windward.sources import (
    FULL_AT_SKY,
    FULL_BATTLE,
    FULL_CARD,
    FULL_CREW,
    FULL_DRIFT,
    FULL_EPIC_TURN,
    FULL_GLOBAL_SETUP,
    FULL_ORDERS,
    FULL_WIND,
    SHORT_CARD,
    SHORT_HOW_BATTLES_WORK,
    SHORT_PORT_ORDERS,
    SHORT_SETUP,
    SHORT_TURN,
    SHORT_TURN_END,
    SHORT_WIND,
)
from engine.games.windward.state import FLAG, Table
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("Supply cards")


@chapter.rule(
    "WW-CARD-01",
    on=(PlayCard, SpendHits, FlyFlag, Rest),
    says="Only cards in the player's hand can be played, discarded at rest or traded.",
    cite=(FULL_CARD, SHORT_CARD),
)
def card_in_hand(table: Table, event: PlayCard | SpendHits | FlyFlag | Rest) -> Breach | None:
    player = table.players[event.by]
    missing = next((card for card in _given(event) if not has_cards(player, card, 1)), "")
    if isinstance(event, SpendHits) and not missing:
        counts = {card: event.cards.count(card) for card in event.cards}
        missing = next((card for card, number in counts.items() if not has_cards(player, card, number)), "")
    return Breach(f"{event.by} does not hold {missing}.", {"card": missing}) if missing else None


def _given(event: PlayCard | SpendHits | FlyFlag | Rest) -> tuple[str, ...]:
    """The cards that leave the hand by an event."""
    if isinstance(event, SpendHits):
        return event.cards
    if isinstance(event, FlyFlag):
        return (FLAG,)
    paid = event.pay if isinstance(event, Rest) else event.card
    return () if paid in {"", "morale", "card"} else (paid,)


@chapter.rule(
    "WW-CARD-02",
    on=TakeCard,
    says="Nobody takes a card who holds 5 already, or 6 with a Purser; the classic edition names the 5 alone.",
    cite=(FULL_GLOBAL_SETUP, FULL_ORDERS, FULL_CREW, SHORT_PORT_ORDERS),
    narrows=("WW-ORD-12", "WW-GAS-09"),
    rulings=("WW-AMB-063", "WW-AMB-064"),
)
def room_in_the_hand(table: Table, event: TakeCard) -> Breach | None:
    player = table.players[event.by]
    held, limit = cards_held(player), hand_limit(table, player)
    if held < limit:
        return None
    return Breach(f"{event.by} holds {held} cards, and takes another.", {"held": held, "limit": limit})


@chapter.rule(
    "WW-CARD-03",
    on=TakeCard,
    says="Cards are taken from the face-up tops of the three stacks, in any mix, one after another. The classic "
    "edition says top cards and allows the same stack repeatedly; the full edition says any stack, one at a "
    "time.",
    cite=(FULL_ORDERS, SHORT_PORT_ORDERS),
)
def top_card(table: Table, event: TakeCard) -> Breach | None:
    if not 1 <= event.stack <= len(table.tops):
        return Breach(f"There is no stack {event.stack}.", {"stack": event.stack}, "1, 2 or 3.")
    top = table.tops[event.stack - 1]
    if top == event.card:
        return None
    says = f"{event.by} takes {event.card} from stack {event.stack}, on which {top} lies."
    return Breach(says, {"card": event.card, "top": top})


chapter.not_modelled(
    "WW-CARD-04",
    says="A card may leave the hand only by resolving its effect (or by the rest-at-sky discard, or a co-op trade).",
    cite=(FULL_CARD, FULL_AT_SKY, SHORT_PORT_ORDERS, SHORT_TURN_END),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CARD-05",
    says="The active player may play cards at any time their text allows, at no cost.",
    cite=(FULL_CARD, SHORT_CARD),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CARD-06",
    says="Outside their turn a player may play cards only as a party in a battle (hit cards when attacked). The "
    "classic edition states it in the card section, the full edition through the battle steps.",
    cite=(FULL_BATTLE, SHORT_CARD, SHORT_HOW_BATTLES_WORK),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CARD-07",
    says="Resolved cards go to a discard stack beside the Trading Post Board; the full edition adds face-down, so "
    "as not to mix with the supply.",
    cite=(FULL_CARD, SHORT_CARD),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CARD-08",
    says="When any stack is empty, all remaining stack cards and the discards are shuffled together and laid out "
    "again as three roughly equal face-up stacks.",
    cite=(FULL_GLOBAL_SETUP, SHORT_SETUP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CARD-09",
    says="Each Coffee played allows one additional order this turn, and never an order already covered. The full "
    "edition marks it with a coffee token; in the classic edition the token is optional and the number of "
    "extra orders is left to the card.",
    cite=(FULL_CARD, SHORT_CARD),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CARD-10",
    says="An order given through Coffee is an ordinary order: sky orders at sky, port orders in port.",
    cite=(FULL_CARD, FULL_ORDERS, SHORT_CARD),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CARD-11",
    says="Put a Grey from stock on a feeding ground of choice. In the full edition: it must be unoccupied; in the "
    "classic edition: not holding a Grey or a longboat.",
    cite=(FULL_CARD, SHORT_CARD),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CARD-12",
    says="Lets the own ship pass drift (see Terrain).",
    cite=(FULL_DRIFT, SHORT_CARD),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CARD-13",
    says="False Flag is played after a battle has begun and before any die is rolled. The full edition does not "
    "mention the card.",
    cite=SHORT_CARD,
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CARD-14",
    says="Using this card changes the wind direction. The text gives no detail; the classic edition does not name "
    "the card.",
    cite=(FULL_WIND, SHORT_WIND),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CARD-15",
    says="A Harpoon card is a battle card that adds hits to a battle total. Number of hits not reproduced.",
    cite=(FULL_EPIC_TURN, FULL_BATTLE, SHORT_TURN),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CARD-16",
    says="A card that states when it may be used (for instance in battle only) may only be used then.",
    cite=(FULL_CARD, SHORT_CARD),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CARD-17",
    says="Hands are dealt face down and held privately, but cards taken later were face up and so publicly seen. "
    "Only the full edition says the deal is face down.",
    cite=(FULL_GLOBAL_SETUP, SHORT_SETUP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
