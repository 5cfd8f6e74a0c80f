"""Readings that turn a permission into a rule."""

from __future__ import annotations

from engine.games.tailwinds.events import Done, MoveBoat
from engine.games.tailwinds.folds.moving import beside
from engine.games.tailwinds.reckoning import adjacent, boat_named, open_turn_of, own_boats
from engine.games.tailwinds.sources import MOVEMENT, SPECIAL
from engine.games.tailwinds.state import Table, Turn
from engine.kernel.layers import Layer, Rank
from engine.kernel.rules import Breach, Chapter

blocks, abilities = Chapter("Moving boats"), Chapter("Character abilities")


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


@abilities.rule(
    "TW-ABIL-02",
    on=Done,
    says="An ability that can be used is used.",
    cite=SPECIAL,
    rulings=("TW-AMB-27",),
)
def must_be_used(table: Table, event: Done) -> Breach | None:
    turn = open_turn_of(table, event.by)
    if turn is None:
        return None
    key = turn.card.ability
    if not key or key in turn.used or key not in USABLE or not USABLE[key](table, turn):
        return None
    return Breach(f"{event.by} does not use {turn.card.id}.", {"card": turn.card.id}, "Its ability is used.")


def _always(_: Table, __: Turn) -> bool:
    return True


def _in_range(table: Table, turn: Turn) -> bool:
    """Say whether Cannons had a boat to hit when the turn began."""
    began = turn.began
    own = [b for b in table.boats if b.seat == turn.seat]
    return any(began[b.number] == began[o.number] for o in own for b in table.boats if b.seat != turn.seat)


def _near(table: Table, turn: Turn) -> bool:
    return any(adjacent(o, b) for o in own_boats(table, turn.seat) for b in table.boats if b.seat != turn.seat)


def _beside(table: Table, turn: Turn) -> bool:
    return beside(table, turn.seat)


def _somebody_holds(table: Table, turn: Turn) -> bool:
    return any(p.rainbow for p in table.players.values() if p.seat != turn.seat)


USABLE = {
    "cannons": _in_range,
    "jolly_roger": _near,
    "shackle": _always,
    "longboat": _beside,
    "parlay": _somebody_holds,
}
ONE_BLOCK_PER_BOAT = Layer(
    "one-block-per-boat",
    Rank.RULING,
    "All points a boat gets in a turn are spent in one go; after the other boat has moved, the first cannot move again.",
    replaces=(blocks,),
)
MANDATORY_ABILITIES = Layer(
    "mandatory",
    Rank.RULING,
    "Every ability that can be used must be used.",
    replaces=(abilities,),
)
