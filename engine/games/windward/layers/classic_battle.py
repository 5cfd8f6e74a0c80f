"""Rules about battles, lost ships and new Cresters that differ in the classic rulebook."""

from __future__ import annotations

from engine.games.windward.events import RollBattle, SpendHits
from engine.games.windward.folds.cresters import grey_in_stock
from engine.games.windward.folds.losing import all_dropped
from engine.games.windward.reckoning.aftermath import who_goes_where
from engine.games.windward.reckoning.battle import rewarded
from engine.games.windward.rules.battle.battle import adds_for_the_crester, rolls_for_the_crester
from engine.games.windward.rules.claims.battle import OfBattle
from engine.games.windward.sources import (
    SHORT_AFTER_BATTLE,
    SHORT_DEFEATED_SHIP,
    SHORT_HOW_BATTLES_WORK,
    SHORT_INITIATE_BATTLE,
)
from engine.kernel.rules import Chapter

battle = Chapter("Battles")
battle.rule(
    "WW-BAT-08",
    on=RollBattle,
    given="seat",
    says="For a Crester the player to the left of the one in battle with it rolls.",
    cite=SHORT_INITIATE_BATTLE,
)(rolls_for_the_crester)
battle.rule(
    "WW-BAT-09",
    on=SpendHits,
    says="The player who rolls for a Crester plays no supply cards for it.",
    cite=SHORT_INITIATE_BATTLE,
    narrows=("WW-CARD-06", "WW-BAT-07", "WW-BAT-10"),
)(adds_for_the_crester)

outcome = Chapter("Hits and ties")
outcome.upheld(
    "WW-BAT-22",
    says="After a tie both players take a +2 Hits token, whichever of them attacked.",
    cite=SHORT_HOW_BATTLES_WORK,
    by=rewarded,
    claims=(OfBattle.TIED_TOKENS,),
    rulings=("WW-AMB-067", "WW-AMB-077", "WW-AMB-144"),
)

after = Chapter("After a battle")
after.upheld(
    "WW-CON-03",
    says="If a ship has lost and has morale left, the ship that has won goes back to where it was before.",
    cite=SHORT_AFTER_BATTLE,
    by=who_goes_where,
    claims=(OfBattle.SENT_BACK,),
    rulings=("WW-AMB-021", "WW-AMB-078"),
)
lost = Chapter("Lost ships")
lost.upheld(
    "WW-LOST-02",
    says="If a ship is lost to a Red or for want of supplies, its whole hold falls onto the space where it was.",
    cite=SHORT_DEFEATED_SHIP,
    by=all_dropped,
    claims=(OfBattle.NOT_DROPPED,),
    rulings=("WW-AMB-081", "WW-AMB-082"),
)

new_cresters = Chapter("New Cresters")
new_cresters.upheld(
    "WW-SPWN-02",
    says="At any point of the game at which too few Greys are alive one is rolled for, as soon as there is one in the "
    "stock.",
    cite=SHORT_AFTER_BATTLE,
    owed_by=grey_in_stock,
    rulings=("WW-AMB-090",),
)

CHAPTERS = (battle, outcome, after, lost, new_cresters)
