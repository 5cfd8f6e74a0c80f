"""Longboat and Manoeuvre: abilities that depend on where boats are relative to each other."""

from __future__ import annotations

from engine.games.tailwinds.events import CallLongboat, RaiseJollyRoger, SwapLanes
from engine.games.tailwinds.folds.abilities import beside
from engine.games.tailwinds.reckoning import (
    boat_named,
    is_free,
    open_turn_of,
    resolving,
    within,
)
from engine.games.tailwinds.rulings import PLACING
from engine.games.tailwinds.sources import faq
from engine.games.tailwinds.state import AFLOAT, Table
from engine.games.tailwinds.undecidable import ANY_BOAT
from engine.games.tailwinds.wording import called
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("Pursuit, Longboat and Manoeuvre", hangs_on=ANY_BOAT)


@chapter.rule(
    "TW-LONGBOAT-01",
    reads=("decks", "track"),
    on=(CallLongboat, RaiseJollyRoger),
    says="Boats are adjacent on one space or on neighbouring spaces, whatever their lanes.",
    cite=faq("Longboat"),
    rulings=PLACING,
)
def adjacent_boats(table: Table, event: CallLongboat | RaiseJollyRoger) -> Breach | None:
    """Jolly Roger has the same reach, unless its card says otherwise."""
    if isinstance(event, CallLongboat):
        if beside(table, event.by):
            return None
        return Breach(
            f"No boat of {event.by} is adjacent to an opponent's.", {"seat": event.by}, "Two spaces is too far."
        )
    reach = resolving(table, event.by).param("range")
    for own, name in (("aft", event.aft), ("fore", event.fore)):
        one, target = boat_named(table, event.by, own), boat_named(table, event.by, name) if name else None
        if name and (one is None or target is None or target.seat == event.by or not within(table, one, target, reach)):
            says = f"{called(event.by, name)} is not an opponent's boat in reach of {called(event.by, own)}."
            return Breach(says, {"boat": name, "from": own}, "A boat on the same space or the next.")
    return None


chapter.permission(
    "TW-MANOEUVRE-01", says="Manoeuvre may swap with whom its player likes, or with nobody.", cite=faq("Manoeuvre")
)


@chapter.rule(
    "TW-MANOEUVRE-02",
    on=SwapLanes,
    says="Manoeuvre gives each own boat one swap.",
    cite=faq("Manoeuvre"),
    rulings=("TW-AMB-45",),
)
def one_swap_a_boat(table: Table, event: SwapLanes) -> Breach | None:
    turn, boat = open_turn_of(table, event.by), boat_named(table, event.by, event.boat)
    if turn is None or boat is None or table.terms.swaps != "one-swap-per-own-boat" or boat.number not in turn.swapped:
        return None
    return Breach(f"{called(event.by, event.boat)} has swapped before.", {"boat": event.boat}, "One swap a boat.")


@chapter.rule(
    "TW-MANOEUVRE-03",
    on=SwapLanes,
    says="A swap is between two boats on one space.",
    cite=faq("Manoeuvre"),
    rulings=("TW-AMB-35", *PLACING),
)
def on_one_space(table: Table, event: SwapLanes) -> Breach | None:
    return cannot_swap(table, event.by, event.boat, event.other)


def cannot_swap(table: Table, seat: str, boat: str, other: str) -> Breach | None:
    """Return why two boats cannot exchange lanes."""
    one, two = boat_named(table, seat, boat), boat_named(table, seat, other)
    facts: dict[str, int | str] = {"boat": boat, "other": other}
    if one is None or two is None or one.state is not AFLOAT or two.state is not AFLOAT or one is two:
        return Breach(
            f"{called(seat, boat)} and {called(seat, other)} are not two boats that can swap.",
            facts,
            "Two boats on the track.",
        )
    if one.seat != seat:
        return Breach(
            f"{called(seat, boat)} is not a boat of {seat}.",
            facts,
            "One of the two is an own boat, and is named first.",
        )
    if one.space == two.space:
        return None
    if table.terms.swap_reach == "same-space-only":
        says = f"{called(seat, boat)} is on space {one.space} and {called(seat, other)} on space {two.space}."
        return Breach(says, facts, "Two boats on one space.")
    free = is_free(table, one.space, two.lane, one) and is_free(table, two.space, one.lane, two)
    return None if free else Breach("A lane needed for the swap is taken.", facts, "Both new lanes are free.")
