"""The rules of the chapter “New Cresters”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.events import PlaceRed, RollGrey
from engine.games.windward.reckoning.cresters import places_for_red
from engine.games.windward.sources import (
    FULL_CONCLUSION,
    FULL_COOP,
    FULL_EPIC_TURN,
    FULL_GLOBAL_SETUP,
    FULL_GREYS,
    FULL_NATURALIST,
    FULL_SOLO,
    SHORT_AFTER_BATTLE,
    SHORT_COOP,
    SHORT_SETUP,
    SHORT_SOLO,
)
from engine.games.windward.state import Table
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import Undetermined

chapter = Chapter("New Cresters")


@chapter.rule(
    "WW-SPWN-01",
    on=RollGrey,
    says="In competitive play, when alive Greys are fewer than players minus one, new Greys are added until that "
    "number is reached.",
    cite=(FULL_CONCLUSION, SHORT_AFTER_BATTLE),
)
def grey_is_due(table: Table, _: RollGrey) -> Breach | None:
    if table.phase == "set-up" or (table.owed and table.owed[-1].what is RollGrey):
        return None
    if table.greys_untold:
        raise Undetermined
    return Breach(f"{len(table.greys)} Greys are alive, and none is due.", {"greys": len(table.greys)})


chapter.not_modelled(
    "WW-SPWN-02",
    says="In the full edition: as part of settling a beaten Grey. In the classic edition: at any point in the game "
    "the shortage exists.",
    cite=(FULL_CONCLUSION, SHORT_AFTER_BATTLE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-SPWN-03",
    says="The player whose turn it is rolls the wind die for new Greys.",
    cite=(FULL_CONCLUSION, SHORT_AFTER_BATTLE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-SPWN-04",
    says="If the rolled feeding ground has a Grey or a longboat, roll again until one can be placed.",
    cite=(FULL_CONCLUSION, SHORT_AFTER_BATTLE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-SPWN-05",
    says="With no Grey in stock the step is skipped. The classic edition is silent.",
    cite=FULL_CONCLUSION,
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-SPWN-06",
    says="New Greys go on the feeding ground (In the full edition: any space picturing Greys) of the rolled "
    "territory (Bait: any free feeding ground).",
    cite=(FULL_GREYS, FULL_GLOBAL_SETUP, SHORT_SETUP, SHORT_AFTER_BATTLE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-SPWN-07",
    says="A tagged Grey is not counted as alive for the threshold.",
    cite=FULL_NATURALIST,
    why="What it speaks of is folded as played, and no check asks about it yet.",
)


@chapter.rule(
    "WW-SPWN-08",
    on=PlaceRed,
    says="The replacement Red is put by the winner on an unoccupied space of choice in the territory where the "
    "winner's ship is.",
    cite=(FULL_CONCLUSION, FULL_EPIC_TURN),
    reads=("tiles", "planet"),
)
def red_in_the_territory(table: Table, event: PlaceRed) -> Breach | None:
    if not table.owed or table.owed[-1].what is not PlaceRed:
        return Breach(f"{event.by} places a Red, and none was beaten.", {"space": event.space})
    if event.space in places_for_red(table, event.by):
        return None
    ship = table.players[event.by].at
    return Breach(
        f"A new Red is put on {event.space}, and the ship is on {ship}.", {"space": event.space, "ship": ship}
    )


chapter.not_modelled(
    "WW-SPWN-09",
    says="Without a Red in stock nothing is placed, and nothing says it is made up for later.",
    cite=FULL_CONCLUSION,
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-SPWN-10",
    says="In solo and co-op neither Greys nor Reds come back.",
    cite=(FULL_SOLO, FULL_COOP, SHORT_COOP, SHORT_SOLO),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
