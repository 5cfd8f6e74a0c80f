"""Pursuit: three spaces for each boat, and then the closest opponent ahead."""

from __future__ import annotations

from engine.games.tailwinds.events import Chase, Done, MoveBoat
from engine.games.tailwinds.reckoning import (
    boat_named,
    free_steps,
    has_ability,
    label,
    open_turn_of,
    own_boats,
    quarry,
    resolving,
)
from engine.games.tailwinds.rulings import PLACING
from engine.games.tailwinds.sources import faq
from engine.games.tailwinds.state import AFLOAT, Table
from engine.games.tailwinds.undecidable import ANY_BOAT, OWN_BOATS
from engine.games.tailwinds.wording import called
from engine.kernel.basics.plural import count_noun
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("Pursuit, Longboat and Manoeuvre", hangs_on=ANY_BOAT)


def _steps_due(table: Table, seat: str) -> bool:
    """Return whether a player's card is Pursuit, and a boat still has its three spaces to go."""
    turn = open_turn_of(table, seat)
    if turn is not None:
        return free_steps(table, turn)
    return resolving(table, seat).ability == "pursuit" and bool(own_boats(table, seat))


@chapter.rule(
    "TW-PURSUIT-01",
    reads=("decks",),
    on=(MoveBoat, Done),
    says="Pursuit moves each own boat three spaces, and nothing is split.",
    cite=faq("Pursuit"),
    where={MoveBoat: has_ability, Done: has_ability},
    narrows=("TW-MOVE-02", "TW-MOVE-04", "TW-PURSUIT-02"),
    rulings=PLACING,
    hangs_on=OWN_BOATS,
)
def three_each(table: Table, event: MoveBoat | Done) -> Breach | None:
    if not _steps_due(table, event.by):
        return None
    steps, turn = resolving(table, event.by).param("each_boat"), open_turn_of(table, event.by)
    each = f"Each boat goes {count_noun(steps, 'space')}, once."
    if isinstance(event, Done):
        stepped = turn.stepped if turn is not None else set()
        waiting = next(b for b in own_boats(table, event.by) if b.number not in stepped)
        missing = MoveBoat(event.by, label(table, waiting, event.by), steps)
        return Breach(f"{event.by} ends the turn before both boats have moved.", {"seat": event.by}, each, missing)
    boat = boat_named(table, event.by, event.boat)
    if boat is None or boat.state is not AFLOAT:
        return None
    if turn is not None and boat.number in turn.stepped:
        return Breach(f"{called(event.by, event.boat)} goes twice.", {"points": event.points}, each)
    if event.points == steps:
        return None
    return Breach(
        f"{called(event.by, event.boat)} goes {count_noun(event.points, 'space')}.", {"points": event.points}, each
    )


@chapter.rule(
    "TW-PURSUIT-02",
    reads=("decks", "track"),
    on=(Chase, Done),
    says="After its three spaces, each Pursuit boat joins the closest opponent ahead on its track card.",
    cite=faq("Pursuit"),
    where={Done: has_ability},
    rulings=PLACING,
)
def the_closest_ahead(table: Table, event: Chase | Done) -> Breach | None:
    turn = open_turn_of(table, event.by)
    if isinstance(event, Done):
        return _left_unchased(table, event.by)
    boat = boat_named(table, event.by, event.boat)
    if boat is None or boat.seat != event.by or boat.state is not AFLOAT:
        return Breach(
            f"{called(event.by, event.boat)} is no boat of {event.by} on the track.",
            {"boat": event.boat},
            "An own boat.",
        )
    if turn is not None and boat.number in turn.chased:
        return Breach(f"{called(event.by, event.boat)} has joined an opponent before.", {"boat": event.boat}, "Once.")
    prey = quarry(table, boat)
    if prey is None:
        says = f"No opponent is ahead of {called(event.by, event.boat)} on its track card."
        return Breach(says, {"boat": event.boat, "space": boat.space}, "The boat stays.")
    if not event.space or event.space == prey.space:
        return None
    facts: dict[str, int | str] = {"space": event.space, "due": prey.space}
    return Breach(
        f"{called(event.by, event.boat)} goes to space {event.space}.",
        facts,
        f"The closest opponent is on {prey.space}.",
    )


def _left_unchased(table: Table, seat: str) -> Breach | None:
    turn = open_turn_of(table, seat)
    if turn is None or turn.card.ability != "pursuit":
        return None
    for boat in own_boats(table, seat):
        prey = quarry(table, boat) if boat.number not in turn.chased else None
        if prey is not None and prey.space > boat.space:
            name = label(table, boat, seat)
            says = f"{called(seat, name)} on space {boat.space} does not join the opponent on space {prey.space}."
            missing = Chase(seat, name)
            return Breach(says, {"space": boat.space, "due": prey.space}, f"It goes to space {prey.space}.", missing)
    return None


@chapter.rule(
    "TW-PURSUIT-03",
    reads=("decks",),
    on=Chase,
    says="In Pursuit no boat joins an opponent before all own boats have moved their three spaces.",
    cite=faq("Pursuit"),
    narrows=("TW-PURSUIT-02",),
)
def steps_first(table: Table, event: Chase) -> Breach | None:
    if not _steps_due(table, event.by):
        return None
    return Breach(f"{event.by} has not moved every boat its three spaces.", {"seat": event.by}, "They come first.")
