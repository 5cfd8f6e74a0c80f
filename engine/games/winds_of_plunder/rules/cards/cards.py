"""Action cards and Treasure cards: where they come from, and when players may use them."""

from __future__ import annotations

from engine.games.winds_of_plunder.events import ON_ARRIVAL, DrawCard, PlayCard, PlayTreasure, SeeCard, ShuffleDeck
from engine.games.winds_of_plunder.folds.cards import discarded
from engine.games.winds_of_plunder.reckoning.formulas import among, before_play, hand_holds, own_turn
from engine.games.winds_of_plunder.rules.claims.wrong import Wrong
from engine.games.winds_of_plunder.sources import ACTIONS, ARRIVAL, CARDS, SETUP
from engine.games.winds_of_plunder.state import NONE_YET, Table
from engine.games.winds_of_plunder.undecidable import WHOSE_TREASURE
from engine.kernel.events import Move
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, is_known

chapter = Chapter("Cards")


@chapter.rule(
    "WP-CARD-01",
    on=(DrawCard, SeeCard),
    says="Action cards are drawn from the top of their deck, and held unseen by the others.",
    cite=(ACTIONS, SETUP),
    narrows=("WP-LOG-02",),
    rulings=("WP-AMB-17", "WP-AMB-26"),
    reads=("actions", "hand"),
    claims=(Wrong.OFF_THE_DECK,),
)
def from_the_deck(table: Table, event: DrawCard | SeeCard) -> Breach | None:
    if isinstance(event, DrawCard):
        return _hand_is_full(table, event) if table.terms.hand_limit == "limit-from-pack" else None
    pieces = table.content
    if not is_known(event.card) or (event.card not in pieces.actions and event.card in pieces.treasure_names):
        return None
    if "action" not in [kind for kind, _ in table.unseen]:
        return Breach(
            f"{event.card} is seen, and nobody has drawn a card.", {"card": event.card}, "A card drawn first."
        )
    holders = [seat for seat, p in table.players.items() if among(event.card, p.actions)]
    if not holders and not among(event.card, table.discard):
        return None
    place = f"{holders[0]}'s hand" if holders else "the discard pile"
    return Breach(f"{event.card} is drawn, and it is in {place}.", {"card": event.card}, "A card of the deck.")


def _hand_is_full(table: Table, event: DrawCard) -> Breach | None:
    """Check the limit of the hand, which one reading sets."""
    held, limit = len(table.players[event.by].actions), table.content.hand_limit
    if own_turn(table, event.by) is None or limit is None or held < limit:
        return None
    says = f"{event.by} draws a card with {held} in hand."
    return Breach(says, {"held": held, "limit": limit}, f"{limit} cards at most.")


@chapter.rule(
    "WP-CARD-02",
    on=PlayCard,
    says="A player plays only Action cards that they hold.",
    cite=ACTIONS,
)
def from_hand(table: Table, event: PlayCard) -> Breach | None:
    if own_turn(table, event.by) is None or hand_holds(table, event.by, event.card):
        return None
    held = [card for card in table.players[event.by].actions if is_known(card)]
    instead = f"{event.by} holds {', '.join(held)}." if held else f"{event.by} holds no card that is known."
    return Breach(f"{event.by} plays {event.card} without holding it.", {"card": event.card}, instead)


chapter.upheld(
    "WP-CARD-03",
    says="An Action card that was played goes to the discard pile.",
    cite=CARDS,
    reads=("actions",),
    by=discarded,
    claims=(Wrong.PLAYED_AND_KEPT,),
)


@chapter.rule(
    "WP-CARD-04",
    on=(DrawCard, ShuffleDeck),
    says="When the Action deck is empty, the discard pile is shuffled and becomes the new deck.",
    cite=CARDS,
    rulings=("WP-AMB-26", "WP-AMB-39"),
    reads=("actions",),
    claims=(Wrong.NEW_DECK,),
)
def a_new_deck(table: Table, event: DrawCard | ShuffleDeck) -> Breach | None:
    if isinstance(event, DrawCard):
        return _nothing_to_draw(table, event)
    if event.deck != "action" or before_play(table):
        return None
    if table.reshuffled != NONE_YET:
        return _miscounted(event, table.reshuffled)
    if table.action_deck > 0:
        says = f"The discard pile is shuffled while {table.action_deck} cards are in the deck."
        return Breach(says, {"deck": table.action_deck}, "The deck is used up first.")
    if table.discard_untold:
        raise Undetermined
    return _miscounted(event, len(table.discard))


def _nothing_to_draw(table: Table, event: DrawCard) -> Breach | None:
    # If the number of cards is unknown, the draw itself proves that there was one.
    left = not is_known(table.action_deck) or table.action_deck > 0 or table.discard or table.discard_untold
    if left or table.terms.nothing_to_draw != "not-allowed" or own_turn(table, event.by) is None:
        return None
    says = f"{event.by} draws an Action card, and neither deck nor discard pile has one."
    return Breach(says, {"deck": 0}, "Another action.")


def _miscounted(event: ShuffleDeck, cards: int) -> Breach | None:
    if cards and (not event.count or event.count == cards):
        return None
    if not cards:
        return Breach("An empty discard pile is shuffled.", {"cards": 0}, "There is nothing to shuffle.")
    says = f"The log counts {event.count} cards in the new deck, and {cards} were on the discard pile."
    return Breach(says, {"stated": event.count, "cards": cards}, f"{cards} cards.")


@chapter.rule(
    "WP-CARD-05",
    on=ON_ARRIVAL,
    says="No Action card is played before the arrival is over: the hand is set aside.",
    cite=ARRIVAL,
    narrows=("WP-PORT-01", "WP-PORT-11"),
)
def hand_set_aside(table: Table, event: Move) -> Breach | None:
    """A card played after sailing implies that the arrival is over; a later step of the arrival contradicts that."""
    turn = own_turn(table, event.by)
    if turn is None or turn.arriving or not turn.left_out or turn.last != "play":
        return None
    card = turn.plays[-1] if turn.plays else "an Action card"
    return Breach(
        f"{event.by} played {card} before the arrival was over.",
        {"card": card},
        "Before sailing, or after the arrival.",
    )


@chapter.rule(
    "WP-CARD-06",
    on=ShuffleDeck,
    says="A Treasure card that was played goes face down under its deck.",
    cite=(ARRIVAL, CARDS),
    rulings=("WP-AMB-27",),
    claims=(Wrong.UNDER_THE_DECK,),
)
def never_shuffled(table: Table, event: ShuffleDeck) -> Breach | None:
    if event.deck != "treasure" or before_play(table):
        return None
    says = "The Treasure deck is shuffled in the middle of the game."
    return Breach(says, {"deck": table.treasure_deck}, "Cards played stay at the bottom, in their order.")


@chapter.rule(
    "WP-CARD-07",
    on=SeeCard,
    says="Treasure cards are drawn from the top of their deck, and held unseen by the others.",
    cite=(ARRIVAL, SETUP),
    narrows=("WP-LOG-02",),
    reads=("treasures",),
    hangs_on=(WHOSE_TREASURE,),
)
def from_the_top(table: Table, event: SeeCard) -> Breach | None:
    if "treasure" not in [kind for kind, _ in table.unseen]:
        return None
    port = table.content.treasures.get(event.card, "")
    if not port:
        return None
    holder = next((seat for seat, p in table.players.items() if among(port, p.treasures)), "")
    if holder:
        return Breach(
            f"{event.card} is drawn, and it is in {holder}'s hand.", {"card": event.card}, "A card of the deck."
        )
    # The card seen has already left the deck. Played cards are under all the others, in the order of playing.
    above = table.treasure_deck + 1 - len(table.sunk)
    if port not in table.sunk or (above <= 0 and table.sunk.index(port) == -above):
        return None
    says = f"{event.card} is drawn, and it lies lower in the deck."
    facts: dict[str, int | str] = {"card": event.card, "above": above + table.sunk.index(port)}
    return Breach(says, facts, "The card on top.")


@chapter.rule(
    "WP-CARD-08",
    on=PlayTreasure,
    says="A Treasure card is no Action card: it is played in an arrival, and costs no point.",
    cite=(ARRIVAL, ACTIONS),
    narrows=("WP-SAIL-12",),
    reads=("treasures",),
    claims=(Wrong.DUG_UP,),
)
def in_an_arrival(table: Table, event: PlayTreasure) -> Breach | None:
    turn = own_turn(table, event.by)
    if turn is None or turn.sailed:
        return None
    says = f"{event.by} plays the Treasure card of {event.port} without having sailed in this turn."
    return Breach(says, {"port": event.port}, "When the ship arrives there.")
