"""The rules of the chapter “Dropping cargo”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.sources import (
    FULL_CARGO_HOLD,
    FULL_EPIC_TURN,
    FULL_SHIP_LOST,
    SHORT_DEFEATED_SHIP,
)
from engine.kernel.rules import Chapter

chapter = Chapter("Dropping cargo")

chapter.not_modelled(
    "WW-DROP-01",
    says="While At Sky the active player may put defeated Cresters, teeth and +2 tokens from the hold onto the "
    "ship's space. The classic edition gives no such permission.",
    cite=FULL_CARGO_HOLD,
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-DROP-02",
    says="Only cargo can be dropped. Gas, cannons, supply cards and crew never go onto the planet.",
    cite=(FULL_CARGO_HOLD, FULL_SHIP_LOST, SHORT_DEFEATED_SHIP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-DROP-03",
    says="Items on the planet may be taken by any player's ship (a Grey becomes towed if a boat is there).",
    cite=(FULL_CARGO_HOLD, FULL_EPIC_TURN, SHORT_DEFEATED_SHIP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
