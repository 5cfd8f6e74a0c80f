"""The rules of the chapter “After a battle”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.folds.losing import red_beaten
from engine.games.windward.sources import (
    FULL_BATTLE,
    FULL_CONCLUSION,
    FULL_EPIC_TURN,
    FULL_SHIP_LOST,
    SHORT_AFTER_BATTLE,
    SHORT_DEFEATED_SHIP,
    SHORT_HOW_BATTLES_WORK,
    SHORT_NATURALIST,
)
from engine.kernel.rules import Chapter

chapter = Chapter("After a battle")

chapter.not_modelled(
    "WW-CON-01",
    says="The losing ship's morale falls by the difference between the two totals.",
    cite=(FULL_CONCLUSION, SHORT_AFTER_BATTLE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CON-02",
    says="A losing ship that still has morale 1 or more gains one +2 Hits token.",
    cite=(FULL_CONCLUSION, SHORT_AFTER_BATTLE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CON-03",
    says="In the full edition: the attacking side returns to its previous space, win or lose. In the classic "
    "edition: the winning ship returns to its previous space.",
    cite=(FULL_CONCLUSION, SHORT_AFTER_BATTLE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CON-04",
    says="A ship that attacked straight out of port and must move back returns to port. Stated in the full edition; "
    "the classic edition follows from previous space.",
    cite=(FULL_BATTLE, SHORT_HOW_BATTLES_WORK),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CON-05",
    says="A losing longboat leaves the planet and returns to its board.",
    cite=(FULL_CONCLUSION, SHORT_AFTER_BATTLE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CON-06",
    says="The losing boat's owner gains one +2 Hits token in the hold, against boats and Greys alike.",
    cite=(FULL_CONCLUSION, SHORT_AFTER_BATTLE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CON-07",
    says="With the loser gone, the winner (attacker or defender) remains on the space.",
    cite=(FULL_CONCLUSION, SHORT_AFTER_BATTLE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CON-08",
    says="A beaten Grey loses its cloud base, stays on the space as defeated, and is towed by the winning boat.",
    cite=(FULL_CONCLUSION, SHORT_AFTER_BATTLE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CON-09",
    says="After a Grey is beaten the number of alive Greys is checked against players minus one (see New Cresters).",
    cite=(FULL_CONCLUSION, SHORT_AFTER_BATTLE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CON-10",
    says="A beaten Red goes into the winner's hold, or stays on that space as defeated if the hold already has a "
    "Crester. The available the classic edition text lacks this paragraph but mentions putting beaten Cresters "
    "into the hold.",
    cite=(FULL_CONCLUSION, SHORT_NATURALIST),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.upheld(
    "WW-CON-11",
    says="After beating a Red the winner must place a Red from stock, if there is one, on a free space of the "
    "territory the ship is in (see New Cresters).",
    cite=FULL_CONCLUSION,
    owed_by=red_beaten,
)
chapter.not_modelled(
    "WW-CON-12",
    says="After beating a Red or the White the ship remains on the battle space and, in its own turn, may go on.",
    cite=(FULL_CONCLUSION, FULL_EPIC_TURN, SHORT_HOW_BATTLES_WORK),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CON-13",
    says="Beating a ship without losing it gives the winner no cargo.",
    cite=(FULL_CONCLUSION, FULL_SHIP_LOST, SHORT_AFTER_BATTLE, SHORT_DEFEATED_SHIP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CON-14",
    says="Moving back is described only for a surviving loser; when the loser is sent to port the winner stays.",
    cite=(FULL_CONCLUSION, FULL_SHIP_LOST, SHORT_AFTER_BATTLE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
