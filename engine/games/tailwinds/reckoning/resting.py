"""Computes where a boat comes to rest, and what is near it."""

from __future__ import annotations

from engine.games.tailwinds.reckoning.boats import afloat, rank
from engine.games.tailwinds.state import AFLOAT, LANES, UNSETTLED, Boat, Table
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known


def strays(table: Table, space: int, boat: Boat | None = None) -> int:
    """Count the other boats that may be on a space in an unknown lane."""
    others = (b for b in table.boats if b is not boat and b.state is AFLOAT)
    return sum(b.space is UNKNOWN or (b.lane is UNKNOWN and b.space == space) for b in others)


def is_free(table: Table, space: int, lane: int, boat: Boat | None = None) -> bool:
    """Return whether a lane is free; the boat's own place counts as free."""
    lying = table.berths.get(space * 4 + lane, 0)
    if lying == 0 and table.blurred and strays(table, space, boat):
        raise Undetermined
    return lying == 0 or (lying == 1 and boat is not None and boat.space == space and boat.lane == lane)


def free_lane(table: Table, space: int, boat: Boat | None = None) -> int:
    """Return the innermost free lane of a space (0: the space is full; unknown: one is free, but not known which)."""
    if table.blurred and (astray := strays(table, space, boat)):
        return _one_of(table, space, boat, astray)
    lying, berth = table.berths, space * 4
    for lane in (1, 2, 3):
        if not lying.get(berth + lane) or is_free(table, space, lane, boat):
            return lane
    return 0


def _one_of(table: Table, space: int, boat: Boat | None, astray: int) -> int:
    """Return what is known about the free lanes of a space that boats in unknown places may share."""
    own = boat is not None and boat.lane is not UNKNOWN and boat.space == space
    taken = sum(table.berths.get(space * 4 + lane, 0) for lane in (1, 2, 3)) - own
    lanes = len(LANES) - 1
    if taken < lanes <= taken + astray:
        raise Undetermined
    lane: int = 0 if taken >= lanes else UNKNOWN
    return lane


def full(table: Table, space: int, boat: Boat) -> bool:
    """Return whether a space has no lane for a boat. The finish has room for all unless the reading gives it lanes."""
    holds_three = space < table.finish or table.terms.finish_room == "three-lanes"
    if not holds_three:
        return False
    lane = free_lane(table, min(space, table.finish), boat)
    return lane is not UNKNOWN and lane == 0


def aim_of(table: Table, boat: Boat, points: int) -> int:
    """Return the space that points would carry a boat to, full or not; the finish stops it."""
    aim = boat.space + points
    finish = table.finish
    return aim if finish is UNKNOWN or aim < finish else finish


def landing(table: Table, boat: Boat, aim: int) -> tuple[int, int]:
    """Return where a boat that moves forward to `aim` comes to rest: there, or behind it while spaces are full."""
    if table.finish is not UNKNOWN and aim >= table.finish:
        if lane := home_lane(table):
            return table.finish, lane
        aim = table.finish
    if table.terms.lanes_settle == "at-turn-end" and table.turn is not None:
        return aim, UNSETTLED
    space = aim
    while space > boat.space:
        lane = free_lane(table, space)
        if lane is UNKNOWN or lane:
            return space, lane
        if space < aim and table.terms.fallback_full == "no-move":
            return boat.space, boat.lane
        space -= 1
    return boat.space, own_lane(table, boat)


def own_lane(table: Table, boat: Boat) -> int:
    """Return the lane of a boat that a full space sends back to its own space."""
    return boat.lane if table.terms.own_space == "keeps-its-lane" else free_lane(table, boat.space, boat)


def home_lane(table: Table) -> int:
    """Return the place on the finish space: one for all, or the innermost free of three lanes (0: it is full)."""
    return 1 if table.terms.finish_room == "unlimited" else free_lane(table, table.finish)


def first_in_play(table: Table) -> int:
    """The first space of the rearmost track card in play."""
    if table.rear_lost or not table.ends:
        raise Undetermined
    return table.ends[table.rear - 1] + 1 if table.rear else 1


def card_at(table: Table, space: int) -> int:
    """Return the index of a space's track card (the finish counts as one more card)."""
    if not table.ends:
        raise Undetermined
    return next((i for i, end in enumerate(table.ends) if space <= end), len(table.ends))


def adjacent(one: Boat, other: Boat) -> bool:
    """Return whether two boats are on one space or on neighbouring spaces, in any lanes."""
    return one.state is AFLOAT and other.state is AFLOAT and abs(one.space - other.space) <= 1


def within(table: Table, one: Boat, other: Boat, reach: str) -> bool:
    """Return whether a boat is in reach of another, as the card measures it."""
    if not is_known(reach):
        raise Undetermined
    if reach == "same_track_card":
        return card_at(table, one.space) == card_at(table, other.space)
    return adjacent(one, other) if reach == "adjacent" else one.space == other.space


def quarry(table: Table, boat: Boat) -> Boat | None:
    """Return the opponent's boat that Pursuit makes a boat join: the closest ahead on the same track card."""
    ahead = [
        b
        for b in afloat(table)
        if b.seat != boat.seat
        and rank(b) > rank(boat)
        and card_at(table, b.space) == card_at(table, boat.space)
        and (b.space > boat.space or table.terms.pursuit_ahead == "lane-counts")
    ]
    return min(ahead, key=rank, default=None)


def home(table: Table, boat: Boat) -> bool:
    """Return whether a boat has reached the finish space."""
    return table.finish is not UNKNOWN and boat.space >= table.finish


def own_boats(table: Table, seat: str) -> list[Boat]:
    """A player's boats that can still be moved."""
    finish = table.finish
    return [b for b in table.players[seat].boats if b.state is AFLOAT and (finish is UNKNOWN or b.space < finish)]
