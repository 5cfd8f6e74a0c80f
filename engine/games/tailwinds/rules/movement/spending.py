"""Spending points: how many, on what, and what may be left over."""

from __future__ import annotations

from engine.games.tailwinds.events import Done, MoveBoat
from engine.games.tailwinds.folds.turns import open_turn
from engine.games.tailwinds.reckoning import (
    aim_of,
    base_points,
    boat_named,
    can_spend,
    charge,
    free_steps,
    full,
    home,
    own_boats,
    partner,
    resolving,
)
from engine.games.tailwinds.rules.claims.wrong import Wrong
from engine.games.tailwinds.rules.movement.lacking import more_points, whichever
from engine.games.tailwinds.rules.movement.moving import mover
from engine.games.tailwinds.sources import CHOOSING, END, MOVEMENT
from engine.games.tailwinds.state import AFLOAT, REMOVED, WAITING, Boat, Table
from engine.games.tailwinds.undecidable import OWN_BOATS
from engine.games.tailwinds.wording import called
from engine.kernel.basics.plural import count_noun
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import UNKNOWN

chapter = Chapter("Moving boats", hangs_on=OWN_BOATS)


@chapter.rule(
    "TW-MOVE-02",
    reads=("decks",),
    on=(Done, MoveBoat),
    says="All points are used while a boat can use them.",
    cite=MOVEMENT,
    under={MoveBoat: lambda terms: terms.full_move == "strict-must-find-full-move"},
    rulings=("TW-AMB-09", "TW-AMB-10", "TW-AMB-29", "TW-AMB-30"),
)
def nothing_left(table: Table, event: Done | MoveBoat) -> Breach | None:
    if isinstance(event, MoveBoat):
        return _better_split(table, event)
    turn = table.turn
    if turn is None:
        return _not_begun(table, event.by)
    if not can_spend(table, turn):
        return None
    total = turn.base + turn.bonus
    says = f"{event.by} ends the turn with {turn.left} of {count_noun(total, 'point')} unspent."
    missing = MoveBoat(event.by, whichever(table, event.by), turn.left)
    return Breach(says, {"left": turn.left, "points": total}, f"{count_noun(turn.left, 'point')} more.", missing)


def _better_split(table: Table, event: MoveBoat) -> Breach | None:
    """One reading forbids losing points to a full space if another split of the remaining points loses none."""
    boat, left = mover(table, event), purse(table, event)
    if boat is None or left is None or not full(table, aim_of(table, boat, event.points), boat):
        return None
    other = partner(table, boat)
    for points in range(left + 1):
        rest = left - points
        if _moves_fully(table, boat, points) and _moves_fully(table, other, rest):
            says = f"{called(event.by, event.boat)} is held up by a full space, and another split is not."
            return Breach(says, {"left": left}, f"{points} for this boat and {rest} for the other use all {left}.")
    return None


def _moves_fully(table: Table, boat: Boat, points: int) -> bool:
    if points == 0:
        return True
    return boat.state is AFLOAT and not home(table, boat) and not full(table, aim_of(table, boat, points), boat)


def _not_begun(table: Table, seat: str) -> Breach | None:
    """Check a turn that ends before any act in it."""
    card = table.players[seat].card
    if card is None or not own_boats(table, seat):
        return None
    kind = resolving(table, seat)
    points = kind.param("each_boat") if kind.ability == "pursuit" else base_points(table, seat, kind)
    if points <= 0:
        return None
    missing = MoveBoat(seat, whichever(table, seat), points)
    return Breach(f"{seat} moves no boat.", {"seat": seat}, f"The points of {card} are spent.", missing)


chapter.permission(
    "TW-MOVE-03",
    says="Points may be split between the two boats in any way.",
    cite=MOVEMENT,
    rulings=("TW-AMB-06", "TW-AMB-29"),
)


def purse(table: Table, event: MoveBoat) -> int | None:
    """Return the points that a block may use; None if it uses none (Pursuit's fixed steps, no card)."""
    boat = mover(table, event)
    return None if boat is None else _drawn_from(table, event, boat)


def _drawn_from(table: Table, event: MoveBoat, boat: Boat) -> int | None:
    turn = table.turn
    if turn is None or turn.seat != event.by:
        kind = resolving(table, event.by)
        free = table.players[event.by].card is None or kind.ability == "pursuit"
        return None if free else base_points(table, event.by, kind)
    fixed = turn.card.ability == "pursuit" and boat.number not in turn.stepped and free_steps(table, turn)
    return None if fixed else turn.left


def overspent(table: Table, event: MoveBoat) -> int:
    """Return by how much a block exceeds the points of the turn."""
    boat = boat_named(table, event.by, event.boat)
    if boat is None or boat.state is not AFLOAT:
        return 0
    there = _drawn_from(table, event, boat)
    # No block costs more than its points.
    if there is None or (boat.space is not UNKNOWN and event.points <= there):
        return 0
    return charge(table, boat, event.points) - there


@chapter.rule(
    "TW-MOVE-04",
    reads=("decks",),
    on=MoveBoat,
    says="Both boats together use no more than the turn's points.",
    cite=(CHOOSING, MOVEMENT),
    rulings=("TW-AMB-10", "TW-AMB-30"),
    claims=("left",),
)
def within_the_points(table: Table, event: MoveBoat) -> Breach | None:
    over = overspent(table, event)
    if over <= 0:
        return None
    there = max(0, purse(table, event) or 0)
    says = f"{event.by} spends {count_noun(event.points, 'point')} with {there} left."
    instead = f"{there} at most." if there else "No more moves."
    return Breach(says, {"points": event.points, "left": there}, instead, more_points(table, event.by, over))


@chapter.rule(
    "TW-MOVE-14",
    reads=("decks",),
    on=MoveBoat,
    says="Points that no boat can use because it is home are lost.",
    cite=END,
    under={MoveBoat: lambda terms: terms.past_finish == "exact-count-needed"},
    narrows=("TW-MOVE-04",),
    claims=(Wrong.LOST_AT_HOME,),
    rulings=("TW-AMB-10",),
)
def counted_out(table: Table, event: MoveBoat) -> Breach | None:
    """One reading forbids losing points past the finish. Pursuit's steps are fixed, so it does not apply to them."""
    boat = mover(table, event)
    if boat is None or purse(table, event) is None or event.points <= (way := table.finish - boat.space):
        return None
    says = f"{called(event.by, event.boat)} gets {count_noun(event.points, 'point')}, and the finish is {way} away."
    return Breach(says, {"points": event.points, "way": way}, f"{way} at most.")


# Spending too many points breaks TW-MOVE-04. Only a claim says where the points came from.
chapter.upheld(
    "TW-MOVE-15",
    reads=("decks",),
    says="Points are not carried over to a later turn.",
    cite=CHOOSING,
    by=open_turn,
    claims=(Wrong.CARRIED_OVER,),
)


@chapter.rule(
    "TW-MOVE-13",
    on=MoveBoat,
    says="A boat that was taken out, or that is home, takes no points.",
    cite=END,
    narrows=("TW-MOVE-04",),
)
def not_taken_out(table: Table, event: MoveBoat) -> Breach | None:
    boat = boat_named(table, event.by, event.boat)
    if boat is not None and boat.state is AFLOAT and (table.finish is UNKNOWN or boat.space < table.finish):
        return None
    has = "is not in this race"
    if boat is not None:
        has = {REMOVED: "is out of the game", WAITING: "is not placed yet"}.get(boat.state, "is on the finish")
    return Breach(f"{called(event.by, event.boat)} {has}, and is moved.", {"boat": event.boat}, "A boat on the track.")
