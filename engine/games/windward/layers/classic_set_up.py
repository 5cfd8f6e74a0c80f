"""Rules about set-up that differ in the classic rulebook."""

from __future__ import annotations

from engine.games.windward.events import BuildPlanet, RollGrey
from engine.games.windward.folds.turns import begin_turn
from engine.games.windward.reckoning.untold import ROLL
from engine.games.windward.rules.set_up.first_turn import one_grey_a_ground
from engine.games.windward.rules.set_up.set_up import right_side_up
from engine.games.windward.sources import SHORT_AFTER_BATTLE, SHORT_ALTERNATE_MAP, SHORT_SETUP
from engine.kernel.events import Start
from engine.kernel.rules import Chapter

chapter = Chapter("Set-up")

chapter.rule(
    "WW-SET-03",
    on=(Start, BuildPlanet),
    says="Two players use the small planet; with more it is theirs to choose.",
    cite=(SHORT_SETUP, SHORT_ALTERNATE_MAP),
    rulings=("WW-AMB-002",),
    claims=("side",),
)(right_side_up)
chapter.upheld(
    "WW-SET-18",
    says="Nothing is rolled for the wind while setting up: whoever starts rolls before the first turn.",
    cite=SHORT_SETUP,
    rulings=("WW-AMB-008",),
    owed_by=begin_turn,
    hangs_on=(ROLL,),
)
chapter.rule(
    "WW-SET-20",
    on=RollGrey,
    says="As later in the game, the die is rolled again where a Grey is there already.",
    cite=(SHORT_AFTER_BATTLE, SHORT_SETUP),
    rulings=("WW-AMB-036",),
    reads=("tiles", "planet"),
)(one_grey_a_ground)
