"""Rules about the end of a turn that differ in the classic rulebook."""

from __future__ import annotations

from engine.games.windward.reckoning import rest_of
from engine.games.windward.rules.claims.rest import OfRest
from engine.games.windward.sources import SHORT_TURN_END
from engine.kernel.rules import Chapter

chapter = Chapter("Ending a turn")

chapter.upheld(
    "WW-REST-03",
    says="A rest in port raises morale by 1, that of the blue player by 2; how high it goes is left to the board.",
    cite=SHORT_TURN_END,
    by=rest_of,
    claims=(OfRest.CHEERED_IN_PORT,),
    rulings=("WW-AMB-052",),
)
