"""Cannons and Jolly Roger: abilities that push other players' boats back."""

from __future__ import annotations

from engine.games.tailwinds.events import FireCannons, RaiseJollyRoger
from engine.games.tailwinds.folds.attacks import pushes, read_landing
from engine.games.tailwinds.folds.sailing import pushed_to
from engine.games.tailwinds.reckoning import boat_named, first_in_play, open_turn_of, resolving, within
from engine.games.tailwinds.sources import SPECIAL, faq
from engine.games.tailwinds.state import AFLOAT, LANE_NUMBER, Boat, Table
from engine.games.tailwinds.undecidable import ANY_BOAT
from engine.games.tailwinds.wording import called, lane_called
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("Cannons and Jolly Roger", hangs_on=ANY_BOAT)
# What a log states about a boat that was hit: its name, the boat, and the space and lane it came to.
Told = tuple[str, Boat, int, int]


def told(table: Table, seat: str, landings: tuple[str, ...]) -> list[Told]:
    """Read where the log says that boats came to rest. A boat that is out of the race is left out."""
    read = [(name, boat_named(table, seat, name), space, lane) for name, space, lane in map(read_landing, landings)]
    return [(name, boat, space, LANE_NUMBER[lane]) for name, boat, space, lane in read if boat is not None]


def moved(table: Table, event: FireCannons) -> list[Told]:
    """Return what the log states about boats that Cannons moved."""
    return [t for t in told(table, event.by, event.landings) if (t[2], t[3]) != (t[1].space, t[1].lane)]


def _due(table: Table, event: FireCannons, boat: Boat) -> tuple[int, int]:
    return pushed_to(table, boat, pushes(resolving(table, event.by)), same_lane=True)


def at(space: int, lane: int) -> str:
    """Spell a place."""
    return f"space {space}, {lane_called(lane)}"


@chapter.rule(
    "TW-CANNON-01",
    reads=("decks",),
    on=FireCannons,
    says="Cannons come before any point or Rainbow card is used.",
    cite=(SPECIAL, faq("Cannon")),
    narrows=("TW-ABIL-04",),
    hangs_on=(),
)
def before_anything(table: Table, event: FireCannons) -> Breach | None:
    turn = open_turn_of(table, event.by)
    if turn is None or not turn.begun:
        return None
    says = f"{event.by} fires after {'a Rainbow card' if not turn.blocks else 'moving'}."
    return Breach(says, {"seat": event.by}, "Cannons fire at the start of the movement.")


@chapter.rule(
    "TW-CANNON-02",
    reads=("decks", "track"),
    on=FireCannons,
    given="landings",
    says="A boat hit by Cannons goes straight back: the space behind, the same lane.",
    cite=faq("Cannon"),
)
def straight_back(table: Table, event: FireCannons) -> Breach | None:
    for name, boat, space, lane in moved(table, event):
        due = _due(table, event, boat)
        if due not in ((boat.space, boat.lane), (space, lane)):
            facts: dict[str, int | str] = {"boat": name, "space": space, "due": due[0]}
            says = f"{called(boat.seat, name)}, hit on {at(boat.space, boat.lane)}, is put on {at(space, lane)}."
            return Breach(says, facts, f"It goes to {at(*due)}.")
    return None


@chapter.rule(
    "TW-CANNON-03",
    reads=("decks", "track"),
    on=FireCannons,
    given="landings",
    says="A boat hit by Cannons moves only if its lane is free on the space behind; else it stays.",
    cite=faq("Cannon"),
    narrows=("TW-CANNON-02",),
    rulings=("TW-AMB-41",),
)
def only_into_a_free_lane(table: Table, event: FireCannons) -> Breach | None:
    for name, boat, space, lane in told(table, event.by, event.landings):
        stay, due = (boat.space, boat.lane), _due(table, event, boat)
        if (space, lane) == stay and due != stay:
            says = f"{called(boat.seat, name)} stays on {at(*stay)}, and its lane behind is free."
            return Breach(says, {"boat": name, "due": due[0]}, f"It goes to {at(*due)}.")
        if (space, lane) != stay and due == stay:
            says = f"{called(boat.seat, name)} is put on {at(space, lane)}, and {_why_not(table, event, boat)}."
            return Breach(says, {"boat": name, "space": space}, f"It stays on {at(*stay)}.")
    return None


def _why_not(table: Table, event: FireCannons, boat: Boat) -> str:
    behind = boat.space - pushes(resolving(table, event.by))
    if behind < first_in_play(table):
        return "no space in play lies behind it"
    return f"{at(behind, boat.lane)}, is taken"


@chapter.rule(
    "TW-CANNON-04",
    on=FireCannons,
    says="Cannons may be tested for both own boats, once each, and hit who lies with the boat tested.",
    cite=faq("Cannon"),
    narrows=("TW-CANNON-02", "TW-CANNON-03", "TW-WIND-09"),
)
def once_a_boat(table: Table, event: FireCannons) -> Breach | None:
    turn, boat = open_turn_of(table, event.by), boat_named(table, event.by, event.boat)
    if boat is None or boat.seat != event.by or boat.state is not AFLOAT:
        says = f"{called(event.by, event.boat)} is not there to fire from."
        return Breach(says, {"boat": event.boat}, "An own boat.")
    if turn is not None and boat.number in turn.tested:
        return Breach(
            f"{event.by} fires again from {called(event.by, event.boat)}.", {"boat": event.boat}, "Once a boat."
        )
    reach = resolving(table, event.by).param("range")
    for name, target, _, _ in moved(table, event):
        if target.seat != event.by and not within(table, boat, target, reach):
            says = f"{called(target.seat, name)} on space {target.space} is hit from space {boat.space}."
            return Breach(says, {"boat": name, "space": target.space}, "It is out of reach, and stays.")
    return None


@chapter.rule(
    "TW-CANNON-05",
    on=FireCannons,
    given="landings",
    says="Cannons hit opponents' boats only.",
    cite=faq("Cannon"),
    narrows=("TW-CANNON-02", "TW-CANNON-03", "TW-WIND-09"),
)
def only_opponents(table: Table, event: FireCannons) -> Breach | None:
    own = next((name for name, boat, *_ in moved(table, event) if boat.seat == event.by), None)
    return Breach(f"{event.by} hits {called(event.by, own)}.", {"boat": own}, "It stays.") if own else None


chapter.permission("TW-JOLLY-01", says="Jolly Roger may be used at any moment of that turn.", cite=faq("Jolly Roger"))


@chapter.rule(
    "TW-JOLLY-02",
    reads=("decks",),
    on=RaiseJollyRoger,
    says="Jolly Roger is resolved once in the turn, for both own boats if they qualify.",
    cite=faq("Jolly Roger"),
    rulings=("TW-AMB-44",),
    hangs_on=(),
)
def once_a_turn(table: Table, event: RaiseJollyRoger) -> Breach | None:
    turn = open_turn_of(table, event.by)
    if turn is not None and "jolly_roger" in turn.used:
        return Breach(f"{event.by} raises the Jolly Roger again.", {"seat": event.by}, "Once in a turn.")
    if not (event.aft and event.fore):
        return None
    if table.terms.jolly_boats == "one-boat-only":
        return Breach(f"{event.by} aims from both boats.", {"seat": event.by}, "From one of them.")
    if boat_named(table, event.by, "aft") is boat_named(table, event.by, "fore"):
        return Breach(f"{event.by} aims twice, and has one boat.", {"seat": event.by}, "Once a boat.")
    if boat_named(table, event.by, event.aft) is boat_named(table, event.by, event.fore):
        return Breach(
            f"{event.by} aims at {called(event.by, event.aft)} from both boats.", {"boat": event.aft}, "No boat twice."
        )
    return None
