"""The round: all choose, then each player has one turn."""

from __future__ import annotations

from engine.games.tailwinds.folds.turns import round_over
from engine.games.tailwinds.rules.claims.wrong import Wrong
from engine.games.tailwinds.rulings import ENDING
from engine.games.tailwinds.sources import MOVEMENT, PLAYING
from engine.games.tailwinds.undecidable import ANY_BOAT
from engine.kernel.rules import Chapter

chapter = Chapter("Rounds", hangs_on=ANY_BOAT)

chapter.upheld(
    "TW-ROUND-01",
    says="In each round all cards are chosen first, and then resolved one by one.",
    cite=PLAYING,
    phases=("set-up", "choosing"),
)
chapter.upheld(
    "TW-ROUND-02", says="Each player takes exactly one turn in a round.", cite=PLAYING, phases=("resolving",)
)
chapter.upheld(
    "TW-ROUND-03",
    reads=("track",),
    says="Rounds go on until the game's end is reached.",
    cite=PLAYING,
    by=round_over,
    claims=(Wrong.NOT_OVER,),
    rulings=ENDING,
)
chapter.upheld("TW-ROUND-04", says="A turn is finished before the next begins.", cite=MOVEMENT, phases=("resolving",))
