"""The rules of the chapter “Cooperative Adventure”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.sources import (
    FULL_COOP,
    SHORT_COOP,
)
from engine.kernel.rules import Chapter

chapter = Chapter("Cooperative Adventure")

chapter.not_modelled(
    "WW-COOP-01",
    says="Co-op is played on the large planet.",
    cite=(FULL_COOP, SHORT_COOP),
    why="No log can declare the Cooperative Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-COOP-02",
    says="A Grey on every feeding ground at the start.",
    cite=(FULL_COOP, SHORT_COOP),
    why="No log can declare the Cooperative Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-COOP-03",
    says="Every player starts with 2 supply cards.",
    cite=(FULL_COOP, SHORT_COOP),
    why="No log can declare the Cooperative Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-COOP-04",
    says="Roll the wind die and put the White on the icon corner of that territory.",
    cite=(FULL_COOP, SHORT_COOP),
    why="No log can declare the Cooperative Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-COOP-05",
    says="Easy 5, Normal 6, Hard 7, Impossible 8 spaces per move.",
    cite=(FULL_COOP, SHORT_COOP),
    why="No log can declare the Cooperative Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-COOP-06",
    says="Captains and White each start with as many life tokens as there are players.",
    cite=(FULL_COOP, SHORT_COOP),
    why="No log can declare the Cooperative Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-COOP-07",
    says="While both their ships are At Port, two players may exchange supply cards in the open, at any moment, "
    "also off-turn.",
    cite=(FULL_COOP, SHORT_COOP),
    why="No log can declare the Cooperative Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-COOP-08",
    says="A piece may not move onto a space with another player's piece on the same layer.",
    cite=(FULL_COOP, SHORT_COOP),
    why="No log can declare the Cooperative Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-COOP-09",
    says="Players cannot join forces in a battle.",
    cite=(FULL_COOP, SHORT_COOP),
    why="No log can declare the Cooperative Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-COOP-10",
    says="Mates rest, then the White moves toward the Trading Post by its speed. If it gets there the active "
    "player's ship is defeated and a captains' life is lost, and the White goes back one space. If the ship "
    "was not defeated it gains 1 morale.",
    cite=(FULL_COOP, SHORT_COOP),
    why="No log can declare the Cooperative Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-COOP-11",
    says="Mates rest; discard a card or lower morale; Reds of the territory move 3; then the White moves its speed "
    "toward the ship.",
    cite=(FULL_COOP, SHORT_COOP),
    why="No log can declare the Cooperative Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-COOP-12",
    says="A Red may not enter another player's ship space and takes a different path; if it cannot reach the active "
    "ship it does not move. It is bound to its territory and does not move after a battle with that player "
    "this turn.",
    cite=(FULL_COOP, SHORT_COOP),
    why="No log can declare the Cooperative Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-COOP-13",
    says="The White takes a shortest way, does not attack Reds or other ships, and may cross territories.",
    cite=(FULL_COOP, SHORT_COOP),
    why="No log can declare the Cooperative Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-COOP-14",
    says="The classic edition still gives +1 notoriety to a ship at sky after all Crester movement; the full "
    "edition omits the line.",
    cite=(SHORT_COOP, FULL_COOP),
    why="No log can declare the Cooperative Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-COOP-15",
    says="Reds and Greys are not replaced.",
    cite=(FULL_COOP, SHORT_COOP),
    why="No log can declare the Cooperative Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-COOP-16",
    says="In port teeth bring no notoriety but may be traded for gas, 3 per Grey tooth and 4 per Red tooth.",
    cite=(FULL_COOP, SHORT_COOP),
    why="No log can declare the Cooperative Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-COOP-17",
    says="When the White is beaten and lives remain, an around-the-planet space is chosen at once and the White "
    "returns there before the next player's turn.",
    cite=(FULL_COOP, SHORT_COOP),
    why="No log can declare the Cooperative Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-COOP-18",
    says="Each defeat of any player's ship, for any reason, removes one captains' life.",
    cite=(FULL_COOP, SHORT_COOP),
    why="No log can declare the Cooperative Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-COOP-19",
    says="Each defeat of the White in battle removes one White life.",
    cite=(FULL_COOP, SHORT_COOP),
    why="No log can declare the Cooperative Adventure yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-COOP-20",
    says="Last White life removed: all win. Last captains' life removed: all lose.",
    cite=(FULL_COOP, SHORT_COOP),
    why="No log can declare the Cooperative Adventure yet, so that none can keep or break it.",
)
