"""Where a boat comes to rest: full spaces, falling back, and the lanes."""

from __future__ import annotations

from engine.games.tailwinds.events import MoveBoat
from engine.games.tailwinds.reckoning import aim_of, free_lane, full, is_free, landing, own_boats, partner
from engine.games.tailwinds.rules.movement.moving import mover, off_course
from engine.games.tailwinds.sources import MOVEMENT
from engine.games.tailwinds.state import LANE_NUMBER, LANES, Boat, Table
from engine.games.tailwinds.undecidable import ANY_BOAT
from engine.games.tailwinds.wording import called
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import UNKNOWN

chapter = Chapter("Moving boats", hangs_on=ANY_BOAT)


# What the log states about where a boat came to rest


def _told(table: Table, event: MoveBoat) -> bool:
    """Return whether a place is or may be stated, or whether a reading also checks moves without one."""
    if event.boat is UNKNOWN or event.space is UNKNOWN or event.space:
        return True
    return table.terms.fallback_full == "player-chooses-other-move"


def _stated(table: Table, event: MoveBoat) -> int:
    boat = mover(table, event)
    return event.space or (landing(table, boat, aim_of(table, boat, event.points))[0] if boat is not None else 0)


def _is_home(table: Table, space: int) -> bool:
    return bool(space >= table.finish)


@chapter.rule(
    "TW-MOVE-05",
    on=MoveBoat,
    given="lane",
    says="A boat ends its move in the inside lane if that is free.",
    cite=MOVEMENT,
)
def inside_first(table: Table, event: MoveBoat) -> Breach | None:
    boat, space = mover(table, event), _stated(table, event)
    if boat is None or LANE_NUMBER[event.lane] == 1 or _is_home(table, space) or not is_free(table, space, 1, boat):
        return None
    says = f"{called(event.by, event.boat)} takes the {event.lane} lane of space {space}, and the inside lane is free."
    return Breach(says, {"space": space, "lane": event.lane}, "The inside lane.")


@chapter.rule("TW-MOVE-06", on=MoveBoat, given="lane", says="A space holds three boats, one a lane.", cite=MOVEMENT)
def one_boat_a_lane(table: Table, event: MoveBoat) -> Breach | None:
    boat, space = mover(table, event), _stated(table, event)
    lane = LANE_NUMBER[event.lane]
    if boat is None or _is_home(table, space) or is_free(table, space, lane, boat):
        return None
    says = f"{called(event.by, event.boat)} takes the {event.lane} lane of space {space}, where another boat lies."
    free = free_lane(table, space, boat)
    return Breach(says, {"space": space, "lane": event.lane}, f"The {LANES[free]} lane." if free else "Another space.")


chapter.permission("TW-MOVE-07", says="Boats may pass through occupied and full spaces.", cite=MOVEMENT)


@chapter.rule(
    "TW-MOVE-08",
    on=MoveBoat,
    given="space",
    says="No move ends on a space whose lanes are all taken.",
    cite=MOVEMENT,
    narrows=("TW-MOVE-06", "TW-MOVE-09", "TW-MOVE-10"),
)
def not_on_a_full_space(table: Table, event: MoveBoat) -> Breach | None:
    boat = mover(table, event)
    if boat is None or not full(table, event.space, boat):
        return None
    due = landing(table, boat, aim_of(table, boat, event.points))[0]
    says = f"{called(event.by, event.boat)} ends on space {event.space}, where three boats lie."
    return Breach(says, {"space": event.space}, f"Space {due}.")


@chapter.rule(
    "TW-MOVE-09",
    on=MoveBoat,
    given="space",
    says="A move that would end on a full space stops one space earlier, in the innermost lane free there.",
    cite=MOVEMENT,
)
def one_space_earlier(table: Table, event: MoveBoat) -> Breach | None:
    off = off_course(table, event)
    if off is None or off[1] != off[2] - 1 or not off[0].space <= event.space < off[2]:
        return None
    facts: dict[str, int | str] = {"space": event.space, "due": off[1]}
    says = f"Space {off[2]} is full, and {called(event.by, event.boat)} stops on space {event.space}."
    return Breach(says, facts, f"Space {off[1]}.")


@chapter.rule(
    "TW-MOVE-10",
    on=MoveBoat,
    says="Where the space behind is full too, the boat goes back to the nearest space with a free lane.",
    cite=MOVEMENT,
    where={MoveBoat: _told},
    rulings=("TW-AMB-08",),
)
def nearest_free_behind(table: Table, event: MoveBoat) -> Breach | None:
    """Check the stated place of a blocked boat. One reading forbids the move while the points have another use."""
    off = off_course(table, event) if event.space else None
    if off is not None and off[1] < off[2] - 1 and off[0].space <= event.space < off[2]:
        facts: dict[str, int | str] = {"space": event.space, "due": off[1]}
        full, boat = f"Spaces {off[2] - 1} and {off[2]} are full", called(event.by, event.boat)
        says = f"{full}, and {boat} stops on space {event.space}."
        return Breach(says, facts, f"Space {off[1]}.")
    if table.terms.fallback_full != "player-chooses-other-move" or not _another_use(table, event):
        return None
    says = f"{called(event.by, event.boat)} is held up by two full spaces, and the points have another use."
    return Breach(says, {"boat": event.boat}, "A move that no full space holds up.")


def _another_use(table: Table, event: MoveBoat) -> bool:
    """Return whether two full spaces block this move, and its points could be split among the boats in another way."""
    boat = mover(table, event)
    if boat is None or not _two_full(table, boat, event.points):
        return False
    other = partner(table, boat)
    if other not in own_boats(table, event.by):
        return False
    splits = ((own, event.points - own) for own in range(event.points))
    return any(not _two_full(table, boat, own) and not _two_full(table, other, rest) for own, rest in splits)


def _two_full(table: Table, boat: Boat, points: int) -> bool:
    aim = aim_of(table, boat, points)
    return points > 0 and full(table, aim, boat) and aim - 1 > boat.space and full(table, aim - 1, boat)


@chapter.rule("TW-MOVE-11", on=MoveBoat, given="space", says="Only a full space stops a boat short.", cite=MOVEMENT)
def no_stopping_short(table: Table, event: MoveBoat) -> Breach | None:
    off = off_course(table, event)
    if off is None or not off[0].space <= event.space < off[2] or off[1] != off[2]:
        return None
    facts: dict[str, int | str] = {"space": event.space, "due": off[2]}
    says = f"{called(event.by, event.boat)} stops on space {event.space}, and space {off[2]} has a free lane."
    return Breach(says, facts, f"Space {off[2]}.")


@chapter.rule(
    "TW-MOVE-17",
    on=MoveBoat,
    given="space",
    says="A boat held up falls back at most to where it came from.",
    cite=MOVEMENT,
    narrows=("TW-MOVE-01",),
    rulings=("TW-AMB-40",),
)
def never_behind_its_start(table: Table, event: MoveBoat) -> Breach | None:
    off = off_course(table, event)
    if off is None or event.space >= off[0].space or off[1] == off[2]:
        return None
    facts: dict[str, int | str] = {"space": event.space, "due": off[1]}
    boat = called(event.by, event.boat)
    return Breach(
        f"{boat} falls back to space {event.space}, behind {off[0].space}, where it came from.",
        facts,
        f"Space {off[1]}.",
    )


@chapter.rule(
    "TW-MOVE-16",
    on=MoveBoat,
    given="lane",
    says="With the inside lane taken, the middle lane comes before the outside lane.",
    cite=MOVEMENT,
    rulings=("TW-AMB-39",),
)
def middle_before_outside(table: Table, event: MoveBoat) -> Breach | None:
    boat, space = mover(table, event), _stated(table, event)
    outside = LANE_NUMBER["outside"]
    if boat is None or LANE_NUMBER[event.lane] != outside or _is_home(table, space):
        return None
    if table.terms.outer_lanes != "innermost-free" or free_lane(table, space, boat) != LANE_NUMBER["middle"]:
        return None
    says = f"{called(event.by, event.boat)} takes the outside lane of space {space}, and the middle lane is free."
    return Breach(says, {"space": space, "lane": event.lane}, "The middle lane.")
