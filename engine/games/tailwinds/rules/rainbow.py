"""Rainbow cards and their market."""

from __future__ import annotations

from engine.games.tailwinds.content.pieces import RAINBOW_CARDS
from engine.games.tailwinds.events import (
    CallLongboat,
    Done,
    Parlay,
    PlayRainbow,
    Refill,
    RevealMarket,
    ShuffleRainbow,
    SpendRainbow,
    TakeRainbow,
    ThrowDie,
)
from engine.games.tailwinds.reckoning import boat_named, card_at, in_last_place, own_boats, still_to_do, taken_copies
from engine.games.tailwinds.rules.abilities import cannot_swap
from engine.games.tailwinds.sources import LOG, MOVEMENT, RAINBOW, SETUP_3, faq
from engine.games.tailwinds.state import AFLOAT, Boat, Table
from engine.kernel.events import Move
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined, known

chapter, market = Chapter("Rainbow cards"), Chapter("The Rainbow market")
Played = PlayRainbow | SpendRainbow


def _arrived(table: Table, seat: str) -> list[Boat]:
    """Own boats that came onto a rainbow space in this turn and still lie there."""
    turn = table.turn
    if turn is None:
        return []
    own = seat == turn.seat
    if not own and table.terms.rainbow_cause != "any-turn":
        return []
    moved = turn.blocks if table.terms.rainbow_cause == "own-points-only" else turn.carried
    boats = [table.boats[n] for n in dict.fromkeys(moved) if table.boats[n].seat == seat]
    return [b for b in boats if b.state is AFLOAT and b.space in table.rainbows and b.space != turn.began[b.number]]


def _meant(table: Table, event: TakeRainbow) -> Boat | None:
    return boat_named(table, event.by, event.boat) if event.boat else None


@chapter.rule(
    "TW-RAIN-01",
    on=(TakeRainbow, Done, PlayRainbow, SpendRainbow, ThrowDie, CallLongboat, Parlay),
    says="A card may be taken when an own boat moved onto a rainbow space and ends the turn there.",
    cite=RAINBOW,
    rulings=("TW-AMB-25",),
)
def came_to_a_rainbow(table: Table, event: Move) -> Breach | None:
    turn = table.turn
    if isinstance(event, TakeRainbow):
        return _taken_too_soon(table, event)
    if turn is None or not turn.taken or turn.seat != event.by:
        return None
    if not isinstance(event, Done):
        return Breach(
            f"{event.by} took a card, which ends the turn, and goes on.", {"seat": event.by}, "The card comes last."
        )
    if _arrived(table, event.by):
        return None
    return Breach(f"{event.by} took a card, and no boat ends the turn on a rainbow space.", {"seat": event.by})


def _taken_too_soon(table: Table, event: TakeRainbow) -> Breach | None:
    turn, boats = table.turn, _arrived(table, event.by)
    if not boats or (event.boat and _meant(table, event) not in boats):
        return Breach(f"{event.by} takes a card, and no boat came to a rainbow space.", {"seat": event.by})
    if turn is not None and turn.seat == event.by and still_to_do(table, turn):
        return Breach(
            f"{event.by} takes a card before all boats have moved.", {"left": turn.left}, "The moves come first."
        )
    return None


@chapter.rule(
    "TW-RAIN-02",
    on=TakeRainbow,
    given="boat",
    says="A boat that was on the rainbow space before, or was sent back to it, earns nothing.",
    cite=RAINBOW,
    narrows=("TW-RAIN-01",),
)
def not_by_waiting(table: Table, event: TakeRainbow) -> Breach | None:
    boat, turn = _meant(table, event), table.turn
    if boat is None or turn is None or boat.space not in table.rainbows or boat.space != turn.began[boat.number]:
        return None
    return Breach(f"{event.by}'s {event.boat} boat began its turn on that rainbow space.", {"space": boat.space})


@chapter.rule(
    "TW-RAIN-03",
    on=TakeRainbow,
    given="boat",
    says="Passing over a rainbow space earns nothing.",
    cite=RAINBOW,
    narrows=("TW-RAIN-01",),
)
def not_by_passing(table: Table, event: TakeRainbow) -> Breach | None:
    boat = _meant(table, event)
    if boat is None or boat.space in table.rainbows:
        return None
    return Breach(
        f"{event.by}'s {event.boat} boat is on space {boat.space}, which has no rainbow.", {"space": boat.space}
    )


chapter.permission("TW-RAIN-04", says="Nobody has to take a card.", cite=RAINBOW)


@chapter.rule(
    "TW-RAIN-05",
    on=TakeRainbow,
    says="One card at most is taken in a turn, even with two boats on rainbow spaces.",
    cite=RAINBOW,
    narrows=("TW-RAIN-07",),
    rulings=("TW-AMB-24",),
)
def one_card_a_turn(table: Table, event: TakeRainbow) -> Breach | None:
    turn = table.turn
    if turn is None or not turn.taken or turn.seat != event.by:
        return None
    if table.terms.two_rainbows == "two-picks-hold-one" and turn.taken < len(_arrived(table, event.by)):
        return None
    return Breach(f"{event.by} takes another card in this turn.", {"taken": turn.taken + 1}, "One card.")


@chapter.rule("TW-RAIN-06", on=TakeRainbow, says="The card taken is one of the three face up.", cite=RAINBOW)
def from_the_market(table: Table, event: TakeRainbow) -> Breach | None:
    if not known(event.card):
        raise Undetermined
    if any(known(c) and c == event.card for c in table.market):
        return None
    if not all(known(c) for c in table.market):
        raise Undetermined
    shown = ", ".join(table.market)
    return Breach(f"{event.card} does not lie in the market.", {"card": event.card}, f"It shows {shown}.")


@chapter.rule(
    "TW-RAIN-07",
    on=TakeRainbow,
    says="A player never holds more than one Rainbow card.",
    cite=RAINBOW,
    rulings=("TW-AMB-23",),
)
def one_card_in_hand(table: Table, event: TakeRainbow) -> Breach | None:
    held = table.players[event.by].rainbow
    if not held or table.terms.second_rainbow == "may-swap-discard-old":
        return None
    if table.terms.two_rainbows == "two-picks-hold-one" and table.turn is not None and table.turn.taken:
        return None
    if not known(held[0]):
        raise Undetermined
    return Breach(f"{event.by} holds {held[0]} already.", {"held": held[0]})


@chapter.rule(
    "TW-RAIN-09",
    on=(PlayRainbow, SpendRainbow),
    says="A card gives the effect written on it or its points, not both.",
    cite=RAINBOW,
    narrows=("TW-RAIN-10", "TW-RAIN-14"),
    rulings=("TW-AMB-35",),
)
def one_use(table: Table, event: Played) -> Breach | None:
    turn = table.turn
    if turn is not None and turn.seat == event.by and event.card in turn.rainbow:
        held = table.players[event.by].rainbow
        if not any(known(c) and c == event.card for c in held):
            return Breach(f"{event.card} was used in this turn.", {"card": event.card})
    return None if isinstance(event, SpendRainbow) else _not_as_written(table, event)


def _not_as_written(table: Table, event: PlayRainbow) -> Breach | None:
    """Why a card cannot be used so, going by what is written on it."""
    effect = table.content.rainbow_card(event.card).effect
    own = boat_named(table, event.by, event.boat) if event.boat else None
    if effect == "calm_sea":
        return (
            cannot_swap(table, event.by, event.boat or "??", event.other or "??")
            if event.boat
            else _needs(event, "two boats")
        )
    if effect == "tail_wind" and (own is None or own.seat != event.by):
        return _needs(event, "one of the player's own boats")
    if effect == "anchor" and (own is None or own.seat == event.by or not _alongside(table, event.by, own)):
        return _needs(event, "an opponent's boat on a track card that also holds an own boat")
    if effect == "telescope" and not (event.pick and event.pick in _in_sight(table.market)):
        return _needs(event, "one of the market's cards")
    if effect == "buried_treasure" and bool(event.pick) != bool(table.discard):
        return _needs(event, "a card from the discard pile")
    if effect == "buried_treasure" and event.pick and event.pick not in _in_sight(table.discard):
        return _needs(event, "a card from the discard pile")
    return None


def _needs(event: PlayRainbow, what: str) -> Breach:
    return Breach(f"{event.card} is not used as written on it.", {"card": event.card}, f"It takes {what}.")


def _in_sight(cards: list[str]) -> list[str]:
    if not all(known(c) for c in cards):
        raise Undetermined
    return cards


def _alongside(table: Table, seat: str, boat: Boat) -> bool:
    return any(card_at(table, b.space) == card_at(table, boat.space) for b in own_boats(table, seat))


@chapter.rule(
    "TW-RAIN-10",
    on=(PlayRainbow, SpendRainbow),
    says="One Rainbow card is played in a turn.",
    cite=faq("Telescope/Buried Treasure"),
)
def one_a_turn(table: Table, event: Played) -> Breach | None:
    turn = table.turn
    if turn is None or turn.seat != event.by or not turn.rainbow:
        return None
    return Breach(f"{event.by} plays a second Rainbow card in this turn.", {"card": event.card})


@chapter.rule(
    "TW-RAIN-11",
    on=(PlayRainbow, SpendRainbow),
    says="A card picked by Telescope or Buried Treasure waits for the next turn.",
    cite=faq("Telescope/Buried Treasure"),
    narrows=("TW-RAIN-09", "TW-RAIN-10"),
)
def picked_just_now(table: Table, event: Played) -> Breach | None:
    turn = table.turn
    if turn is None or turn.seat != event.by or f"picked:{event.card}" not in turn.gained:
        return None
    return Breach(f"{event.card} was picked in this turn.", {"card": event.card})


@chapter.rule(
    "TW-RAIN-12",
    on=(PlayRainbow, SpendRainbow),
    says="A card taken in a turn is first used in a later one.",
    cite=RAINBOW,
    narrows=("TW-RAIN-01", "TW-RAIN-08", "TW-RAIN-10"),
    rulings=("TW-AMB-31",),
)
def taken_just_now(table: Table, event: Played) -> Breach | None:
    turn = table.turn
    if turn is None or turn.seat != event.by:
        return None
    by_parlay = f"parlay:{event.card}" in turn.gained and table.terms.parlay_card == "no"
    if event.card in turn.gained or by_parlay:
        return Breach(f"{event.card} came to {event.by} in this turn.", {"card": event.card})
    return None


chapter.by_flow("TW-RAIN-13", says="A card played goes to the discard pile.", cite=RAINBOW)


@chapter.rule("TW-RAIN-14", on=(PlayRainbow, SpendRainbow), says="The card played is the one held.", cite=RAINBOW)
def held_by_the_player(table: Table, event: Played) -> Breach | None:
    held = table.players[event.by].rainbow
    if not known(event.card) or any(not known(c) for c in held):
        if held:
            raise Undetermined
    elif event.card in held:
        return None
    return Breach(
        f"{event.by} does not hold {event.card}.", {"card": event.card}, f"Held: {', '.join(held) or 'nothing'}."
    )


chapter.permission("TW-RAIN-15", says="Nobody has to play a Rainbow card.", cite=(MOVEMENT, RAINBOW))


# What single cards may be used on


@chapter.rule(
    "TW-BAIL-01",
    on=PlayRainbow,
    given="boat",
    says="Bail Out moves the boat in last place, whoever owns it.",
    cite=faq("Bail Out"),
    rulings=("TW-AMB-38",),
)
def only_the_last(table: Table, event: PlayRainbow) -> Breach | None:
    if table.content.rainbow_card(event.card).effect != "bail_out":
        return None
    boat = boat_named(table, event.by, event.boat)
    if boat is not None and in_last_place(table, boat):
        return None
    return Breach(f"{event.boat} is not in last place.", {"boat": event.boat})


chapter.permission("TW-BAIL-02", says="Bail Out may move another player's boat.", cite=faq("Bail Out"))


@chapter.rule(
    "TW-END-10",
    on=PlayRainbow,
    given="boat",
    says="A boat taken out never comes back and cannot be aimed at.",
    cite=RAINBOW,
    narrows=("TW-MOVE-13", "TW-BAIL-01"),
)
def not_at_a_lost_boat(table: Table, event: PlayRainbow) -> Breach | None:
    for name in (event.boat, event.other):
        boat = boat_named(table, event.by, name) if name else None
        if name and (boat is None or boat.state is not AFLOAT):
            return Breach(f"{name} is out of the game.", {"boat": name})
    return None


market.by_flow("TW-MARKET-02", says="The market shows three cards while the pile lasts.", cite=(SETUP_3, RAINBOW))


@market.rule(
    "TW-MARKET-01",
    on=Refill,
    says="A gap in the market is filled at once, from the pile, where it is.",
    cite=RAINBOW,
)
def fills_the_gap(table: Table, event: Refill) -> Breach | None:
    if table.gap < 0:
        return Breach("The market has no gap to fill.", {})
    if event.slot and event.slot != table.gap + 1:
        return Breach(f"Slot {event.slot} is filled, and the gap is slot {table.gap + 1}.", {"slot": event.slot})
    return None


@market.rule(
    "TW-MARKET-03",
    on=(RevealMarket, Refill),
    says="A Rainbow card is in one place at a time.",
    cite=RAINBOW,
)
def not_more_than_there_are(table: Table, event: RevealMarket | Refill) -> Breach | None:
    cards = event.cards if isinstance(event, RevealMarket) else (event.card,)
    for card in dict.fromkeys(c for c in cards if known(c)):
        there = sum(known(c) and c == card for c in cards)
        out = taken_copies(table, card)
        copies = table.content.rainbow_card(card).copies
        if there + out > copies:
            facts: dict[str, int | str] = {"card": card, "copies": copies}
            return Breach(f"{there + out} copies of {card} are in sight.", facts, f"There are {copies}.")
    return None


@market.rule(
    "TW-LOG-03",
    on=(Refill, ShuffleRainbow),
    says="Cards and boats are neither lost nor made.",
    cite=LOG,
    rulings=("TW-AMB-26",),
)
def from_somewhere(table: Table, event: Refill | ShuffleRainbow) -> Breach | None:
    if isinstance(event, ShuffleRainbow):
        return (
            Breach("The pile is not used up, and is shuffled anew.", {"pile": table.pile})
            if table.market and table.pile
            else None
        )
    if table.pile or (table.discard and table.terms.pile_empty == "reshuffle-discard"):
        return None
    return Breach(f"{event.card} comes from a pile that is empty.", {"cards": RAINBOW_CARDS})
