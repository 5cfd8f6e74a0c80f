"""Places on the track: who is ahead, who is last, and which boat is Fore."""

from __future__ import annotations

from engine.games.tailwinds.folds.sailing import rearmost_first
from engine.games.tailwinds.reckoning import afloat, in_last_place, rank
from engine.games.tailwinds.rules.claims.wrong import Wrong
from engine.games.tailwinds.rulings import FINISHING
from engine.games.tailwinds.sources import END, MOVEMENT, PLAYING
from engine.games.tailwinds.undecidable import ANY_BOAT
from engine.kernel.rules import Chapter

chapter = Chapter("Places on the track", hangs_on=ANY_BOAT)

chapter.upheld(
    "TW-POS-01",
    says="A boat on a further space is ahead; on one space, the boat in the inside lane is.",
    cite=MOVEMENT,
    by=rank,
    claims=("leader", "ranking", Wrong.NEARER_THE_INSIDE),
)
chapter.upheld(
    "TW-POS-02",
    says="The boat nearer the finish is the fore boat, the other the aft boat, as they lie at the moment.",
    cite=PLAYING,
    rulings=FINISHING,
    by=rearmost_first,
    claims=(Wrong.PLACE_OF_THE_OTHER,),
)
chapter.upheld(
    "TW-POS-03",
    says="Last place is the rearmost boat still on the track.",
    cite=(MOVEMENT, END),
    rulings=("TW-AMB-38",),
    by=in_last_place,
    claims=("last",),
)
chapter.upheld(
    "TW-POS-04",
    says="Boats taken out count for no place.",
    cite=END,
    by=afloat,
    claims=(Wrong.NOT_ALL_RANKED,),
)
chapter.upheld(
    "TW-POS-05",
    says="On one space the middle lane is ahead of the outside lane.",
    cite=MOVEMENT,
    by=rank,
    claims=(Wrong.NEARER_THE_MIDDLE,),
)
