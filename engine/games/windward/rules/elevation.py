"""The rules of the chapter “Elevation”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.sources import (
    FULL_CARGO_HOLD,
    FULL_CONCLUSION,
    FULL_ELEVATION,
    FULL_GREAT_WHITE,
    FULL_MOVE_LONGBOATS,
    FULL_MOVE_SHIP,
    SHORT_AFTER_BATTLE,
    SHORT_DEFEATED_SHIP,
    SHORT_ELEVATION,
    SHORT_HOW_BATTLES_WORK,
    SHORT_INITIATE_BATTLE,
    SHORT_SHIPS,
)
from engine.kernel.rules import Chapter

chapter = Chapter("Elevation")

chapter.not_modelled(
    "WW-ELEV-01",
    says="Ships, Red Cresters and the White Crester are on the higher layer; longboats and Grey Cresters on the "
    "lower. The full edition lists this (White in its variant); the classic edition only shows it by examples "
    "and never places the White.",
    cite=(FULL_ELEVATION, FULL_GREAT_WHITE, SHORT_ELEVATION),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-ELEV-02",
    says="Pieces on different layers neither block nor fight nor affect one another; they may share a space.",
    cite=(FULL_ELEVATION, SHORT_ELEVATION),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-ELEV-03",
    says="Entering a space with an opposing piece of the same layer starts a battle, and its result separates the "
    "pieces (someone moves back, is removed, or becomes cargo).",
    cite=(FULL_MOVE_SHIP, FULL_CONCLUSION, SHORT_INITIATE_BATTLE, SHORT_HOW_BATTLES_WORK, SHORT_AFTER_BATTLE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-ELEV-04",
    says="Defeated Cresters, teeth, gas and +2 tokens lying on a space never start a battle. Defeated Greys do "
    "restrict towing boats.",
    cite=(FULL_CARGO_HOLD, FULL_MOVE_LONGBOATS, SHORT_SHIPS, SHORT_DEFEATED_SHIP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
