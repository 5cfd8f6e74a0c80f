"""The rules of the chapter “Supply cards”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.content.pieces import EFFECTS
from engine.games.windward.events import FlyFlag, Give, PlayCard, ResetStacks, Rest, SpendHits, TakeCard, Top
from engine.games.windward.reckoning import cards_held, crester_stock, hand_limit, has_cards
from engine.games.windward.reckoning.battle import side_of
from engine.games.windward.reckoning.cards import copies_seen, does
from engine.games.windward.rules.claims.card import OfCards
from engine.games.windward.rules.positions.declared import more_cards_than_allowed
from engine.games.windward.sources import (
    FULL_AT_SKY,
    FULL_BATTLE,
    FULL_CARD,
    FULL_CREW,
    FULL_GLOBAL_SETUP,
    FULL_ORDERS,
    SHORT_CARD,
    SHORT_HOW_BATTLES_WORK,
    SHORT_PORT_ORDERS,
    SHORT_SETUP,
    SHORT_TURN_END,
)
from engine.games.windward.state import FLAG, GREY, Table
from engine.kernel.events import Start
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, is_known

chapter = Chapter("Supply cards")


@chapter.rule(
    "WW-CARD-01",
    on=(PlayCard, SpendHits, FlyFlag, Rest, Give),
    says="Only cards in the player's hand can be played, discarded at rest or traded.",
    cite=(FULL_CARD, SHORT_CARD),
)
def card_in_hand(table: Table, event: PlayCard | SpendHits | FlyFlag | Rest | Give) -> Breach | None:
    if isinstance(event, Give):
        return _not_held(table, event.by, event.cards) or _not_held(table, event.to, event.back)
    player = table.players[event.by]
    missing = next((card for card in _given(event) if not has_cards(player, card, 1)), "")
    if isinstance(event, SpendHits) and not missing:
        return _not_held(table, event.by, event.cards)
    return Breach(f"{event.by} does not hold {missing}.", {"card": missing}) if missing else None


def _not_held(table: Table, seat: str, given: tuple[str, ...]) -> Breach | None:
    """Report cards that leave a hand that does not have them, or not as many."""
    counts = {card: given.count(card) for card in given if not is_known(card) or card in table.content.card_names}
    missing = next((card for card, number in counts.items() if not has_cards(table.players[seat], card, number)), "")
    return Breach(f"{seat} does not hold {missing}.", {"card": missing}) if missing else None


def _given(event: PlayCard | SpendHits | FlyFlag | Rest) -> tuple[str, ...]:
    """Return the cards that leave the hand by an event."""
    if isinstance(event, SpendHits):
        return event.cards
    if isinstance(event, FlyFlag):
        return (FLAG,)
    paid = event.pay if isinstance(event, Rest) else event.card
    return () if paid in {"", "morale", "card"} else (paid,)


@chapter.rule(
    "WW-CARD-02",
    on=(Start, TakeCard),
    says="Nobody takes a card who holds 5 already, or 6 with a Purser; the classic edition names the 5 alone.",
    cite=(FULL_GLOBAL_SETUP, FULL_ORDERS, FULL_CREW, SHORT_PORT_ORDERS),
    narrows=("WW-ORD-12", "WW-GAS-09"),
    rulings=("WW-AMB-063", "WW-AMB-064"),
)
def room_in_the_hand(table: Table, event: Start | TakeCard) -> Breach | None:
    if isinstance(event, Start):
        return more_cards_than_allowed(table)
    player = table.players[event.by]
    held, limit = cards_held(player), hand_limit(table, player)
    if held < limit:
        return None
    return Breach(f"{event.by} holds {held} cards, and takes another.", {"held": held, "limit": limit})


@chapter.rule(
    "WW-CARD-03",
    on=(TakeCard, Top),
    says="Cards are taken from the face-up tops of the three stacks, in any mix, one after another. The classic "
    "edition says top cards and allows the same stack repeatedly; the full edition says any stack, one at a "
    "time.",
    cite=(FULL_ORDERS, SHORT_PORT_ORDERS),
    rulings=("WW-AMB-006",),
)
def top_card(table: Table, event: TakeCard | Top) -> Breach | None:
    if not 1 <= event.stack <= len(table.tops):
        return Breach(f"There is no stack {event.stack}.", {"stack": event.stack}, "1, 2 or 3.")
    if isinstance(event, Top):
        return None
    size = table.sizes[event.stack - 1]
    if is_known(size) and size <= 0:
        return Breach(f"Stack {event.stack} is empty.", {"stack": event.stack})
    top = table.tops[event.stack - 1]
    if top == event.card:
        return None
    says = f"{event.by} takes {event.card} from stack {event.stack}, on which {top} lies."
    return Breach(says, {"card": event.card, "top": top})


@chapter.rule(
    "WW-CARD-04",
    on=(PlayCard, SpendHits),
    says="A card leaves the hand by its effect alone, or as what a rest at sky costs.",
    cite=(FULL_CARD, FULL_AT_SKY, SHORT_PORT_ORDERS, SHORT_TURN_END),
    claims=(OfCards.GONE,),
    rulings=("WW-AMB-071",),
)
def not_for_nothing(table: Table, event: PlayCard | SpendHits) -> Breach | None:
    if table.terms.idle_cards == "legal-no-effect":
        return None
    if isinstance(event, SpendHits):
        other = [effect for effect in EFFECTS if effect != "hits"]
        idle = next((card for card in event.cards if is_known(card) and does(table, card, *other)), "")
        return Breach(f"{idle} adds no hits.", {"card": idle}) if idle else None
    if not does(table, event.card, "grey") or crester_stock(table, GREY) > 0:
        return None
    return Breach(f"{event.by} plays {event.card}, and no Grey is left in the stock.", {"card": event.card})


chapter.permission(
    "WW-CARD-05",
    says="In the own turn a player plays cards whenever they allow it, for nothing.",
    cite=(FULL_CARD, SHORT_CARD),
)


@chapter.rule(
    "WW-CARD-06",
    on=(PlayCard, SpendHits, FlyFlag),
    says="In another's turn a player plays cards only in a battle of the own ship or longboat.",
    cite=(FULL_BATTLE, SHORT_CARD, SHORT_HOW_BATTLES_WORK),
    narrows=("WW-BAT-10",),
    rulings=("WW-AMB-069",),
)
def own_turn_or_battle(table: Table, event: PlayCard | SpendHits | FlyFlag) -> Breach | None:
    if table.terms.off_turn_cards == "any-time":
        return None
    if isinstance(event, PlayCard):
        # The rule of the rest covers a player who has just rested.
        off_turn = table.phase == "turn" and event.by not in (table.active, table.rested)
        says = f"{event.by} plays {event.card} while it is {table.active}'s turn."
        return Breach(says, {"seat": event.by, "turn": str(table.active)}) if off_turn else None
    cards = event.cards if isinstance(event, SpendHits) else (FLAG,)
    if table.battle is None or not cards or side_of(table.battle, event.by):
        return None
    return Breach(f"{event.by} plays {cards[0]} in a battle of others.", {"seat": event.by})


@chapter.rule(
    "WW-CARD-07",
    on=(Top, TakeCard),
    says="A card that was played lies among the discards, and comes back only once the stacks are laid out anew; the "
    "full edition turns it face down.",
    cite=(FULL_CARD, SHORT_CARD),
    reads=("cards",),
)
def not_back_already(table: Table, event: Top | TakeCard) -> Breach | None:
    if not comes_from_nowhere(table, event) or event.card not in [card for card in table.discards if is_known(card)]:
        return None
    return Breach(f"Every {event.card} has been seen in another place, one among the discards.", {"card": event.card})


def comes_from_nowhere(table: Table, event: Top | TakeCard) -> bool:
    """Return whether a card is seen on a stack though all its copies are in other places."""
    hidden = 1 <= event.stack <= len(table.tops) and not is_known(table.tops[event.stack - 1])
    if not hidden or not is_known(event.card) or not all(map(is_known, table.sizes)):
        # If the stacks are not counted, they may have been laid out again.
        return False
    copies = table.content.card(event.card).copies
    return is_known(copies) and copies_seen(table, event.card, event.stack) >= copies


@chapter.rule(
    "WW-CARD-08",
    on=(ResetStacks, TakeCard),
    says="When a stack has run out, all that is left and the discards are shuffled, and laid out as three stacks of "
    "about the same size.",
    cite=(FULL_GLOBAL_SETUP, SHORT_SETUP),
    rulings=("WW-AMB-005", "WW-AMB-006"),
)
def laid_out_anew(table: Table, event: ResetStacks | TakeCard) -> Breach | None:
    timing, turn = table.terms.reset_timing, table.turn
    if isinstance(event, TakeCard):
        goes_on = timing == "after-action" and isinstance(table.last, ResetStacks)
        return Breach("The stacks were laid out anew in the middle of an order.") if goes_on else None
    if table.run_out:
        early = timing == "end-of-turn" and table.phase == "turn" and turn is not None and not turn.idle
        return Breach("The stacks are laid out anew before the turn is over.") if early else _unequal(table, event)
    if not all(map(is_known, table.sizes)):
        raise Undetermined
    return Breach(f"No stack has run out: they have {', '.join(map(str, table.sizes))} cards.")


def _unequal(table: Table, event: ResetStacks) -> Breach | None:
    if table.terms.stack_sizes != "differ-by-one" or not event.sizes or max(event.sizes) - min(event.sizes) <= 1:
        return None
    says = f"The stacks have {', '.join(map(str, event.sizes))} cards."
    return Breach(says, {"largest": max(event.sizes), "smallest": min(event.sizes)})
