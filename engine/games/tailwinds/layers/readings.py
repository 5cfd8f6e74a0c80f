"""Readings that turn a permission into a rule."""

from __future__ import annotations

from engine.games.tailwinds.events import MoveBoat
from engine.games.tailwinds.reckoning import boat_named, open_turn_of
from engine.games.tailwinds.sources import MOVEMENT
from engine.games.tailwinds.state import Table
from engine.kernel.layers import Layer, Rank
from engine.kernel.rules import Breach, Chapter

blocks = Chapter("Moving boats")


@blocks.rule(
    "TW-MOVE-03",
    on=MoveBoat,
    says="Points may be split between the two boats in any way, each boat's in one go.",
    cite=MOVEMENT,
    rulings=("TW-AMB-06",),
)
def one_go_a_boat(table: Table, event: MoveBoat) -> Breach | None:
    turn, boat = open_turn_of(table, event.by), boat_named(table, event.by, event.boat)
    if turn is None or boat is None or boat.number not in turn.blocks or turn.blocks[-1] == boat.number:
        return None
    return Breach(
        f"{event.by} moves the {event.boat} boat again after the other.", {"boat": event.boat}, "One go a boat."
    )


ONE_BLOCK_PER_BOAT = Layer(
    "one-block-per-boat",
    Rank.RULING,
    "All points a boat gets in a turn are spent in one go; after the other boat has moved, the first cannot move again.",
    replaces=(blocks,),
)
