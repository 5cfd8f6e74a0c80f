"""Rules about new Cresters that differ in the classic rulebook."""

from __future__ import annotations

from engine.games.windward.folds.cresters import grey_in_stock
from engine.games.windward.sources import SHORT_AFTER_BATTLE
from engine.kernel.rules import Chapter

chapter = Chapter("New Cresters")
chapter.upheld(
    "WW-SPWN-02",
    says="At any point of the game at which too few Greys are alive one is rolled for, as soon as there is one in the "
    "stock.",
    cite=SHORT_AFTER_BATTLE,
    owed_by=grey_in_stock,
    rulings=("WW-AMB-090",),
)
