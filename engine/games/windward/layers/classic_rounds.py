"""Rules about rounds that differ in the classic rulebook."""

from __future__ import annotations

from engine.games.windward.folds.turns import wind_rolled
from engine.games.windward.sources import SHORT_WIND
from engine.kernel.rules import Chapter

chapter = Chapter("Rounds")

chapter.upheld(
    "WW-RND-03",
    says="The same wind never blows twice in a row: a roll that shows the old direction is made again, whatever it is "
    "for.",
    cite=SHORT_WIND,
    rulings=("WW-AMB-008",),
    owed_by=wind_rolled,
)
