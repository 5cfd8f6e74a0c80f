"""The effects of Action cards known from public material. A card that no pack describes is not judged."""

from __future__ import annotations

from engine.games.winds_of_plunder.content import ActionCard
from engine.games.winds_of_plunder.events import PlayCard
from engine.games.winds_of_plunder.folds.cards import price_of
from engine.games.winds_of_plunder.reckoning.formulas import own_turn, tally
from engine.games.winds_of_plunder.reckoning.map import destinations
from engine.games.winds_of_plunder.rules.claims.wrong import Wrong
from engine.games.winds_of_plunder.rules.set_up.record import OF_MARKS, OF_POINTS
from engine.games.winds_of_plunder.sources import ACTION_CARDS
from engine.games.winds_of_plunder.state import TALLY_OF, Table
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, is_known

chapter = Chapter("Action cards", reads=("actions",))
NOT_STATED = -1
WEAPON = "weapon"


def card_of(table: Table, event: PlayCard, effect: str) -> ActionCard | None:
    """Return the card played in its player's turn, if it is known to have this effect."""
    if not is_known(event.card) or own_turn(table, event.by) is None:
        return None
    card = table.content.action(event.card)
    return card if is_known(card.effect) and card.effect == effect else None


@chapter.rule(
    "WP-PCARD-01",
    on=PlayCard,
    says="Buy Provisions, Buy Weapons and Hire Crew give one item for 2 VP, or for nothing in a port on the card.",
    cite=ACTION_CARDS,
    rulings=OF_POINTS,
    claims=(Wrong.ITEM_BOUGHT,),
)
def the_price(table: Table, event: PlayCard) -> Breach | None:
    if card_of(table, event, "buy_item") is None:
        return None
    player, price = table.players[event.by], price_of(table, table.players[event.by], event.card)
    if event.pay not in (NOT_STATED, price):
        says = f"{event.by} pays {event.pay} VP for {event.card} in {player.port}."
        return Breach(says, {"pay": event.pay, "price": price}, f"It costs {price} VP there.")
    if table.terms.vp_floor == "negative-allowed" or price == 0 or price <= player.vp:
        return None
    says = f"{event.by} plays {event.card} with {player.vp} VP, and it costs {price} in {player.port}."
    return Breach(says, {"vp": player.vp, "price": price}, "Enough VP, or a port on the card.")


@chapter.rule(
    "WP-PCARD-02",
    on=PlayCard,
    says="Heave, Ye Scurvy Dogs!: after sailing, whoever has fewer VP than every opponent gives 1 Crew to sail again.",
    cite=ACTION_CARDS,
    rulings=("WP-AMB-36", "WP-AMB-38", *OF_POINTS, *OF_MARKS),
    reads=("actions", "ports"),
    claims=(Wrong.CREW_GIVEN,),
)
def heave(table: Table, event: PlayCard) -> Breach | None:
    card = card_of(table, event, "second_sail")
    if card is None:
        return None
    if not (lacks := _unfit(table, event.by, card)):
        return None
    instead = "After sailing, with the fewest VP, a Crew to give, and a port to sail to."
    return Breach(f"{event.by} plays {event.card} {lacks}.", {"card": event.card}, instead)


def _unfit(table: Table, seat: str, card: ActionCard) -> str:
    """Return what a player lacks for sailing again by a card."""
    turn, player = own_turn(table, seat), table.players[seat]
    if turn is None or not turn.sailed:
        return "before sailing"
    cost = card.param("crew_cost")
    if not is_known(cost):
        raise Undetermined
    if player.crew < int(str(cost)):
        return f"with {player.crew} Crew, and it costs {cost}"
    others = [p.vp for s, p in table.players.items() if s != seat]
    if card.param("condition") == "fewer_vp_than_every_opponent" and others and player.vp >= min(others):
        return f"with {player.vp} VP, while an opponent has {min(others)}"
    return "" if destinations(table, seat) else "and the wind carries the ship nowhere"


@chapter.rule(
    "WP-PCARD-03",
    on=PlayCard,
    says="Heave, Ye Scurvy Dogs! is played once in a turn at most.",
    cite=ACTION_CARDS,
    narrows=("WP-PCARD-02",),
)
def once_a_turn(table: Table, event: PlayCard) -> Breach | None:
    card, turn = card_of(table, event, "second_sail"), own_turn(table, event.by)
    if card is None or turn is None or (is_known(card.limit) and card.limit is None):
        return None
    before = [name for name in turn.plays if table.content.action(name).kind == card.kind]
    if not before or len(before) < (card.limit or 0):
        return None
    says = f"{event.by} plays {event.card} after {before[-1]} in the same turn."
    return Breach(says, {"card": event.card, "limit": str(card.limit)}, "Another card.")


@chapter.rule(
    "WP-PCARD-04",
    on=PlayCard,
    says="Intrigue! exchanges two VP tiles, at ports or on the bar.",
    cite=ACTION_CARDS,
)
def two_tiles(table: Table, event: PlayCard) -> Breach | None:
    if card_of(table, event, "swap_tiles") is None:
        return None
    named = [tile for tile in (event.one, event.other) if not is_known(tile) or tile]
    if not named:
        raise Undetermined
    if len(named) > 1 and named[0] != named[1]:
        return None
    says = f"{event.by} plays {event.card} on {named[0]} alone."
    return Breach(says, {"tile": named[0]}, "Two tiles.")


@chapter.rule(
    "WP-PCARD-05",
    on=PlayCard,
    says="Misfire! costs an opponent 1 Weapon.",
    cite=ACTION_CARDS,
    claims=(Wrong.WEAPON_LOST,),
)
def misfire(table: Table, event: PlayCard) -> Breach | None:
    card = card_of(table, event, "opponent_loses")
    return _misaimed(table, event, card) if card is not None and card.param("item") == WEAPON else None


@chapter.rule(
    "WP-PCARD-06",
    on=PlayCard,
    says="Mutiny! costs an opponent 1 Crew (and a card like it 1 of what it names).",
    cite=ACTION_CARDS,
    claims=(Wrong.ITEM_LOST,),
)
def mutiny(table: Table, event: PlayCard) -> Breach | None:
    card = card_of(table, event, "opponent_loses")
    return _misaimed(table, event, card) if card is not None and card.param("item") != WEAPON else None


def _misaimed(table: Table, event: PlayCard, card: ActionCard) -> Breach | None:
    """Check that the target is an opponent who has what the card takes."""
    if is_known(event.target) and not event.target:
        raise Undetermined
    item = str(card.param("item"))
    if event.target == event.by:
        return Breach(f"{event.by} plays {event.card} on the own ship.", {"target": event.target}, "An opponent.")
    if tally(table.players[event.target], TALLY_OF[item]) > 0:
        return None
    says = f"{event.by} plays {event.card} on {event.target}, who has no {item.capitalize()}."
    return Breach(says, {"target": event.target}, f"An opponent who has a {item.capitalize()}.")
