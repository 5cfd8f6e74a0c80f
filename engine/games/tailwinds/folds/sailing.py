"""The shared parts of every boat move: leaving a berth, taking one, emptying a track card, reaching the finish."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.games.tailwinds.events import RollWind
from engine.games.tailwinds.folds.ending import came_home
from engine.games.tailwinds.reckoning import (
    adrift,
    aim_of,
    boat_named,
    card_at,
    first_in_play,
    free_lane,
    full,
    home,
    in_last_place,
    is_free,
    landing,
)
from engine.games.tailwinds.state import AFLOAT, REMOVED, UNSETTLED, Boat, Gust, Table
from engine.kernel.table import Owed
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known


def put(table: Table, boat: Boat, space: int, lane: int) -> None:
    """Move a boat from its berth to another, and update which of the player's boats is Fore."""
    berths = table.berths
    if boat.space is not UNKNOWN and boat.lane is not UNKNOWN:
        key = boat.space * 4 + boat.lane
        berths[key] = berths.get(key, 0) - 1
    boat.space, boat.lane = space, lane
    if space is not UNKNOWN and lane is not UNKNOWN:
        key = space * 4 + lane
        berths[key] = berths.get(key, 0) + 1
    else:
        table.blurred = True
    rearmost_first(table.players[boat.seat].boats)


def rearmost_first(boats: list[Boat]) -> None:
    """Sort a player's two boats: the one nearer the finish is Fore. If that is unknown, keep their order."""
    one, other = boats
    try:
        if one.space > other.space or (one.space == other.space and one.lane < other.lane):
            boats.reverse()
    except Undetermined:
        pass


def scatter(table: Table, boats: Iterable[Boat]) -> None:
    """Mark the places of these boats as unknown, and the cards that they may have left."""
    for boat in boats:
        if boat.state is AFLOAT:
            put(table, boat, UNKNOWN, UNKNOWN)
            if table.turn is not None:
                table.turn.carried.add(boat.number)
            lose_rear(table)


def found(table: Table, seat: str, name: str) -> Boat | None:
    """Find the boat that an event means. If the log does not tell which, both of the player's become uncertain."""
    try:
        return boat_named(table, seat, name)
    except Undetermined:
        owner = name.rpartition(".")[0] if is_known(name) else ""
        one, other = table.players[owner or seat].boats
        if is_known(one.space) and is_known(other.space) and one.space == other.space:
            put(table, one, one.space, UNKNOWN)
            put(table, other, other.space, UNKNOWN)
        else:
            scatter(table, (one, other))
        return one if one.state is AFLOAT else other


def lose_rear(table: Table) -> None:
    """Mark the rearmost card in play as uncertain, unless some boat is certainly on it."""
    if not table.rear_lost and table.rear < len(table.ends):
        edge = table.ends[table.rear]
        table.rear_lost = not any(b.state is AFLOAT and is_known(b.space) and b.space <= edge for b in table.boats)


def find_rear(table: Table) -> None:
    """At the start of a turn with all places known, the rearmost card in play is that of the last boat."""
    racing = [b for b in table.boats if b.state is AFLOAT]
    if table.ends and racing and not adrift(table):
        table.rear = min(len(table.ends) - 1, card_at(table, min(b.space for b in racing)))
        table.rear_lost = False


class Passage(NamedTuple):
    """A boat's move: its origin, aim and cause, and whether it was the player's only boat and in last place."""

    boat: Boat
    origin: int
    aim: int
    cause: str
    was_last: bool = False


def forward(table: Table, boat: Boat, aim: int, cause: str) -> None:
    """Carry a boat forward to its aim, with all consequences."""
    after(table, passed(table, boat, aim, cause))


def passed(table: Table, boat: Boat, aim: int, cause: str, place: tuple[int, int] | None = None) -> Passage:
    """Put a boat at its aim (or at the stated place); the caller handles the consequences."""
    origin, finish, was_last = boat.space, table.finish, False
    try:
        # Last place at the start matters only for a boat that reaches the finish.
        was_last = finish is not UNKNOWN and aim >= finish and alone_and_last(table, boat)
        space, lane = place or landing(table, boat, aim)
    except Undetermined:
        space = lane = UNKNOWN
    put(table, boat, space, lane)
    return Passage(boat, origin, aim, cause, was_last)


def alone_and_last(table: Table, boat: Boat) -> bool:
    """Return whether a player's only boat is in last place as it sets off (if unknown: no)."""
    one, other = table.players[boat.seat].boats
    if one.state is not REMOVED and other.state is not REMOVED:
        return False
    try:
        return in_last_place(table, boat)
    except Undetermined:
        return False


def carry(table: Table, boat: Boat, points: int, cause: str) -> None:
    """An effect carries a boat forward, with all consequences."""
    if (passage := carried(table, boat, points, cause)) is not None:
        after(table, passage)


def carried(table: Table, boat: Boat, points: int, cause: str) -> Passage | None:
    """Wind or an effect carries a boat forward.

    It takes the innermost free lane; under one reading it keeps its lane or does not move.
    """
    try:
        aim = aim_for(table, boat, points)
        kept = table.terms.effect_lane == "same-lane-or-stay" and not (is_known(table.finish) and aim >= table.finish)
        free = not kept or is_free(table, aim, boat.lane)
    except Undetermined:
        scatter(table, (boat,))
        return None
    return passed(table, boat, aim, cause, (aim, boat.lane) if kept else None) if free else None


def backward(table: Table, boat: Boat, steps: int, *, same_lane: bool) -> None:
    """An effect pushes a boat back.

    It stays in its own lane or does not move, or takes the innermost free lane there or further behind.
    """
    try:
        berth = pushed_to(table, boat, steps, same_lane=same_lane)
    except Undetermined:
        scatter(table, (boat,))
        return
    if table.turn is not None and berth[0] != boat.space:
        table.turn.carried.add(boat.number)
    put(table, boat, *berth)
    bring_back(table, boat)


def bring_back(table: Table, boat: Boat) -> None:
    """Under one reading, a boat that returns to a card left behind brings it back into play."""
    back = table.terms.card_in_play == "any-card-with-boat" and is_known(table.finish) and not table.rear_lost
    if back and is_known(boat.space) and boat.space < first_in_play(table):
        table.rear = card_at(table, boat.space)


def pushed_to(table: Table, boat: Boat, steps: int, *, same_lane: bool) -> tuple[int, int]:
    """Return the place where an effect pushes a boat back to."""
    aim, stay = boat.space - steps, (boat.space, boat.lane)
    floor = first_in_play(table) if table.terms.behind_rear == "stays-put" else 1
    if aim < floor or home(table, boat):
        return stay
    if same_lane or table.terms.effect_lane == "same-lane-or-stay":
        return (aim, boat.lane) if is_free(table, aim, boat.lane) else stay
    for space in range(aim, floor - 1, -1):
        if lane := free_lane(table, space):
            return space, lane
    return stay


def after(table: Table, passage: Passage) -> None:
    """Handle the consequences of a move: the finish, and the wind if the boat left an empty card behind."""
    note_carried(table, passage)
    at_the_finish(table, passage)
    card_behind(table, passage)


def note_carried(table: Table, passage: Passage) -> None:
    """Record that a boat moved in this turn, or may have moved because its old or new place is unknown."""
    space, origin, turn = passage.boat.space, passage.origin, table.turn
    if turn is not None and (space is UNKNOWN or origin is UNKNOWN or space != origin):
        turn.carried.add(passage.boat.number)


def at_the_finish(table: Table, passage: Passage) -> None:
    """A boat that has reached the finish is judged."""
    boat = passage.boat
    if table.finish is UNKNOWN:
        return
    try:
        if boat.space >= table.finish:
            table.arrival = passage.cause
            came_home(table, boat, was_last=passage.was_last)
    except Undetermined:
        table.unapplied.append("whether a boat won or was taken out depends on boats in unknown places")
        put(table, boat, UNKNOWN, UNKNOWN)


def card_behind(table: Table, passage: Passage) -> None:
    """If a boat was the last one on the rearmost card in play, a wind is due."""
    if table.finish is UNKNOWN:
        return
    boat, origin, aim, cause, _ = passage
    edge = table.ends[table.rear] if table.rear < len(table.ends) else 0
    try:
        if table.phase != "over" and not table.rear_lost and 0 < origin <= edge < boat.space:
            rear_left(table, boat, aim, cause)
    except Undetermined:
        table.unapplied.append("whether the wind rises depends on boats in unknown places")
        lose_rear(table)


def rear_left(table: Table, boat: Boat, aim: int, cause: str) -> None:
    """A boat has left the rearmost card in play: if it was the last one there, a wind is due."""
    edge = table.ends[table.rear]
    racing = [b for b in table.boats if b.state is AFLOAT]
    others = [b.space for b in racing if b is not boat]
    if any(is_known(space) and space <= edge for space in others) or not racing:
        return
    if not all(map(is_known, others)):
        raise Undetermined
    left = cards_left(table, racing)
    if boat.state is not AFLOAT or home(table, boat):
        return
    if cause != "own" and table.terms.wind_cause == "own-movement-only":
        return
    rolls = max(1, left) if table.terms.empty_cards == "one-roll-per-card" else 1
    for _ in range(rolls):
        raise_wind(table, Gust(boat.number, edge + 1, aim, cause))


def cards_left(table: Table, racing: list[Boat]) -> int:
    """Make the last boat's card the rearmost in play, and return how many cards went out of play."""
    old, table.rear = table.rear, min(len(table.ends) - 1, card_at(table, min(b.space for b in racing)))
    return table.rear - old


def raise_wind(table: Table, gust: Gust) -> None:
    """A wind roll is due, now or when the turn ends."""
    table.gusts.append(gust)
    if table.terms.wind_moment != "end-of-turn" or table.turn is None:
        owe_wind(table, gust)


def owe_wind(table: Table, gust: Gust) -> None:
    """Nothing else may happen before the wind die is rolled."""
    table.owed.append(Owed(RollWind, "TW-WIND-01" if gust.cause == "own" else "TW-WIND-08", "The wind die"))


def settle(table: Table) -> None:
    """At the end of a turn, boats without a lane take one: moved boats in order, then those carried by effects."""
    if table.terms.lanes_settle != "at-turn-end" or table.turn is None:
        return
    for number in dict.fromkeys((*table.turn.blocks, *sorted(table.turn.carried))):
        boat = table.boats[number]
        if is_known(boat.lane) and boat.lane == UNSETTLED and boat.state is AFLOAT:
            _settle(table, boat, table.turn.began[number])


def _settle(table: Table, boat: Boat, floor: int) -> None:
    try:
        space = boat.space
        while space > floor and full(table, space, boat):
            space -= 1
        lane = free_lane(table, space)
        put(table, boat, space, 1 if lane is not UNKNOWN and lane == 0 else lane)
    except Undetermined:
        put(table, boat, UNKNOWN, UNKNOWN)


def aim_for(table: Table, boat: Boat, points: int) -> int:
    """Return the space that an effect carries a boat to; a reading may stop it before the finish."""
    aim = aim_of(table, boat, points)
    stops = table.terms.carried_home == "stops-on-last-track-space"
    return aim - 1 if stops and is_known(table.finish) and aim >= table.finish else aim
