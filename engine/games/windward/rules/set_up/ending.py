"""The rules of the chapter “The end of the game”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.rules.claims.end import OfEnd
from engine.games.windward.scoring import gain, last_turns_over, leaders
from engine.games.windward.sources import (
    FULL_COOP,
    FULL_GAME_END,
    FULL_SHIP_LOST,
    FULL_SOLO,
    FULL_TRIGGER,
    FULL_WIN,
    SHORT_COOP,
    SHORT_DEFEATED_SHIP,
    SHORT_END_GAME,
    SHORT_SOLO,
)
from engine.kernel.rules import Chapter

chapter = Chapter("The end of the game")

chapter.upheld(
    "WW-OVER-01",
    says="Who first has 15 notoriety or more has brought the end; the turn in which it happens is that player's last.",
    cite=(FULL_TRIGGER, SHORT_END_GAME),
    by=gain,
    claims=(OfEnd.TRIGGER_MISTAKEN,),
    rulings=("WW-AMB-112",),
)
chapter.upheld(
    "WW-OVER-02",
    says="Everybody else has one more turn; just before who brought the end would play again, the game is over.",
    cite=(FULL_TRIGGER, SHORT_END_GAME),
    by=last_turns_over,
    claims=(OfEnd.CLOSED_WRONGLY,),
    rulings=("WW-AMB-112", "WW-AMB-113"),
)
chapter.upheld(
    "WW-OVER-03",
    says="A player who reaches 15 in the last turns neither prolongs nor restarts them.",
    cite=(FULL_TRIGGER, SHORT_END_GAME),
    by=gain,
    claims=(OfEnd.LATER_ARRIVAL,),
)
chapter.upheld(
    "WW-OVER-04",
    says="After the last turns the most notoriety wins, and what is above 15 counts in full.",
    cite=(FULL_WIN, SHORT_END_GAME),
    by=leaders,
    claims=(OfEnd.NOT_THE_MOST,),
)
chapter.upheld(
    "WW-OVER-05",
    says="If the lead is shared, all have a further turn, the one who brought the end first; any of them may win.",
    cite=(FULL_WIN, SHORT_END_GAME),
    by=last_turns_over,
    claims=(OfEnd.LEAD_SHARED,),
    rulings=("WW-AMB-010", "WW-AMB-113"),
)
chapter.upheld(
    "WW-OVER-06",
    says="Further rounds follow until one player alone leads at the end of one.",
    cite=(FULL_WIN, SHORT_END_GAME),
    by=last_turns_over,
    claims=(OfEnd.SHARED_AGAIN,),
    rulings=("WW-AMB-113",),
)
chapter.record_only(
    "WW-OVER-07",
    says="The end at 15 notoriety is that of free-for-all and head-to-head, not of solo and co-op.",
    cite=(FULL_GAME_END, FULL_SOLO, FULL_COOP, SHORT_END_GAME, SHORT_COOP, SHORT_SOLO),
    why="No log of free-for-all or head-to-head can break it; alone and in co-op a rule of that mode says so.",
)
chapter.upheld(
    "WW-OVER-08",
    says="After the winner is declared no game event may follow.",
    cite=(FULL_SHIP_LOST, SHORT_DEFEATED_SHIP),
    phases=("over",),
    rulings=("WW-AMB-112", "WW-AMB-113"),
)
