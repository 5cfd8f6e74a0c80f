"""Moving boats: which boat, from which space, and in which direction."""

from __future__ import annotations

from engine.games.tailwinds.events import MoveBoat
from engine.games.tailwinds.folds.sailing import put
from engine.games.tailwinds.reckoning import (
    aim_of,
    boat_named,
    landing,
)
from engine.games.tailwinds.rules.claims.wrong import Wrong
from engine.games.tailwinds.sources import CHOOSING, LOG, MOVEMENT
from engine.games.tailwinds.state import AFLOAT, Boat, Table
from engine.games.tailwinds.undecidable import ANY_BOAT, OWN_BOATS
from engine.games.tailwinds.wording import called
from engine.kernel.basics.plural import count_noun
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("Moving boats", hangs_on=OWN_BOATS)


def mover(table: Table, event: MoveBoat) -> Boat | None:
    """Return the named boat, if it could move."""
    boat = boat_named(table, event.by, event.boat)
    return boat if boat is not None and boat.state is AFLOAT else None


def off_course(table: Table, event: MoveBoat) -> tuple[Boat, int, int] | None:
    """Return the boat, the space it should come to rest on and its aim, if the log states another space."""
    boat = mover(table, event)
    if not event.space or boat is None or event.points < 1:
        return None
    aim = aim_of(table, boat, event.points)
    due = landing(table, boat, aim)[0]
    return None if event.space == due or (event.space >= table.finish and due == table.finish) else (boat, due, aim)


@chapter.rule(
    "TW-MOVE-01",
    on=MoveBoat,
    says="Points move the player's own boats, a space a point, towards the finish.",
    cite=(CHOOSING, MOVEMENT),
    hangs_on=ANY_BOAT,
)
def own_boat_forward(table: Table, event: MoveBoat) -> Breach | None:
    if event.points < 1:
        says = f"{called(event.by, event.boat)} is moved by {count_noun(event.points, 'point')}."
        return Breach(says, {"points": event.points}, "One point or more, forward.")
    if "." in event.boat and not event.boat.startswith(f"{event.by}."):
        says = f"{event.by} spends points on {called(event.by, event.boat)}."
        return Breach(says, {"boat": event.boat}, f"One of {event.by}'s own boats.")
    if not event.space or (off := off_course(table, event)) is None or off[0].space <= event.space <= off[2]:
        return None
    way = f"from space {off[0].space} to space {event.space}"
    says = f"{called(event.by, event.boat)} goes {way} for {count_noun(event.points, 'point')}."
    return Breach(says, {"space": event.space, "due": off[1]}, f"To space {off[1]}.")


# No other act puts a boat into a lane.
chapter.upheld(
    "TW-MOVE-12",
    says="A boat that does not move keeps its lane.",
    cite=MOVEMENT,
    by=put,
    claims=(Wrong.LANE_UNMOVED,),
    rulings=("TW-AMB-07", "TW-AMB-40"),
)


@chapter.rule("TW-LOG-01", on=MoveBoat, given="start", says="A move starts where the boat is.", cite=LOG)
def starts_where_it_is(table: Table, event: MoveBoat) -> Breach | None:
    boat = mover(table, event)
    if boat is None or boat.space == event.start:
        return None
    facts: dict[str, int | str] = {"stated": event.start, "space": boat.space}
    says = f"{called(event.by, event.boat)} is said to start from space {event.start}; it lies on {boat.space}."
    return Breach(says, facts, f"From space {boat.space}.")
