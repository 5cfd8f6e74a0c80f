"""The rules of the chapter “Achievements”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.sources import (
    FULL_ACHIEVEMENTS,
    FULL_COOP,
    FULL_SOLO,
    SHORT_ACHIEVEMENTS,
    SHORT_COOP,
    SHORT_SETUP,
    SHORT_SOLO,
)
from engine.kernel.rules import Chapter

chapter = Chapter("Achievements")

chapter.not_modelled(
    "WW-ACH-01",
    says="Shuffle the achievement cards and reveal two beside the Trading Post Board.",
    cite=(FULL_ACHIEVEMENTS, SHORT_SETUP),
    why="No log can declare Achievements yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-ACH-02",
    says="A player who meets a revealed card's condition at any time and has no token on it scores it. In the full "
    "edition: may score; in the classic edition: immediately scores.",
    cite=(FULL_ACHIEVEMENTS, SHORT_ACHIEVEMENTS),
    why="No log can declare Achievements yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-ACH-03",
    says="The first claimant of a two-number card gets the higher number, later ones the lower; a one-number card "
    "pays the same to all.",
    cite=(FULL_ACHIEVEMENTS, SHORT_ACHIEVEMENTS),
    why="No log can declare Achievements yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-ACH-04",
    says="The first claimant of a two-number card covers the higher number with a token; all other tokens leave the "
    "number visible. The classic edition places a token only for the first claimant of a two-number card.",
    cite=(FULL_ACHIEVEMENTS, SHORT_ACHIEVEMENTS),
    why="No log can declare Achievements yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-ACH-05",
    says="A player scores each card at most once.",
    cite=(FULL_ACHIEVEMENTS, SHORT_ACHIEVEMENTS),
    why="No log can declare Achievements yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-ACH-06",
    says="Achievement cards are not used in solo or co-op.",
    cite=(FULL_SOLO, FULL_COOP, SHORT_COOP, SHORT_SOLO),
    why="No log can declare Achievements yet, so that none can keep or break it.",
)
