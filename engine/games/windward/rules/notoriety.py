"""The rules of the chapter “Notoriety”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.sources import (
    FULL_NOTORIETY,
    FULL_ORDERS,
    FULL_REWARDS,
    FULL_TEETH,
    FULL_TRIGGER,
    FULL_VARIANTS,
    SHORT_ACHIEVEMENTS,
    SHORT_CRESTERS,
    SHORT_END_GAME,
    SHORT_NOTORIETY,
    SHORT_TRADING_POST,
    SHORT_WHITE,
)
from engine.kernel.rules import Chapter

chapter = Chapter("Notoriety")

chapter.not_modelled(
    "WW-REW-01",
    says="Grey tooth 3 notoriety, Red tooth 4.",
    cite=(FULL_TEETH, FULL_REWARDS, SHORT_TRADING_POST),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-REW-02",
    says="All redeemed teeth return to the stockpile; none may be held back. The return is spelled out in the full "
    "edition.",
    cite=(FULL_REWARDS, SHORT_TRADING_POST),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-REW-03",
    says="Notoriety comes only from teeth, purchases at port, ending a turn at sky, achievements, defeating the "
    "White Crester and Naturalist tags. Nothing in either text takes notoriety away.",
    cite=(FULL_NOTORIETY, FULL_VARIANTS, SHORT_NOTORIETY, SHORT_ACHIEVEMENTS, SHORT_WHITE),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-REW-04",
    says="The track shows 1-15; beyond it the marker goes round again, the first space now meaning 16.",
    cite=(FULL_TRIGGER, SHORT_END_GAME),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-REW-05",
    says="Defeating or processing a Grey or Red gives no notoriety by itself; only its tooth does, in port.",
    cite=(FULL_TEETH, FULL_ORDERS, SHORT_CRESTERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
