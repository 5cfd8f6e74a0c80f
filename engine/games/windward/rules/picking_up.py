"""The rules of the chapter “Picking up”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.content import PORT
from engine.games.windward.events import LiftBoat, PickUp
from engine.games.windward.reckoning import lying
from engine.games.windward.sources import (
    FULL_CONCLUSION,
    FULL_MOVE_LONGBOATS,
    FULL_MOVE_SHIP,
    FULL_ORDERS,
    FULL_PICK_UP,
    FULL_POCKETS,
    FULL_SHIP_LOST,
    FULL_SHIPS,
    SHORT_DEFEATED_SHIP,
    SHORT_SHIPS,
    SHORT_SKY_ORDERS,
    SHORT_TERRAIN,
)
from engine.games.windward.state import Table
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("Picking up")

chapter.not_modelled(
    "WW-PICK-01",
    says="In your turn, at no cost, your ship may take eligible items lying on its own space. The full edition ties "
    "this to the own turn in Pick Up; the classic edition names no turn and lets a boat be lifted whenever the "
    "ship is there.",
    cite=(FULL_PICK_UP, FULL_SHIPS, SHORT_SHIPS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-PICK-02",
    says="Eligible: defeated Red, defeated Grey (if not towed by another), own longboat, gas tokens, teeth of "
    "either kind, +2 tokens.",
    cite=(FULL_SHIPS, FULL_PICK_UP, SHORT_SHIPS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-PICK-03",
    says="A ship may lift only longboats of its own colour, each into a free longboat slot of its board.",
    cite=(FULL_PICK_UP, FULL_ORDERS, SHORT_SKY_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-PICK-04",
    says="A hold contains at most one defeated Crester. The texts show this where a winner already carrying one "
    "must leave the new one on the space.",
    cite=(FULL_CONCLUSION, FULL_SHIP_LOST, SHORT_DEFEATED_SHIP, SHORT_SKY_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-PICK-05",
    says="Gas is taken only into free gas slots. Explicit in the full edition for pockets; the classic edition has "
    "the slot limit only for processing.",
    cite=(FULL_POCKETS, SHORT_TERRAIN, SHORT_SKY_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)


@chapter.rule(
    "WW-PICK-06",
    on=(PickUp, LiftBoat),
    says="Only items currently on that space can be taken, and they leave the space when taken.",
    cite=(FULL_PICK_UP, SHORT_SHIPS),
    reads=("tiles", "planet"),
)
def it_lies_there(table: Table, event: PickUp | LiftBoat) -> Breach | None:
    player = table.players[event.by]
    if isinstance(event, LiftBoat):
        place = player.boats[event.boat]
        if place == player.at:
            return None
        says = f"Longboat {event.boat} is not where the ship of {event.by} is."
        return Breach(says, {"boat": event.boat, "place": place})
    there = lying(table, player.at, event.item) if player.at != PORT else 0
    if there >= max(1, event.number):
        return None
    return Breach(f"{there} {event.item} lie on {player.at}.", {"item": event.item, "there": there})


chapter.not_modelled(
    "WW-PICK-07",
    says="If an alive Red stands on the items, it must be defeated or gone before they may be taken. In the full "
    "edition the same follows from the forced battle on entry.",
    cite=(SHORT_DEFEATED_SHIP, FULL_MOVE_SHIP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-PICK-08",
    says="Boat and towed Grey are separate pickups; if only the boat is lifted (for instance because the hold is "
    "full) the Grey stays, untowed.",
    cite=(FULL_PICK_UP, FULL_MOVE_LONGBOATS, SHORT_SHIPS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
