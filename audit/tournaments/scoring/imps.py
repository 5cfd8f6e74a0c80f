"""Converts IMP margins of sixteen boards to victory points, by a table in hundredths that avoids roots at run time."""

from __future__ import annotations

from fractions import Fraction

# 10 + 10(1-t^(3M/60)) / (1-t^3) with t = (sqrt(5)-1)/2, at most 20, rounded once for each margin M.
SIXTEEN_BOARDS = (
    1_000,
    1_031,
    1_061,
    1_091,
    1_120,
    1_148,
    1_176,
    1_203,
    1_229,
    1_255,
    1_280,
    1_304,
    1_328,
    1_352,
    1_374,
    1_397,
    1_418,
    1_439,
    1_460,
    1_480,
    1_500,
    1_519,
    1_538,
    1_556,
    1_574,
    1_592,
    1_609,
    1_625,
    1_642,
    1_658,
    1_673,
    1_688,
    1_703,
    1_717,
    1_731,
    1_745,
    1_759,
    1_772,
    1_784,
    1_797,
    1_809,
    1_821,
    1_833,
    1_844,
    1_855,
    1_866,
    1_876,
    1_887,
    1_897,
    1_906,
    1_916,
    1_925,
    1_934,
    1_943,
    1_952,
    1_960,
    1_969,
    1_977,
    1_985,
    1_992,
    2_000,
)
WHOLE, HUNDREDTHS = 20, 100


def compute_victory_points(margin: int) -> tuple[Fraction, Fraction]:
    """Return the victory points of both sides for the first side's margin. Beyond the table, one side gets all."""
    mine = Fraction(SIXTEEN_BOARDS[min(abs(margin), len(SIXTEEN_BOARDS) - 1)], HUNDREDTHS)
    return (mine, WHOLE - mine) if margin >= 0 else (WHOLE - mine, mine)
