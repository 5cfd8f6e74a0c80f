"""Rules about Red Cresters that differ in the classic rulebook."""

from __future__ import annotations

from engine.games.windward.events import MoveRed
from engine.games.windward.rules.creatures.red_cresters import as_near_as_it_can, within_its_territory
from engine.games.windward.rules.creatures.red_ways import in_question
from engine.games.windward.sources import SHORT_TURN_END
from engine.kernel.rules import Chapter

chapter = Chapter("Red Cresters", reads=("tiles", "planet"))
chapter.rule(
    "WW-RED-04",
    on=MoveRed,
    where={MoveRed: in_question},
    says="A Red does not leave the territory in which it began.",
    cite=SHORT_TURN_END,
    rulings=("WW-AMB-106",),
)(within_its_territory)
chapter.rule(
    "WW-RED-06",
    on=MoveRed,
    where={MoveRed: in_question},
    says="A Red to which no way to the ship is open does not move.",
    cite=SHORT_TURN_END,
    rulings=("WW-AMB-097",),
)(as_near_as_it_can)
