"""The rules of the chapter “Lost ships”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.events import Loot
from engine.games.windward.sources import (
    FULL_CREW_MORALE,
    FULL_SHIP_LOST,
    SHORT_AFTER_BATTLE,
    SHORT_DEFEATED_SHIP,
)
from engine.games.windward.state import Table
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("Lost ships")

chapter.not_modelled(
    "WW-LOST-01",
    says="A ship is lost when morale falls below 1, through a battle or through the rest-at-sky morale payment.",
    cite=(FULL_SHIP_LOST, FULL_CREW_MORALE, SHORT_DEFEATED_SHIP, SHORT_AFTER_BATTLE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-LOST-02",
    says="If caused by a Crester or by lack of supply cards, everything in the hold drops on the space where the "
    "ship was. The classic edition names the Red Crester only.",
    cite=(FULL_SHIP_LOST, SHORT_DEFEATED_SHIP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-LOST-03",
    says="Gas and cannons are never dropped; the classic edition adds supply cards. Crew are permanent.",
    cite=(FULL_SHIP_LOST, SHORT_DEFEATED_SHIP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-LOST-04",
    says="If beaten by another player's ship, the winner takes any Crester from the loser's hold.",
    cite=(FULL_SHIP_LOST, SHORT_DEFEATED_SHIP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-LOST-05",
    says="If the winner already has a Crester, the loser's Crester is put on the battle space.",
    cite=(FULL_SHIP_LOST, SHORT_DEFEATED_SHIP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)


@chapter.rule(
    "WW-LOST-06",
    on=Loot,
    says="Then the winner takes half, rounded up, of the loser's remaining cargo (teeth and +2 tokens), chosen by "
    "the winner.",
    cite=(FULL_SHIP_LOST, SHORT_DEFEATED_SHIP),
)
def half_of_the_cargo(table: Table, event: Loot) -> Breach | None:
    looting = table.looting
    if looting is None:
        return Breach(f"{event.by} takes cargo, and no ship was lost to {event.by}.", {"seat": event.by})
    if len(event.items) == looting.number:
        return None
    says = f"{event.by} takes {len(event.items)} pieces of cargo."
    facts: dict[str, int | str] = {"taken": len(event.items), "half": looting.number}
    return Breach(says, facts, f"{looting.number}: half, rounded up.")


chapter.not_modelled(
    "WW-LOST-07",
    says="Gas, cannons and cards are out of reach for the winner (said outright in the classic edition).",
    cite=(SHORT_DEFEATED_SHIP, FULL_SHIP_LOST),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-LOST-08",
    says="Cargo not chosen stays in the lost ship; teeth in it are exchanged for notoriety when the loser's next "
    "turn begins. The classic edition is silent on both.",
    cite=FULL_SHIP_LOST,
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-LOST-09",
    says="The lost ship's morale is set to 1.",
    cite=(FULL_SHIP_LOST, SHORT_DEFEATED_SHIP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-LOST-10",
    says="The ship is put in its At Port slot.",
    cite=(FULL_SHIP_LOST, SHORT_DEFEATED_SHIP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-LOST-11",
    says="The losing player gains one +2 Hits token, after drop or loot, so it is neither dropped nor looted.",
    cite=(FULL_SHIP_LOST, SHORT_DEFEATED_SHIP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-LOST-12",
    says="If it was the loser's own turn it ends immediately with no rest benefits (no port morale, no sky notoriety).",
    cite=(FULL_SHIP_LOST, SHORT_DEFEATED_SHIP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-LOST-13",
    says="Nothing in the procedure touches longboats at sky or their tows.",
    cite=(FULL_SHIP_LOST, SHORT_DEFEATED_SHIP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
