"""The rules of the chapter “The small planet”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.sources import (
    FULL_AT_SKY,
    FULL_GREAT_WHITE,
    FULL_SMALL_WORLD,
    SHORT_ALTERNATE_MAP,
    SHORT_SETUP,
    SHORT_WHITE,
)
from engine.kernel.rules import Chapter

chapter = Chapter("The small planet")

chapter.not_modelled(
    "WW-SMALL-01",
    says="The variant uses the smaller planet on the tile backs. In the full edition: any game (co-op prescribes "
    "large). In the classic edition: two-player or free-for-all.",
    cite=(FULL_SMALL_WORLD, SHORT_ALTERNATE_MAP, SHORT_SETUP),
    why="No log can declare the small planet yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-SMALL-02",
    says="On the small planet Reds move 2 instead of 3.",
    cite=(FULL_SMALL_WORLD, FULL_AT_SKY, SHORT_ALTERNATE_MAP),
    why="No log can declare the small planet yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-SMALL-03",
    says="The White moves 5 on either planet. The classic edition gives 5 without mentioning size.",
    cite=(FULL_GREAT_WHITE, SHORT_WHITE),
    why="No log can declare the small planet yet, so that none can keep or break it.",
)
