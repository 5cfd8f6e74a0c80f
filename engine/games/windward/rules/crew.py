"""The rules of the chapter “Crew”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.sources import (
    FULL_CREW,
    FULL_ORDERS,
    FULL_SHIP_LOST,
    SHORT_COMPONENTS,
    SHORT_DEFEATED_SHIP,
    SHORT_PORT_ORDERS,
)
from engine.kernel.rules import Chapter

chapter = Chapter("Crew")

chapter.not_modelled(
    "WW-CREW-01",
    says="A crew tile goes only on a free crew slot that names it; each slot names two crew and holds one tile (the "
    "full edition). The classic edition says a crew member goes on one of the crew spaces, in the column of "
    "its kind.",
    cite=(FULL_ORDERS, SHORT_PORT_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CREW-02",
    says="A player may have each crew member at most once. Stated in the classic edition; in the full edition it "
    "follows from the slots.",
    cite=(SHORT_PORT_ORDERS, FULL_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CREW-03",
    says="The hirer chooses which face of the tile to use and places it that side up. The full edition refers to "
    "tiles with one of two names but does not mention flipping.",
    cite=SHORT_PORT_ORDERS,
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CREW-04",
    says="Hired crew stay to the end of the game, also when the ship is lost.",
    cite=(FULL_ORDERS, SHORT_PORT_ORDERS, FULL_SHIP_LOST, SHORT_DEFEATED_SHIP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CREW-05",
    says="Only tiles still on the Trading Post Board can be hired (15 at the start per the classic edition).",
    cite=(FULL_ORDERS, SHORT_COMPONENTS, SHORT_PORT_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CREW-06",
    says="A crew member's benefit applies from the moment of hiring for the rest of the game.",
    cite=(FULL_CREW, SHORT_PORT_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CREW-07",
    says="+2 gas slots and +1 hand limit.",
    cite=FULL_CREW,
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CREW-08",
    says="+2 gas slots and +1 gas whenever the Process Crester order is carried out.",
    cite=FULL_CREW,
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CREW-09",
    says="+2 cannon slots and +2 hits in any battle against a Red Crester (not White, not ships).",
    cite=(FULL_CREW, SHORT_PORT_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CREW-10",
    says="+2 cannon slots and +1 strength in battles where the own ship is the attacker.",
    cite=FULL_CREW,
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CREW-11",
    says="+1 longboat slot with the second longboat, and +1 strength in any battle of an own longboat, attacking or "
    "defending.",
    cite=FULL_CREW,
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CREW-12",
    says="+1 longboat slot with the second longboat, and +1 longboat speed each turn. In the full edition: at the "
    "start of each own turn, so nothing in the hiring turn. In the classic edition: counted from the hiring "
    "turn itself, offered as something the owner may take once per turn, with no moment fixed.",
    cite=(FULL_CREW, SHORT_PORT_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-CREW-13",
    says="On hiring Harpooner or Coxswain the set-aside boat is put on the board. The classic edition shows this "
    "only for the Coxswain.",
    cite=(FULL_CREW, SHORT_PORT_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
