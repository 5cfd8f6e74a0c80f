"""The rules of the chapter “The Great White Crester”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.sources import (
    FULL_BATTLE,
    FULL_COOP,
    FULL_GREAT_WHITE,
    FULL_MOVE_SHIP,
    FULL_TERRAIN,
    SHORT_COOP,
    SHORT_INITIATE_BATTLE,
    SHORT_TERRAIN,
    SHORT_TURN_END,
    SHORT_WHITE,
)
from engine.kernel.rules import Chapter

chapter = Chapter("The Great White Crester")

chapter.not_modelled(
    "WW-WHITE-01",
    says="With the variant, the White starts on the 10 of the notoriety track.",
    cite=(FULL_GREAT_WHITE, SHORT_WHITE),
    why="No log can declare the Great White Crester yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-WHITE-02",
    says="The first time anyone reaches or passes 10 notoriety the White enters play at once. In the full edition: "
    "that player rolls the wind die for the territory. In the classic edition: roll, roller not named.",
    cite=(FULL_GREAT_WHITE, SHORT_WHITE),
    why="No log can declare the Great White Crester yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-WHITE-03",
    says="It goes on the icon corner of the rolled territory; if that is occupied, roll again.",
    cite=(FULL_GREAT_WHITE, SHORT_WHITE),
    why="No log can declare the Great White Crester yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-WHITE-04",
    says="The White fights with base strength 8 on the higher layer (layer said in the full edition; in the classic "
    "edition it follows from working like a Red).",
    cite=(FULL_GREAT_WHITE, FULL_BATTLE, SHORT_WHITE),
    why="No log can declare the Great White Crester yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-WHITE-05",
    says="A ship entering the White's space must fight it.",
    cite=(FULL_GREAT_WHITE, FULL_MOVE_SHIP, SHORT_INITIATE_BATTLE),
    why="No log can declare the Great White Crester yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-WHITE-06",
    says="When a ship rests at sky and is still there after Red movement, the White moves 5 spaces toward it, "
    "whatever the planet size, ignoring wind and territory borders. The classic edition gives the 5 spaces and "
    "free crossing of territories, but neither the order against the Red nor planet size nor wind.",
    cite=(FULL_GREAT_WHITE, SHORT_WHITE),
    why="No log can declare the Great White Crester yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-WHITE-07",
    says="It does not attack or pass other players' ships and stops when it can get no nearer. The classic edition "
    "also forbids it Red spaces; the full edition is silent about Reds.",
    cite=(FULL_GREAT_WHITE, SHORT_WHITE),
    why="No log can declare the Great White Crester yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-WHITE-08",
    says="The general Crester limits apply to the White.",
    cite=(FULL_TERRAIN, SHORT_TERRAIN),
    why="No log can declare the Great White Crester yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-WHITE-09",
    says="The player who beats it gains 6 notoriety immediately; it does not go to the hold and gives no gas or tooth.",
    cite=(FULL_GREAT_WHITE, SHORT_WHITE),
    why="No log can declare the Great White Crester yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-WHITE-10",
    says="A beaten White leaves the game. The full edition says only that it is not taken aboard.",
    cite=(SHORT_WHITE, FULL_GREAT_WHITE),
    why="No log can declare the Great White Crester yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-WHITE-11",
    says="The sky +1 is given only if the ship is still on the planet after the White has moved and any battle is "
    "done.",
    cite=(FULL_GREAT_WHITE, SHORT_TURN_END),
    why="No log can declare the Great White Crester yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-WHITE-12",
    says="A White that ends its movement on the space of the ship it moved toward fights that ship at once. The "
    "full edition puts the duty to begin on the ship's owner; the classic edition and co-op only say that the "
    "White acts like a Red.",
    cite=(FULL_GREAT_WHITE, FULL_BATTLE, FULL_COOP, SHORT_WHITE, SHORT_COOP),
    why="No log can declare the Great White Crester yet, so that none can keep or break it.",
)
