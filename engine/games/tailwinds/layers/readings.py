"""Readings that turn a permission into a rule."""

from __future__ import annotations

from engine.games.tailwinds.events import MoveBoat
from engine.games.tailwinds.reckoning import boat_named, one_boat_only, open_turn_of
from engine.games.tailwinds.sources import CHOOSING, MOVEMENT
from engine.games.tailwinds.state import Table
from engine.games.tailwinds.undecidable import ANY_BOAT
from engine.games.tailwinds.wording import called
from engine.kernel.layers import Layer, Rank
from engine.kernel.rules import Breach, Chapter

# Each of them replaces the same permission.
blocks, single = Chapter("Moving boats", hangs_on=ANY_BOAT), Chapter("Moving boats", hangs_on=ANY_BOAT)


@blocks.rule(
    "TW-MOVE-03",
    on=MoveBoat,
    says="Points may be split between the two boats in any way, each boat's in one go.",
    cite=MOVEMENT,
    rulings=("TW-AMB-06", "TW-AMB-29"),
)
def one_go_a_boat(table: Table, event: MoveBoat) -> Breach | None:
    return _unbroken(table, event) or _one_boat(table, event)


@single.rule(
    "TW-MOVE-03",
    on=MoveBoat,
    says="Points may be split between the two boats in any way, except those of Recover.",
    cite=(MOVEMENT, CHOOSING),
    rulings=("TW-AMB-06", "TW-AMB-29"),
)
def one_boat_for_recover(table: Table, event: MoveBoat) -> Breach | None:
    return _unbroken(table, event) or _one_boat(table, event)


# Both readings replace one permission, and the later one overrides the earlier. So either rule checks both.


def _unbroken(table: Table, event: MoveBoat) -> Breach | None:
    turn, boat = open_turn_of(table, event.by), boat_named(table, event.by, event.boat)
    if table.terms.interleaving != "one-block-per-boat" or turn is None or boat is None:
        return None
    if boat.number not in turn.blocks or turn.blocks[-1] == boat.number:
        return None
    says = f"{called(event.by, event.boat)} is moved again after the other boat."
    return Breach(says, {"boat": event.boat}, "All points of a boat in one go.")


def _one_boat(table: Table, event: MoveBoat) -> Breach | None:
    turn, boat = open_turn_of(table, event.by), boat_named(table, event.by, event.boat)
    if turn is None or boat is None or not one_boat_only(table, turn):
        return None
    if not turn.blocks or boat.number == turn.blocks[0]:
        return None
    says = f"{called(event.by, event.boat)} is moved by {turn.card.id}, which has moved the other boat."
    return Breach(says, {"boat": event.boat, "card": turn.card.id}, "All its points for one boat.")


ONE_BLOCK_PER_BOAT = Layer(
    "one-block-per-boat",
    Rank.RULING,
    "All points a boat gets in a turn are spent in one go; once the other boat has moved, the first stays.",
    replaces=(blocks,),
)
ONE_BOAT_FOR_RECOVER = Layer(
    "single-boat",
    Rank.RULING,
    "All points of a Recover card go to one boat.",
    replaces=(single,),
)
