"""Abilities that must be used: what their cards demand, by when, and whether they could have any effect."""

from __future__ import annotations

from collections.abc import Callable

from engine.games.tailwinds.content import MovementCard
from engine.games.tailwinds.events import (
    CallLongboat,
    Done,
    FireCannons,
    MoveBoat,
    Parlay,
    PlayRainbow,
    RaiseJollyRoger,
    Shackle,
    SpendRainbow,
    SwapLanes,
    TakeRainbow,
)
from engine.games.tailwinds.folds.abilities import beside
from engine.games.tailwinds.folds.attacks import hit_from
from engine.games.tailwinds.reckoning import (
    has_ability,
    open_turn_of,
    own_boats,
    resolving,
    usable_after_taking,
    within,
)
from engine.games.tailwinds.sources import SPECIAL
from engine.games.tailwinds.state import AFLOAT, Table
from engine.games.tailwinds.undecidable import ANY_BOAT
from engine.kernel.events import Move
from engine.kernel.rules import Breach, Chapter
from engine.kernel.vocabulary import make_unwritten_event

chapter = Chapter("Character abilities")
# Acts that come after the movement; all others are part of it.
WHEN_ALL_IS_DONE = (TakeRainbow, Done)


@chapter.rule(
    "TW-ABIL-02",
    reads=("decks",),
    on=(MoveBoat, PlayRainbow, SpendRainbow, TakeRainbow, Done),
    says="Using an ability is a choice, unless the card says that it must be used.",
    cite=SPECIAL,
    where=dict.fromkeys((MoveBoat, PlayRainbow, SpendRainbow, TakeRainbow, Done), has_ability),
    rulings=("TW-AMB-27", "TW-AMB-49"),
    hangs_on=ANY_BOAT,
)
def used_if_it_must_be(table: Table, event: Move) -> Breach | None:
    """The first act misses an ability that belongs at the start. Any other can wait until the movement is over."""
    seat = event.by
    if not _in_the_movement(table, event):
        return None
    card = resolving(table, seat)
    if not (_last_chance(table, event, card) and _must_be_used(table, card) and _could_be_used(table, seat, card)):
        return None
    before = "before the turn ends" if isinstance(event, WHEN_ALL_IS_DONE) else "first"
    missing = make_unwritten_event(USED_BY[card.ability], by=seat)
    return Breach(f"{seat} does not use {card.id}.", {"card": card.id}, f"Its ability is used {before}.", missing)


def _in_the_movement(table: Table, event: Move) -> bool:
    """Return whether this event may miss something.

    Taking a Rainbow card is part of the movement, and mostly ends it.
    """
    turn = open_turn_of(table, event.by)
    if table.players[event.by].card is None:
        return False
    if isinstance(event, TakeRainbow):
        return turn is not None and not usable_after_taking(table, event.by)
    return turn is None or turn.taken == 0 or usable_after_taking(table, event.by)


def _last_chance(table: Table, event: Move, card: MovementCard) -> bool:
    """Return whether the card has an ability that cannot be used after this event."""
    if not card.ability:
        return False
    if card.timing != "start_of_move":
        return isinstance(event, WHEN_ALL_IS_DONE)
    turn = open_turn_of(table, event.by)
    return turn is None or not turn.begun


def _must_be_used(table: Table, card: MovementCard) -> bool:
    return table.terms.abilities == "mandatory" or bool(card.mandatory)


def _could_be_used(table: Table, seat: str, card: MovementCard) -> bool:
    """Return whether the ability has not been used, and would have an effect."""
    turn, useful = open_turn_of(table, seat), USEFUL.get(card.ability)
    # Cannons are used once for each boat: `_can_fire` looks for one that is left.
    used = turn is not None and card.ability in turn.used and card.ability != "cannons"
    return not used and useful is not None and useful(table, seat)


def _can_fire(table: Table, seat: str) -> bool:
    """Return whether Cannons, tested for a boat not tested yet, would hit any boat."""
    turn = open_turn_of(table, seat)
    tested = turn.tested if turn is not None else []
    untested = (b for b in own_boats(table, seat) if b.number not in tested)
    return any(hit_from(table, b, seat, resolving(table, seat)) for b in untested)


def _can_raise(table: Table, seat: str) -> bool:
    reach = resolving(table, seat).param("range")
    others = [b for b in table.boats if b.seat != seat and b.state is AFLOAT]
    return any(within(table, own, b, reach) for own in own_boats(table, seat) for b in others)


def _can_shackle(_: Table, __: str) -> bool:
    return True


def _can_swap(table: Table, seat: str) -> bool:
    """Return whether an own boat shares its space with another to change lanes with."""
    afloat = [b for b in table.boats if b.state is AFLOAT]
    return any(own.space == b.space and own is not b for own in own_boats(table, seat) for b in afloat)


def _can_ask(table: Table, seat: str) -> bool:
    anyone = table.terms.parlay_target == "may-ask-anyone"
    return any(anyone or player.rainbow for player in table.players.values() if player.seat != seat)


# For each ability, whether it would have an effect now. Copying and Pursuit are compulsory anyway, by rules of their
# own.
USED_BY: dict[str | None, type[Move]] = {
    "cannons": FireCannons,
    "jolly_roger": RaiseJollyRoger,
    "shackle": Shackle,
    "longboat": CallLongboat,
    "manoeuvre": SwapLanes,
    "parlay": Parlay,
}
USEFUL: dict[str | None, Callable[[Table, str], bool]] = {
    "cannons": _can_fire,
    "jolly_roger": _can_raise,
    "shackle": _can_shackle,
    "longboat": beside,
    "manoeuvre": _can_swap,
    "parlay": _can_ask,
}
