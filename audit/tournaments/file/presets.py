"""Defines presets for common events: a scoring scheme and its tie-breaks under one name."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from audit.tournaments.tournament import DEFAULT_TIE_BREAKS, ScoringRules


class Preset(NamedTuple):
    """The settings of a preset, and where they are used."""

    scoring: ScoringRules
    tie_breaks: tuple[str, ...]
    says: str


def _make_ladder(*values: int) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, values))


PRESETS: dict[str, Preset] = {
    "ladder-5-3-2-1": Preset(ScoringRules(), DEFAULT_TIE_BREAKS, "five, three, two and one point; our default"),
    "masters-5-3-2-1": Preset(
        ScoringRules(),
        ("average-place", "seconds", "thirds", "best"),
        "as team masters count: average place, seconds, thirds, best results",
    ),
    "wins-then-1000-100-10-1": Preset(
        ScoringRules(scheme="wins"),
        ("list:1000/100/10/1", "best"),
        "most wins, then 1000, 100, 10 and 1 for the places, as in heats of big meetings",
    ),
    "wins-score-share": Preset(
        ScoringRules(scheme="wins"), ("score", "share"), "wins, then victory points, then the shares of each table's"
    ),
    "by-mail-10-6-3-1": Preset(
        ScoringRules(ladder=_make_ladder(10, 6, 3, 1), dropped="0"),
        ("of-winner",),
        "ten, six, three, one; then the mean part of the winner's score; who leaves a game gets nothing",
    ),
    "tables-4-2-1-0": Preset(
        ScoringRules(ladder=_make_ladder(4, 2, 1, 0)),
        ("score",),
        "table points 4, 2, 1, 0, then the sum of game points",
    ),
    "uma-15-5": Preset(
        ScoringRules(scheme="uma", ladder=_make_ladder(15, 5, -5, -15), start=Fraction(30_000), unit=Fraction(1_000)),
        ("places",),
        "thousands above 30,000, and 15, 5, -5, -15 for the places",
    ),
    "centres-38-14-7": Preset(
        ScoringRules(scheme="c-diplo", ladder=_make_ladder(38, 14, 7)), ("places",), "1, the centres, and 38, 14, 7"
    ),
    "carnage-7000": Preset(ScoringRules(scheme="carnage"), ("places",), "7000 to 1000 by place, and the centres"),
    "pods": Preset(
        ScoringRules(scheme="pod", bye="win"),
        ("win-rate", "opponents"),
        "2n-1 for a win at a table of n and 1 for a draw; win rate without byes, then opponents",
    ),
}
