"""The rules of the chapter “After a battle”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.events import Loot
from engine.games.windward.folds.cresters import grey_beaten, red_beaten
from engine.games.windward.folds.losing import boat_lost
from engine.games.windward.folds.settling import consoled, go_back, ship_beaten
from engine.games.windward.reckoning.aftermath import SURVIVED, who_goes_where
from engine.games.windward.reckoning.telling_battles import told
from engine.games.windward.rules.claims.battle import OfBattle
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
from engine.games.windward.state import Table
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("After a battle")

chapter.upheld(
    "WW-CON-01",
    says="A ship that has lost a battle loses as much morale as the other side had hits more.",
    cite=(FULL_CONCLUSION, SHORT_AFTER_BATTLE),
    by=ship_beaten,
    claims=(OfBattle.MARGIN,),
)
chapter.upheld(
    "WW-CON-02",
    says="If it has morale left, its player takes a +2 Hits token.",
    cite=(FULL_CONCLUSION, SHORT_AFTER_BATTLE),
    by=consoled,
    claims=(OfBattle.CONSOLED,),
    rulings=("WW-AMB-067",),
)
chapter.upheld(
    "WW-CON-03",
    says="If it has morale left, the attacker goes back to where it was before, whether it has won or lost.",
    cite=FULL_CONCLUSION,
    by=who_goes_where,
    claims=(OfBattle.SENT_BACK,),
    rulings=("WW-AMB-021",),
)
chapter.upheld(
    "WW-CON-04",
    says="A ship that has come out of port to its battle goes back into port; the full edition says so outright.",
    cite=(FULL_BATTLE, SHORT_HOW_BATTLES_WORK),
    by=go_back,
    claims=(OfBattle.BACK_TO_PORT,),
)
chapter.upheld(
    "WW-CON-05",
    says="A longboat that has lost goes back to its board.",
    cite=(FULL_CONCLUSION, SHORT_AFTER_BATTLE),
    by=boat_lost,
    claims=(OfBattle.BOAT_KEPT,),
)
chapter.upheld(
    "WW-CON-06",
    says="Its player takes a +2 Hits token into the ship's hold, be it lost to a longboat or to a Grey.",
    cite=(FULL_CONCLUSION, SHORT_AFTER_BATTLE),
    by=boat_lost,
    claims=(OfBattle.BOAT_CONSOLED,),
    rulings=("WW-AMB-067",),
)
chapter.upheld(
    "WW-CON-07",
    says="A longboat that has won stays where the battle was, attacked or attacking.",
    cite=(FULL_CONCLUSION, SHORT_AFTER_BATTLE),
    by=who_goes_where,
    claims=(OfBattle.BOAT_MOVED,),
)
chapter.upheld(
    "WW-CON-08",
    says="A Grey that has lost lies where it lived, and the longboat that has won tows it.",
    cite=(FULL_CONCLUSION, SHORT_AFTER_BATTLE),
    by=grey_beaten,
    claims=(OfBattle.GREY_LEFT,),
)
chapter.upheld(
    "WW-CON-09",
    says="Once a Grey has lost, the living ones are counted, and new ones come until there is one less than players.",
    cite=(FULL_CONCLUSION, SHORT_AFTER_BATTLE),
    owed_by=grey_beaten,
    rulings=("WW-AMB-035", "WW-AMB-091"),
)
chapter.upheld(
    "WW-CON-10",
    says="A Red that has lost comes into the winner's hold; if a Crester is there already, it lies where it was. The "
    "classic edition speaks of Cresters that are put into the hold, and not of this.",
    cite=(FULL_CONCLUSION, SHORT_NATURALIST),
    by=red_beaten,
    claims=(OfBattle.RED_LEFT,),
)
chapter.upheld(
    "WW-CON-11",
    says="Whoever has beaten a Red must put another from the stock, if there is one, on a free space of the territory "
    "that the ship is in.",
    cite=FULL_CONCLUSION,
    owed_by=red_beaten,
    rulings=("WW-AMB-080",),
)
chapter.upheld(
    "WW-CON-12",
    says="A ship that has beaten a Crester stays where the battle was, and in its own turn goes on from there.",
    cite=(FULL_CONCLUSION, FULL_EPIC_TURN, SHORT_HOW_BATTLES_WORK),
    by=who_goes_where,
    claims=(OfBattle.WINNER_MOVED,),
)


@chapter.rule(
    "WW-CON-13",
    on=Loot,
    says="Nothing is taken from a ship that has lost a battle and is not lost itself.",
    cite=(FULL_CONCLUSION, FULL_SHIP_LOST, SHORT_AFTER_BATTLE, SHORT_DEFEATED_SHIP),
    narrows=("WW-LOST-06",),
    claims=(OfBattle.LOOTED_ANYHOW,),
)
def nothing_of_a_survivor(table: Table, event: Loot) -> Breach | None:
    end = table.outcome
    if table.looting is not None or end is None or end.battle is None or end.how != SURVIVED:
        return None
    left = table.players[end.loser].morale
    says = f"{event.by} takes cargo, and {end.loser}'s ship has {left} morale left. {told(table, end.battle)}"
    return Breach(says, {"seat": event.by, "morale": left})


chapter.upheld(
    "WW-CON-14",
    says="Where a ship is lost, whoever has won stays where the battle was: of going back it is said only where the "
    "loser has morale left.",
    cite=(FULL_CONCLUSION, FULL_SHIP_LOST, SHORT_AFTER_BATTLE),
    by=who_goes_where,
    claims=(OfBattle.WINNER_LEFT,),
    rulings=("WW-AMB-079",),
)
