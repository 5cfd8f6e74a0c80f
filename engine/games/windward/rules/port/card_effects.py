"""The rules of the chapter “Supply cards” about the cards that the rulebooks name."""

from __future__ import annotations

from engine.games.windward.content.pieces import FEEDING
from engine.games.windward.events import FlyFlag, GiveOrder, PlayCard, RollWind, SpendHits
from engine.games.windward.reckoning import mine, red_on, ships_on, sure_planet
from engine.games.windward.reckoning.cards import does, unnamed
from engine.games.windward.reckoning.cresters import blocker
from engine.games.windward.reckoning.untold import BATTLE
from engine.games.windward.rules.claims.card import HARPOON, OfCards
from engine.games.windward.rules.port import orders
from engine.games.windward.rules.port.cards import chapter
from engine.games.windward.sources import (
    FULL_BATTLE,
    FULL_CARD,
    FULL_DRIFT,
    FULL_EPIC_TURN,
    FULL_GLOBAL_SETUP,
    FULL_ORDERS,
    FULL_WIND,
    SHORT_CARD,
    SHORT_SETUP,
    SHORT_TURN,
    SHORT_WIND,
)
from engine.games.windward.state import FLAG, MATES, Table, Turn
from engine.kernel.rules import Breach
from engine.kernel.unknown import Undetermined, is_known

# The chapter that these rules extend. Importing it from here includes them.
__all__ = ["bait_goes_there", "chapter"]


@chapter.rule(
    "WW-CARD-09",
    on=(GiveOrder, PlayCard),
    says="Each Coffee allows one more order in the turn in which it is played, and none that is covered; the classic "
    "edition leaves to the card how many, and to the player whether a token marks it.",
    cite=(FULL_CARD, SHORT_CARD),
    narrows=("WW-ORD-01",),
    rulings=("WW-AMB-059", "WW-AMB-060"),
)
def as_many_as_coffees(table: Table, event: GiveOrder | PlayCard) -> Breach | None:
    turn = mine(table, event.by)
    if turn is None:
        return None
    if isinstance(event, PlayCard):
        return _without_token(table, turn, event)
    if event.coffee and turn.coffee_orders >= turn.coffees:
        says = f"{event.by} gives {turn.coffee_orders + 1} orders by Coffee, and has played {turn.coffees}."
        return Breach(says, {"given": turn.coffee_orders, "coffees": turn.coffees})
    return _too_late(table, turn, event)


def _without_token(table: Table, turn: Turn, event: PlayCard) -> Breach | None:
    """Under one reading a Coffee without a token must not be played."""
    if table.terms.coffee_tokens != "unplayable" or not does(table, event.card, "order"):
        return None
    tokens = table.content.counts["coffee"]
    return Breach(f"All {tokens} coffee tokens are in use.", {"tokens": tokens}) if turn.coffees >= tokens else None


def _too_late(table: Table, turn: Turn, event: GiveOrder) -> Breach | None:
    """Under one reading the order of a Coffee follows the card at once."""
    if table.terms.coffee_timing != "at-once" or not by_coffee(table, event):
        return None
    last = table.last
    if isinstance(last, PlayCard) and last.by == event.by and does(table, last.card, "order"):
        return None
    return Breach(f"The order {event.order} comes later than the Coffee for it.", {"coffees": turn.coffees})


def by_coffee(table: Table, event: GiveOrder) -> bool:
    """Return whether Coffee gives an order: as stated, or because both mates have given theirs."""
    turn = mine(table, event.by)
    return turn is not None and bool(event.coffee or (turn.mates >= MATES and turn.coffees > turn.coffee_orders))


chapter.repeats(
    "WW-CARD-10",
    on=GiveOrder,
    says="What a Coffee allows is an order like any other: at sky one of those for the sky, in port one of those for "
    "the port.",
    cite=(FULL_CARD, FULL_ORDERS, SHORT_CARD),
    where=by_coffee,
    chapters=(orders.chapter,),
)


@chapter.rule(
    "WW-CARD-11",
    on=PlayCard,
    says="Bait brings a Grey from the stock to a free feeding ground of the player's choice.",
    cite=FULL_CARD,
    rulings=("WW-AMB-034", "WW-AMB-035"),
    reads=("tiles", "planet"),
)
def baited_ground(table: Table, event: PlayCard) -> Breach | None:
    found = bait_goes_there(table, event)
    if found is not None or table.terms.bait_ground != "any-piece" or not _baits(table, event):
        return found
    over = [*ships_on(table, event.space), *(["a Red Crester"] if red_on(table, event.space) else [])]
    return Breach(f"{over[0]} is on {event.space}.", {"space": event.space}) if over else None


def _baits(table: Table, event: PlayCard) -> bool:
    return does(table, event.card, "grey") and bool(event.space)


def bait_goes_there(table: Table, event: PlayCard) -> Breach | None:
    """Report a Grey that is not put on a feeding ground, or on one with a Grey or a longboat."""
    if not _baits(table, event):
        return None
    if event.space not in sure_planet(table).showing(FEEDING):
        return Breach(f"{event.space} is no feeding ground.", {"space": event.space})
    there = blocker(table, event.space)
    return Breach(f"On {event.space} is {there}.", {"space": event.space, "there": there}) if there else None


chapter.permission(
    "WW-CARD-12",
    says="Deadweight lets the player's own ship pass drift, as the chapter on terrain says.",
    cite=(FULL_DRIFT, SHORT_CARD),
    rulings=("WW-AMB-018",),
)


@chapter.rule(
    "WW-CARD-13",
    on=FlyFlag,
    says="A False Flag is played once a battle has begun, and before any die of it is rolled.",
    cite=SHORT_CARD,
    narrows=("WW-BAT-10",),
    claims=(OfCards.FLAGGED,),
    rulings=("WW-AMB-070", "WW-AMB-072"),
    hangs_on=(BATTLE,),
)
def before_the_dice(table: Table, event: FlyFlag) -> Breach | None:
    if unnamed(table, FLAG):
        return Breach("The rulebook names no False Flag.", {"card": FLAG})
    if table.battle is None:
        return Breach(f"{event.by} flies a false flag, and there is no battle.")
    rolled = len(table.battle.rolled)
    return Breach(f"{event.by} flies a false flag once dice are rolled.", {"rolls": rolled}) if rolled else None


@chapter.rule(
    "WW-CARD-14",
    on=(PlayCard, RollWind),
    says="An Aerogenerator changes the direction of the wind.",
    cite=(FULL_WIND, SHORT_WIND),
    rulings=("WW-AMB-013", "WW-AMB-070"),
)
def another_wind(table: Table, event: PlayCard | RollWind) -> Breach | None:
    """If a reading asks for a roll that is missing, what is owed reports it."""
    reading = table.terms.aerogenerator
    if isinstance(event, RollWind):
        turned = table.turning and reading == "any-new-direction"
        return _as_before(event.value) if turned and event.value == table.turned_from else None
    if not does(table, event.card, "wind"):
        return None
    if unnamed(table, event.card):
        return Breach(f"The rulebook names no {event.card}.", {"card": event.card})
    must_differ = reading in {"any-new-direction", "roll-must-change"} and event.wind
    return _as_before(event.wind) if must_differ and event.wind == table.wind else None


def _as_before(wind: int) -> Breach:
    return Breach(f"The wind is {wind} as before.", {"wind": wind}, "Another direction.")


@chapter.rule(
    "WW-CARD-15",
    on=(PlayCard, SpendHits),
    says="A Harpoon is a card for battle, and adds its hits to a total.",
    cite=(FULL_EPIC_TURN, FULL_BATTLE, SHORT_TURN),
    narrows=("WW-CARD-16", "WW-BAT-10"),
    claims=(OfCards.HARPOONED,),
    rulings=("WW-AMB-070",),
    hangs_on=(BATTLE,),
)
def harpoon_in_battle(table: Table, event: PlayCard | SpendHits) -> Breach | None:
    cards = (event.card,) if isinstance(event, PlayCard) else event.cards
    if HARPOON not in [card for card in cards if is_known(card)]:
        return None
    if unnamed(table, HARPOON):
        return Breach("The rulebook names no Harpoon.", {"card": HARPOON})
    return Breach(f"{event.by} plays a Harpoon, and there is no battle.") if table.battle is None else None


@chapter.rule(
    "WW-CARD-16",
    on=(PlayCard, SpendHits),
    says="A card that says when it may be used is used then and at no other time, such as one for battle in a battle.",
    cite=(FULL_CARD, SHORT_CARD),
    narrows=("WW-BAT-10",),
    reads=("cards",),
    hangs_on=(BATTLE,),
)
def in_its_time(table: Table, event: PlayCard | SpendHits) -> Breach | None:
    if table.battle is not None:
        return None
    for card in (event.card,) if isinstance(event, PlayCard) else event.cards:
        if not is_known(card) or not is_known(table.content.card(card).effect):
            raise Undetermined
        if does(table, card, "hits", "cancel"):
            return Breach(f"{event.by} plays {card}, and there is no battle.", {"card": card})
    return None


chapter.record_only(
    "WW-CARD-17",
    says="Hands are held in private; what was taken from the face-up stacks everybody has seen.",
    cite=(FULL_GLOBAL_SETUP, SHORT_SETUP),
    why="No line of a log says who has looked into whose hand; what each seat has seen is tracked for redaction.",
)
