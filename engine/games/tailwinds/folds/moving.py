"""Spending points on boats."""

from __future__ import annotations

from engine.games.tailwinds.events import MoveBoat
from engine.games.tailwinds.folds.sailing import Passage, after, alone_and_last, forward, found, put
from engine.games.tailwinds.folds.stating import lies_at
from engine.games.tailwinds.folds.turns import open_turn
from engine.games.tailwinds.reckoning import (
    aim_of,
    charge,
    free_lane,
    free_steps,
    has_copied,
    home_lane,
    no_choice_of_copies,
)
from engine.games.tailwinds.state import AFLOAT, LANE_NUMBER, LANES, Boat, Table, Turn
from engine.games.tailwinds.wording import called
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known


def boat_moved(table: Table, event: MoveBoat) -> None:
    """Spend points, and put the boat where the log says, or where it must come to rest."""
    turn = table.turn
    if turn is None or turn.seat != event.by:
        turn = open_turn(table, event.by)
    turn.begun = True
    if turn.card.ability is not None:
        copy_missed(table, turn)
    if table.blurred and is_known(event.start) and event.start > 0:
        lies_at(table, event.by, event.boat, event.start, UNKNOWN)
    boat = moving(table, event.by, event.boat)
    if boat is None:
        return
    points, space, lane, origin = event.points, event.space, event.lane, boat.space
    aim, cost = _reach(table, boat, points)
    if space is UNKNOWN or lane is UNKNOWN or space or lane:
        place, was_last = stated_place(table, boat, aim, space, lane), alone_and_last(table, boat)
        put(table, boat, *place)
        after(table, Passage(boat, origin, aim, "own", was_last))
    elif aim is not UNKNOWN and aim < origin:
        put(table, boat, aim, boat.lane)
    else:
        forward(table, boat, aim, "own")
    _book(table, turn, boat, origin, aim, points, cost)


def copy_missed(table: Table, turn: Turn) -> None:
    """Points are spent before the copied number is stated, though several cards could be copied: it is unknown."""
    copies = is_known(turn.card.ability) and turn.card.ability == "copy" and not has_copied(turn)
    if copies and not no_choice_of_copies(table, turn.seat):
        turn.copied = turn.base = UNKNOWN


def _reach(table: Table, boat: Boat, points: int) -> tuple[int, int]:
    """Return the space that a block aims at, and its cost; both unknown where the record does not say."""
    aim = boat.space + points
    try:
        # Most moves go forward on the open track. Only the finish and an empty move need a closer look.
        if table.finish is not UNKNOWN and 0 < points < aim < table.finish:
            return aim, points
        return max(1, aim_of(table, boat, points)), max(0, charge(table, boat, points))
    except Undetermined:
        return UNKNOWN, UNKNOWN


def moving(table: Table, seat: str, name: str) -> Boat | None:
    """Find a boat that is able to move."""
    boat = found(table, seat, name)
    if boat is None or boat.state is not AFLOAT:
        table.unapplied.append(f"{called(seat, name)} is not there to be moved")
        return None
    return boat


def stated_place(table: Table, boat: Boat, aim: int, space: int, lane: str) -> tuple[int, int]:
    """Return where the log says a boat lies, and compute the part that it does not state."""
    at = aim if is_known(space) and not space else space
    if not is_known(at) or not is_known(lane):
        return at, UNKNOWN
    if table.ends and at > table.finish:
        at = table.finish
    if lane:
        return max(1, at), LANE_NUMBER.get(lane, 3)
    if is_known(table.finish) and at >= table.finish:
        return table.finish, home_lane(table) or len(LANES) - 1
    try:
        return max(1, at), free_lane(table, max(1, at), boat) or len(LANES) - 1
    except Undetermined:
        return max(1, at), UNKNOWN


def _book(table: Table, turn: Turn, boat: Boat, origin: int, aim: int, points: int, cost: int) -> None:  # noqa: PLR0917, PLR0913 - the parts of one block
    """Charge a block, unless it is one of Pursuit's fixed steps, and record what it lost on the way."""
    try:
        fixed = boat.number not in turn.stepped and free_steps(table, turn)
    except Undetermined:
        fixed = False
    if fixed:
        turn.stepped.add(boat.number)
    else:
        turn.spent += cost
    turn.blocks.append(boat.number)
    space = boat.space
    if aim is UNKNOWN or origin is UNKNOWN or space is UNKNOWN:
        return
    if space < aim and boat.state is AFLOAT:
        turn.short += aim - space
    if table.terms.past_finish == "excess-always-lost" and is_known(table.finish) and origin + points > table.finish:
        turn.lost += origin + points - table.finish
