"""The rules of the chapter “Ending a turn”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.folds.turns import red_due
from engine.games.windward.sources import (
    FULL_AT_PORT,
    FULL_AT_SKY,
    FULL_BATTLE,
    FULL_GREAT_WHITE,
    FULL_SHIP_LOST,
    FULL_TURN_END,
    SHORT_DEFEATED_SHIP,
    SHORT_TURN_END,
)
from engine.kernel.rules import Chapter

chapter = Chapter("Ending a turn")

chapter.not_modelled(
    "WW-REST-01",
    says="Return coffee and other turn tokens (the full edition); move both mates to rest; carry out the rest space "
    "of port or sky. The classic edition starts with the mates.",
    cite=(FULL_TURN_END, SHORT_TURN_END),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-REST-02",
    says="Tokens used as reminders this turn (coffee) return to stock. The classic edition does not say so.",
    cite=FULL_TURN_END,
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-REST-03",
    says="In the full edition: morale rises by the number on the board's port rest space. In the classic edition: "
    "by 1, for the blue player by 2. Not above the maximum.",
    cite=(FULL_AT_PORT, SHORT_TURN_END),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-REST-04",
    says="Only resting at sky gives the +1.",
    cite=(FULL_AT_PORT, SHORT_TURN_END),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-REST-05",
    says="Resting at sky the player must discard one supply card without effect or lower morale by 1; the choice is "
    "theirs, but without cards it must be morale.",
    cite=(FULL_AT_SKY, SHORT_TURN_END),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-REST-06",
    says="If that lowers morale below 1 the ship is lost as for lack of supplies and the turn ends.",
    cite=(FULL_AT_SKY, FULL_SHIP_LOST, SHORT_TURN_END, SHORT_DEFEATED_SHIP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.upheld(
    "WW-REST-07",
    says="After upkeep any Red of the ship's territory moves under the RED rules.",
    cite=(FULL_AT_SKY, SHORT_TURN_END),
    owed_by=red_due,
)
chapter.not_modelled(
    "WW-REST-08",
    says="If the ship is still at sky after Crester movement (White included), it gains 1 notoriety.",
    cite=(FULL_AT_SKY, FULL_GREAT_WHITE, SHORT_TURN_END),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-REST-09",
    says="In a battle begun by a Crester in the rest phase the defending player uses cannons, cards and tokens as "
    "usual.",
    cite=(FULL_AT_SKY, FULL_BATTLE, SHORT_TURN_END),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
