"""The rules of the chapter “Longboats”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.sources import (
    FULL_BATTLE,
    FULL_CREW,
    FULL_LONGBOATS,
    FULL_MOVE_LONGBOATS,
    FULL_ORDERS,
    FULL_PICK_UP,
    FULL_PLAYER_SETUP,
    FULL_SHIPS,
    FULL_TERRAIN,
    SHORT_COMPONENTS,
    SHORT_INITIATE_BATTLE,
    SHORT_LONGBOATS,
    SHORT_MOVING,
    SHORT_PORT_ORDERS,
    SHORT_SHIPS,
    SHORT_SKY_ORDERS,
    SHORT_TERRAIN,
    SHORT_TRADING_POST,
    SHORT_TURN,
)
from engine.kernel.rules import Chapter

chapter = Chapter("Longboats")

chapter.not_modelled(
    "WW-LB-01",
    says="Longboat speed runs from 0 to 8; gains above 8 stop at 8. The maximum is printed in the full edition; the "
    "classic edition gives only the start at 0 and leaves the top to the board.",
    cite=(FULL_ORDERS, FULL_PLAYER_SETUP, SHORT_SKY_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-LB-02",
    says="Lowering longboat speed by 1 moves one of your boats at sky one space; points may be divided between your "
    "boats freely.",
    cite=(FULL_MOVE_LONGBOATS, SHORT_MOVING),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-LB-03",
    says="Unused longboat speed carries over between turns. Stated in the full edition; implied by the track in the "
    "classic edition.",
    cite=(FULL_MOVE_LONGBOATS, SHORT_MOVING),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-LB-04",
    says="Boats may move at any point of the owner's turn, wherever the ship is, At Port included.",
    cite=(FULL_MOVE_LONGBOATS, SHORT_TURN),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-LB-05",
    says="A player's two boats may never come together on one space, whether by moving or by dropping.",
    cite=(FULL_MOVE_LONGBOATS, SHORT_MOVING, SHORT_SKY_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-LB-06",
    says="A longboat may never enter the Trading Post. Explicit in the full edition; in the classic edition only "
    "ships are given port moves.",
    cite=(FULL_MOVE_LONGBOATS, SHORT_TRADING_POST),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-LB-07",
    says="Boats may not enter drift and may not use zephyr or around-the-planet travel; every move goes to an "
    "adjacent hex.",
    cite=(FULL_TERRAIN, SHORT_TERRAIN),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-LB-08",
    says="A boat that enters a space with a rival boat or a living Grey starts a battle at once.",
    cite=(FULL_MOVE_LONGBOATS, FULL_BATTLE, SHORT_INITIATE_BATTLE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-LB-09",
    says="A player may use the second boat only after hiring a Harpooner or a Coxswain, which adds a slot and "
    "brings that boat aboard. The classic edition shows this only for the Coxswain, in an example.",
    cite=(FULL_CREW, SHORT_PORT_ORDERS, FULL_PLAYER_SETUP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-LB-10",
    says="Each colour has two longboats in all.",
    cite=(FULL_PLAYER_SETUP, SHORT_COMPONENTS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-LB-11",
    says="A dropped boat stays where it is until its own ship picks it up or it loses a battle.",
    cite=(FULL_ORDERS, SHORT_SKY_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-LB-12",
    says="Gas, teeth, +2 tokens and defeated Reds are picked up only by ships; a boat can only tow a defeated Grey.",
    cite=(FULL_SHIPS, FULL_LONGBOATS, FULL_PICK_UP, SHORT_SHIPS, SHORT_LONGBOATS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
