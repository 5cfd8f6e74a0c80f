"""The rules of the chapter “Solo Adventure”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.sources import (
    FULL_GAME_END,
    FULL_GREAT_WHITE,
    FULL_ROUND_END,
    FULL_SOLO,
    SHORT_SOLO,
    SHORT_WHITE,
    SHORT_WIND,
)
from engine.kernel.rules import Chapter

chapter = Chapter("Solo Adventure")

chapter.not_modelled(
    "WW-SOLO-01",
    says="Standard setup with a Grey on every feeding ground, a five-card hand, no achievements.",
    cite=(FULL_SOLO, SHORT_SOLO),
    why="No log can declare the Solo Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-SOLO-02",
    says="If a turn ends with the ship At Port the game is lost.",
    cite=(FULL_SOLO, SHORT_SOLO),
    why="No log can declare the Solo Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-SOLO-03",
    says="At sky discard a card or lower morale by 1; morale 0 loses the game.",
    cite=(FULL_SOLO, SHORT_SOLO),
    why="No log can declare the Solo Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-SOLO-04",
    says="After upkeep every Red on the planet moves toward the ship by the shortest way, the player choosing among "
    "equals.",
    cite=(FULL_SOLO, SHORT_SOLO),
    why="No log can declare the Solo Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-SOLO-05",
    says="Red speed is 3 plus the number of Reds defeated so far in the game.",
    cite=(FULL_SOLO, SHORT_SOLO),
    why="No log can declare the Solo Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-SOLO-06",
    says="Reds may leave their territory in solo.",
    cite=(FULL_SOLO, SHORT_SOLO),
    why="No log can declare the Solo Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-SOLO-07",
    says="No more than two Reds may be on one space.",
    cite=(FULL_SOLO, SHORT_SOLO),
    why="No log can declare the Solo Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-SOLO-08",
    says="Battles are fought only after all Reds have moved; Reds attacking together add their strengths.",
    cite=(FULL_SOLO, SHORT_SOLO),
    why="No log can declare the Solo Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-SOLO-09",
    says="After surviving the battles roll a new wind, different from the old, before the next turn; this takes the "
    "place of the round roll.",
    cite=(FULL_SOLO, SHORT_SOLO, FULL_ROUND_END, SHORT_WIND),
    why="No log can declare the Solo Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-SOLO-10",
    says="Neither Reds nor Greys are replaced.",
    cite=(FULL_SOLO, SHORT_SOLO),
    why="No log can declare the Solo Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-SOLO-11",
    says="In port teeth bring no notoriety; the player may trade them for gas, 3 per Grey tooth and 4 per Red tooth.",
    cite=(FULL_SOLO, SHORT_SOLO),
    why="No log can declare the Solo Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-SOLO-12",
    says="As soon as the last Red is beaten the player chooses an around-the-planet space and places the White there.",
    cite=(FULL_SOLO, SHORT_SOLO),
    why="No log can declare the Solo Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-SOLO-13",
    says="The White moves at the end of the very turn it was placed, even if the last Red fell in the rest phase; "
    "it acts as in free-for-all (5 spaces, strength 8).",
    cite=(FULL_SOLO, SHORT_SOLO, FULL_GREAT_WHITE, SHORT_WHITE),
    why="No log can declare the Solo Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-SOLO-14",
    says="The game is won when the White is defeated in battle.",
    cite=(FULL_SOLO, SHORT_SOLO),
    why="No log can declare the Solo Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-SOLO-15",
    says="Any loss of the ship, by whatever cause, loses the game.",
    cite=(FULL_SOLO, SHORT_SOLO),
    why="No log can declare the Solo Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-SOLO-16",
    says="Everything not changed here is as in the standard game; the notoriety end does not apply.",
    cite=(FULL_SOLO, FULL_GAME_END, SHORT_SOLO),
    why="No log can declare the Solo Adventure yet, so that none can keep or break it.",
)
