"""Character abilities, and one short block for each card that has one."""

from __future__ import annotations

from engine.games.tailwinds.events import (
    ABILITIES,
    CallLongboat,
    Chase,
    CopyValue,
    Done,
    FireCannons,
    MoveBoat,
    Parlay,
    PlayRainbow,
    RaiseJollyRoger,
    Replace,
    Shackle,
    SpendRainbow,
    SwapLanes,
    ThrowDie,
    UseAbility,
)
from engine.games.tailwinds.folds.choosing import sources
from engine.games.tailwinds.folds.moving import beside, read_landing
from engine.games.tailwinds.folds.sailing import pushed_to
from engine.games.tailwinds.reckoning import (
    adjacent,
    boat_named,
    free_steps,
    is_free,
    open_turn_of,
    own_boats,
    quarry,
    resolving,
)
from engine.games.tailwinds.sources import DECKS, SPECIAL, faq
from engine.games.tailwinds.state import AFLOAT, LANE_NUMBER, Boat, Table, Turn
from engine.kernel.events import Move
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import UNKNOWN, known

chapter = Chapter("Character abilities")
# Which ability of a card each event uses.
KEYS: dict[type[Move], str] = {
    FireCannons: "cannons",
    RaiseJollyRoger: "jolly_roger",
    CopyValue: "copy",
    Shackle: "shackle",
    Chase: "pursuit",
    CallLongboat: "longboat",
    SwapLanes: "manoeuvre",
    Parlay: "parlay",
    UseAbility: "custom",
}


@chapter.rule(
    "TW-ABIL-01",
    on=(*KEYS, ThrowDie),
    says="An ability is used while its card is being resolved by its owner.",
    cite=SPECIAL,
)
def of_the_card_in_play(table: Table, event: Move) -> Breach | None:
    card, turn = resolving(table, event.by), open_turn_of(table, event.by)
    if isinstance(event, ThrowDie):
        fine = (turn is not None and turn.refused) or card.dice > 0
    else:
        fine = card.ability == KEYS[type(event)]
    return None if fine else Breach(f"{event.by} resolves {card.id}, which does not do that.", {"card": card.id})


chapter.permission(
    "TW-ABIL-02",
    says="Using an ability is a choice, unless the card says it must be used.",
    cite=SPECIAL,
    rulings=("TW-AMB-27",),
)


@chapter.rule(
    "TW-ABIL-03",
    on=ABILITIES,
    out_of_turn=True,
    says="An ability may be used at any moment of its owner's movement, and at no other.",
    cite=SPECIAL,
    narrows=("TW-ROUND-04", "TW-ORDER-03"),
)
def in_the_movement_phase(table: Table, event: Move) -> Breach | None:
    if event.by not in table.acted:
        return None
    return Breach(f"{event.by}'s movement is over.", {"seat": event.by, "turn": table.active})


@chapter.rule(
    "TW-ABIL-04",
    on=(CopyValue, Shackle, PlayRainbow, SpendRainbow),
    says="A moment that the card names for its ability is binding.",
    cite=SPECIAL,
)
def at_its_moment(table: Table, event: Move) -> Breach | None:
    turn, card = open_turn_of(table, event.by), resolving(table, event.by)
    if isinstance(event, (PlayRainbow, SpendRainbow)):
        copied = turn is not None and turn.copied
        due = (
            card.ability == "copy" and not copied and card.timing == "start_of_move" and bool(sources(table, event.by))
        )
        return (
            Breach(f"{event.by} has not copied a number yet.", {"card": card.id}, "The copy comes first.")
            if due
            else None
        )
    if turn is None or not turn.begun or card.timing != "start_of_move":
        return None
    return Breach(f"{event.by} uses {card.id} after moving.", {"card": card.id}, "At the start of the movement.")


chapter.permission("TW-ABIL-05", says="Where a card and a rule disagree, the card is right.", cite=SPECIAL)
chapter.permission("TW-ABIL-06", says="Some Pirate cards move other players' boats, and cost no points.", cite=DECKS)


# Cannons


@chapter.rule(
    "TW-CANNON-01",
    on=FireCannons,
    says="Cannons come before any point or Rainbow card is used.",
    cite=(SPECIAL, faq("Cannon")),
    narrows=("TW-ABIL-04",),
)
def before_anything(table: Table, event: FireCannons) -> Breach | None:
    turn = open_turn_of(table, event.by)
    if turn is None or not turn.begun:
        return None
    return Breach(f"{event.by} fires after moving.", {"seat": event.by}, "Cannons fire at the start of the movement.")


def _stated(table: Table, event: FireCannons) -> list[tuple[str, Boat, int, int]]:
    """What the table says of each boat hit: its name, the boat, and its new space and lane."""
    stated = []
    for text in event.landings:
        name, space, lane = read_landing(text)
        boat = boat_named(table, event.by, name)
        if boat is not None:
            stated.append((name, boat, space, LANE_NUMBER[lane]))
    return stated


@chapter.rule(
    "TW-CANNON-02",
    on=FireCannons,
    given="landings",
    says="A boat hit goes straight back: the space behind, the same lane.",
    cite=faq("Cannon"),
)
def straight_back(table: Table, event: FireCannons) -> Breach | None:
    steps = resolving(table, event.by).param("distance")
    for name, boat, space, lane in _stated(table, event):
        moved = (space, lane) != (boat.space, boat.lane)
        if moved and (lane != boat.lane or space != boat.space - steps) and _room_behind(table, boat, steps):
            return Breach(f"{name} is put on space {space}.", {"boat": name}, f"Space {boat.space - steps}, same lane.")
    return None


def _room_behind(table: Table, boat: Boat, steps: int) -> bool:
    return pushed_to(table, boat, steps, same_lane=True) != (boat.space, boat.lane)


@chapter.rule(
    "TW-CANNON-03",
    on=FireCannons,
    given="landings",
    says="A boat hit moves only if its lane is free on the space behind; else it stays.",
    cite=faq("Cannon"),
    narrows=("TW-CANNON-02",),
    rulings=("TW-AMB-41",),
)
def only_into_a_free_lane(table: Table, event: FireCannons) -> Breach | None:
    steps = resolving(table, event.by).param("distance")
    for name, boat, space, lane in _stated(table, event):
        moved = (space, lane) != (boat.space, boat.lane)
        if moved and not _room_behind(table, boat, steps):
            return Breach(
                f"{name} is put on space {space}, and its lane behind is not free.", {"boat": name}, "It stays."
            )
        if not moved and _room_behind(table, boat, steps):
            return Breach(f"{name} stays, and its lane behind is free.", {"boat": name}, f"Space {boat.space - steps}.")
    return None


@chapter.rule(
    "TW-CANNON-04", on=FireCannons, says="Cannons may be tested for both own boats, once each.", cite=faq("Cannon")
)
def once_a_boat(table: Table, event: FireCannons) -> Breach | None:
    turn, boat = open_turn_of(table, event.by), boat_named(table, event.by, event.boat)
    if turn is None or boat is None or boat.number not in turn.tested:
        return None
    return Breach(f"{event.by} fires again from the {event.boat} boat.", {"boat": event.boat})


@chapter.rule(
    "TW-CANNON-05",
    on=FireCannons,
    given="landings",
    says="Only opponents' boats are hit.",
    cite=faq("Cannon"),
    narrows=("TW-CANNON-02", "TW-CANNON-03"),
)
def only_opponents(table: Table, event: FireCannons) -> Breach | None:
    own = next((name for name, boat, *_ in _stated(table, event) if boat.seat == event.by), None)
    return Breach(f"{event.by} hits {own}, an own boat.", {"boat": own}) if own else None


# Jolly Roger

chapter.permission("TW-JOLLY-01", says="Jolly Roger may be used at any moment of that turn.", cite=faq("Jolly Roger"))


@chapter.rule(
    "TW-JOLLY-02",
    on=RaiseJollyRoger,
    says="Jolly Roger is resolved once in the turn, for both own boats if they qualify.",
    cite=faq("Jolly Roger"),
    rulings=("TW-AMB-44",),
)
def once_a_turn(table: Table, event: RaiseJollyRoger) -> Breach | None:
    turn = open_turn_of(table, event.by)
    if turn is not None and "jolly_roger" in turn.used:
        return Breach(f"{event.by} raises the Jolly Roger again.", {"seat": event.by})
    if event.aft and event.fore and table.terms.jolly_boats == "one-boat-only":
        return Breach(f"{event.by} aims from both boats.", {"seat": event.by}, "From one of them.")
    return None


@chapter.rule(
    "TW-LONGBOAT-01",
    on=(CallLongboat, RaiseJollyRoger),
    says="Boats are adjacent on one space or on neighbouring spaces, whatever their lanes.",
    cite=faq("Longboat"),
)
def adjacent_boats(table: Table, event: CallLongboat | RaiseJollyRoger) -> Breach | None:
    if isinstance(event, CallLongboat):
        fine = beside(table, event.by)
        return None if fine else Breach(f"No boat of {event.by} is adjacent to an opponent's.", {"seat": event.by})
    for own, name in (("aft", event.aft), ("fore", event.fore)):
        one, target = boat_named(table, event.by, own), boat_named(table, event.by, name) if name else None
        if name and (one is None or target is None or target.seat == event.by or not adjacent(one, target)):
            return Breach(f"{name} is not an opponent's boat adjacent to {event.by}'s {own} boat.", {"boat": name})
    return None


# Shackle


@chapter.rule(
    "TW-SHACKLE-01",
    on=(Replace, *ABILITIES, MoveBoat, Done),
    says="Everybody who moves after the Admiral takes the card back and plays another.",
    cite=faq("Shackle"),
    narrows=("TW-ABIL-01", "TW-CHOOSE-01"),
    rulings=("TW-AMB-28",),
)
def another_card(table: Table, event: Move) -> Breach | None:
    player = table.players[event.by]
    if not player.shackled:
        return None
    if not isinstance(event, Replace):
        due = (
            player.card is UNKNOWN
            and table.terms.shackle_moment == "at-own-turn-open"
            and open_turn_of(table, event.by) is None
        )
        return (
            Breach(f"{event.by} moves without another card.", {"seat": event.by}, "Another card first.")
            if due
            else None
        )
    if known(player.shackled) and event.card == player.shackled:
        return Breach(f"{event.by} plays {event.card} again.", {"card": event.card}, "Another card.")
    return _at_the_wrong_moment(table, event)


def _at_the_wrong_moment(table: Table, event: Replace) -> Breach | None:
    moment = table.terms.shackle_moment
    if moment == "at-own-turn-open" and table.turn is not None and table.active != event.by:
        return Breach(f"{event.by} chooses before the turn comes.", {"seat": event.by}, "At the start of the turn.")
    if moment != "immediately-face-down" and event.seal:
        return Breach(f"{event.by} chooses face down.", {"seat": event.by}, "An open card.")
    return None


@chapter.rule(
    "TW-SHACKLE-02",
    on=Replace,
    says="Who moved before the Admiral keeps the card.",
    cite=faq("Shackle"),
    narrows=("TW-CHOOSE-05", "TW-CHOOSE-04", "TW-CHOOSE-06"),
)
def not_those_before(table: Table, event: Replace) -> Breach | None:
    turn = table.turn
    if turn is None or "shackle" not in turn.used or event.by not in table.acted:
        return None
    return Breach(f"{event.by} has moved before Shackle.", {"seat": event.by})


@chapter.rule(
    "TW-SHACKLE-03",
    on=Replace,
    says="A player whose last card lies there plays it.",
    cite=faq("Shackle"),
    narrows=("TW-CHOOSE-05", "TW-CHOOSE-04", "TW-CHOOSE-06"),
)
def not_the_last_card(table: Table, event: Replace) -> Breach | None:
    player, turn = table.players[event.by], table.turn
    if turn is None or "shackle" not in turn.used or player.shackled or event.by in table.acted:
        return None
    return Breach(f"{event.by} has no other card.", {"seat": event.by}, f"{player.card} is resolved.")


chapter.by_flow("TW-SHACKLE-04", says="The card taken back was not played: it is in hand again.", cite=faq("Shackle"))


# Pursuit


@chapter.rule(
    "TW-PURSUIT-02",
    on=(Chase, Done),
    says="Then each own boat joins the closest opponent ahead on its track card.",
    cite=faq("Pursuit"),
    rulings=("TW-AMB-47",),
)
def the_closest_ahead(table: Table, event: Chase | Done) -> Breach | None:
    turn = open_turn_of(table, event.by)
    if isinstance(event, Done):
        return _left_unchased(table, turn, event.by)
    boat = boat_named(table, event.by, event.boat)
    if boat is None or boat.state is not AFLOAT:
        return None
    prey = quarry(table, boat)
    if prey is None:
        return Breach(f"No opponent is ahead of {event.by}'s {event.boat} boat on its card.", {"boat": event.boat})
    if turn is not None and boat.number in turn.chased:
        return Breach(f"{event.by}'s {event.boat} boat has joined an opponent.", {"boat": event.boat})
    if event.space and event.space != prey.space:
        facts: dict[str, int | str] = {"space": event.space, "due": prey.space}
        return Breach(f"{event.boat} goes to space {event.space}.", facts, f"The closest opponent is on {prey.space}.")
    return None


def _left_unchased(table: Table, turn: Turn | None, seat: str) -> Breach | None:
    if turn is None or turn.card.ability != "pursuit":
        return None
    for boat in own_boats(table, seat):
        prey = quarry(table, boat) if boat.number not in turn.chased else None
        if prey is not None and prey.space > boat.space:
            return Breach(f"A boat of {seat} does not join the opponent on space {prey.space}.", {"space": prey.space})
    return None


@chapter.rule(
    "TW-PURSUIT-03",
    on=(Chase, Done),
    says="Nobody joins anybody before all own boats have moved their three spaces.",
    cite=faq("Pursuit"),
    narrows=("TW-PURSUIT-02",),
)
def steps_first(table: Table, event: Chase | Done) -> Breach | None:
    turn = open_turn_of(table, event.by)
    if turn is None:
        unmoved = resolving(table, event.by).ability == "pursuit" and bool(own_boats(table, event.by))
    else:
        unmoved = free_steps(table, turn)
    if not unmoved:
        return None
    return Breach(f"{event.by} has not moved every boat its three spaces.", {"seat": event.by}, "They come first.")


# Manoeuvre

chapter.permission(
    "TW-MANOEUVRE-01", says="Manoeuvre may swap with whom its player likes, or with nobody.", cite=faq("Manoeuvre")
)


@chapter.rule(
    "TW-MANOEUVRE-02",
    on=SwapLanes,
    says="Manoeuvre works for both own boats.",
    cite=faq("Manoeuvre"),
    rulings=("TW-AMB-45",),
)
def one_swap_a_boat(table: Table, event: SwapLanes) -> Breach | None:
    turn, boat = open_turn_of(table, event.by), boat_named(table, event.by, event.boat)
    if turn is None or boat is None or table.terms.swaps != "one-swap-per-own-boat" or boat.number not in turn.swapped:
        return None
    return Breach(f"{event.by}'s {event.boat} boat has swapped before.", {"boat": event.boat}, "One swap a boat.")


@chapter.rule(
    "TW-MANOEUVRE-03",
    on=SwapLanes,
    says="A swap is between two boats on one space.",
    cite=faq("Manoeuvre"),
    rulings=("TW-AMB-35",),
)
def on_one_space(table: Table, event: SwapLanes) -> Breach | None:
    return cannot_swap(table, event.by, event.boat, event.other)


def cannot_swap(table: Table, seat: str, boat: str, other: str) -> Breach | None:
    """Why two boats cannot exchange lanes."""
    one, two = boat_named(table, seat, boat), boat_named(table, seat, other)
    if one is None or two is None or one.state is not AFLOAT or two.state is not AFLOAT or one is two:
        return Breach(f"{boat} and {other} are not two boats that can swap.", {"boat": boat, "other": other})
    if one.seat != seat:
        return Breach(f"{boat} is not a boat of {seat}.", {"boat": boat})
    if one.space == two.space:
        return None
    if table.terms.swap_reach == "same-space-only":
        return Breach(f"{boat} and {other} are on different spaces.", {"boat": boat, "other": other})
    free = is_free(table, one.space, two.lane, one) and is_free(table, two.space, one.lane, two)
    return None if free else Breach("A lane needed for the swap is taken.", {"boat": boat, "other": other})


# Parlay


@chapter.rule(
    "TW-PARLAY-01",
    on=Parlay,
    says="In the own turn one other player may be asked for a Rainbow card.",
    cite=faq("Parlay"),
    rulings=("TW-AMB-46",),
)
def ask_one_other(table: Table, event: Parlay) -> Breach | None:
    turn = open_turn_of(table, event.by)
    if event.target == event.by:
        return Breach(f"{event.by} asks {event.by}.", {"seat": event.by}, "Another player.")
    if turn is not None and "parlay" in turn.used:
        return Breach(f"{event.by} asks a second time.", {"seat": event.by}, "One player a turn.")
    if table.terms.parlay_target == "target-must-hold-one" and not table.players[event.target].rainbow:
        return Breach(f"{event.target} holds no Rainbow card.", {"target": event.target}, "Somebody who holds one.")
    return None


chapter.by_flow(
    "TW-PARLAY-02", says="If the asker holds a Rainbow card, the two cards are exchanged.", cite=faq("Parlay")
)
chapter.by_flow("TW-PARLAY-03", says="The player asked answers, and may refuse.", cite=faq("Parlay"))
