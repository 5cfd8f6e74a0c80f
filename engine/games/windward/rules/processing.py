"""The rules of the chapter “Processing a Crester”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.sources import (
    FULL_CREW,
    FULL_GREAT_WHITE,
    FULL_ORDERS,
    SHORT_SKY_ORDERS,
    SHORT_WHITE,
)
from engine.kernel.rules import Chapter

chapter = Chapter("Processing a Crester")

chapter.not_modelled(
    "WW-PROC-01",
    says="Processing needs a defeated Crester in the hold, the ship At Sky, and the order given with a mate or "
    "coffee token.",
    cite=(FULL_ORDERS, SHORT_SKY_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-PROC-02",
    says="Each order processes one Crester.",
    cite=(FULL_ORDERS, SHORT_SKY_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-PROC-03",
    says="The Crester returns to the stockpile and one tooth of its colour goes into the hold.",
    cite=(FULL_ORDERS, SHORT_SKY_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-PROC-04",
    says="Gain gas equal to current morale, plus 1 with a Gas Worker (the full edition names that crew member; the "
    "classic edition does not list crew effects).",
    cite=(FULL_ORDERS, FULL_CREW, SHORT_SKY_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-PROC-05",
    says="Gas beyond free slots goes back to stock.",
    cite=(FULL_ORDERS, SHORT_SKY_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-PROC-06",
    says="The White Crester never enters a hold and yields no gas or tooth.",
    cite=(FULL_GREAT_WHITE, SHORT_WHITE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
