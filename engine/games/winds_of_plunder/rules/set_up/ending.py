"""The end of the game: bonuses, the winner, and how a tie is broken."""

from __future__ import annotations

from engine.games.winds_of_plunder import scoring
from engine.games.winds_of_plunder.rules.claims.wrong import Wrong
from engine.games.winds_of_plunder.rules.set_up.record import OF_BONUSES, OF_HOLDERS, OF_MARKS, OF_POINTS
from engine.games.winds_of_plunder.sources import BOARD, DURATION, END_BONUSES, OVERVIEW, TIE_BREAKERS
from engine.kernel.rules import Chapter

chapter, ties = Chapter("The end of the game"), Chapter("Breaking a tie")
BY_MARKERS = ("WP-AMB-29", "WP-AMB-30", *OF_HOLDERS)

chapter.upheld(
    "WP-END-01",
    says="The final bonuses are scored once, after the ninth round.",
    cite=(DURATION, END_BONUSES),
    by=scoring.final_scoring,
    claims=(Wrong.FINAL_BONUSES,),
)
chapter.upheld(
    "WP-END-02",
    says="At the end every full 3 Wind cubes score 1 VP; the reserve does not count.",
    cite=END_BONUSES,
    rulings=("WP-AMB-23",),
    reads=("end",),
    by=scoring.wind_cubes,
    claims=("*.bonus.wind", Wrong.WIND_BONUS),
)
chapter.upheld(
    "WP-END-03",
    says="At the end every full 3 Weapons score 1 VP.",
    cite=(END_BONUSES, BOARD),
    rulings=("WP-AMB-01", "WP-AMB-23"),
    reads=("end",),
    by=scoring.weapons,
    claims=("*.bonus.weapons", Wrong.WEAPONS_BONUS),
)
chapter.upheld(
    "WP-END-04",
    says="At the end every full 2 Crew score 1 VP.",
    cite=(END_BONUSES, BOARD),
    rulings=("WP-AMB-01", "WP-AMB-23"),
    reads=("end",),
    by=scoring.crew,
    claims=("*.bonus.crew", Wrong.CREW_BONUS),
)
chapter.upheld(
    "WP-END-05",
    says="At the end every Provision scores 1 VP.",
    cite=(END_BONUSES, BOARD),
    rulings=("WP-AMB-01", "WP-AMB-23"),
    reads=("end",),
    by=scoring.provisions,
    claims=("*.bonus.provisions", Wrong.PROVISIONS_BONUS),
)
chapter.upheld(
    "WP-END-06",
    says="At the end every advantage marker scores 2 VP for its holder.",
    cite=(END_BONUSES, BOARD),
    rulings=(*OF_BONUSES, *OF_HOLDERS),
    reads=("end",),
    by=scoring.markers,
    claims=("*.bonus.markers", Wrong.MARKERS_BONUS),
)
chapter.upheld(
    "WP-END-07",
    says="Each kind of final bonus is rounded down by itself; what is left over is not put together.",
    cite=END_BONUSES,
    rulings=(*OF_BONUSES, *OF_HOLDERS),
    reads=("end",),
    by=scoring.worth,
    claims=(Wrong.LEFTOVERS,),
)
chapter.upheld(
    "WP-END-08",
    says="The player with the most VP wins.",
    cite=OVERVIEW,
    # Every reading that changes a score during the game can change the winner.
    rulings=(*OF_BONUSES, *OF_POINTS, *OF_MARKS),
    by=scoring.most_points,
    claims=("winner", "tiebreak"),
)
chapter.upheld(
    "WP-END-09",
    says="After the end nothing more is played.",
    cite=DURATION,
    phases=("over",),
)

ties.upheld(
    "WP-TIE-01",
    says="A tie is won by whoever holds Blackbeard's tile.",
    cite=TIE_BREAKERS,
    rulings=OF_BONUSES,
    by=scoring.tile_holder,
    claims=(Wrong.BY_BLACKBEARD,),
)
ties.upheld(
    "WP-TIE-02",
    says="If none of those tied holds Blackbeard's tile, the one with most advantage markers wins.",
    cite=TIE_BREAKERS,
    rulings=BY_MARKERS,
    by=scoring.most_markers,
    claims=(Wrong.BY_MARKERS,),
)
ties.upheld(
    "WP-TIE-03",
    says="If they are level in markers, the one with the Most Weapons marker wins.",
    cite=TIE_BREAKERS,
    rulings=BY_MARKERS,
    by=scoring.weapons_marker,
    claims=(Wrong.BY_WEAPONS_MARKER,),
)
ties.upheld(
    "WP-TIE-04",
    says="If none of them has the Most Weapons marker, the one with the Largest Crew marker wins.",
    cite=TIE_BREAKERS,
    rulings=BY_MARKERS,
    by=scoring.crew_marker,
    claims=(Wrong.BY_CREW_MARKER,),
)
ties.upheld(
    "WP-TIE-05",
    says="If none of them has the Largest Crew marker, the one with most unused Action cards wins.",
    cite=TIE_BREAKERS,
    rulings=("WP-AMB-29", "WP-AMB-30"),
    by=scoring.most_cards,
    claims=(Wrong.BY_CARDS,),
)
ties.upheld(
    "WP-TIE-06",
    says="In a tournament, and only there, what comes last is who sits next clockwise from Blackbeard's tile.",
    cite=TIE_BREAKERS,
    rulings=("WP-AMB-40",),
    by=scoring.nearest,
    claims=(Wrong.BY_SEATING,),
)
ties.upheld(
    "WP-TIE-07",
    says="Outside a tournament, those who are level in everything share the victory.",
    cite=TIE_BREAKERS,
    rulings=("WP-AMB-30", "WP-AMB-40"),
    by=scoring.winner_of,
    claims=(Wrong.UNBROKEN,),
)
