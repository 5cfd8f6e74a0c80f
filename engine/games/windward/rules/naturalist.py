"""The rules of the chapter “The Naturalist”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.sources import (
    FULL_NATURALIST,
    SHORT_COMPONENTS,
    SHORT_NATURALIST,
)
from engine.kernel.rules import Chapter

chapter = Chapter("The Naturalist")

chapter.not_modelled(
    "WW-NAT-01",
    says="The purple player is the Naturalist and gets the tags: 5 in the full edition, 6 in the the classic "
    "edition component list. The classic edition limits the variant to free-for-all.",
    cite=(FULL_NATURALIST, SHORT_COMPONENTS, SHORT_NATURALIST),
    why="No log can declare the Naturalist yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-NAT-02",
    says="The Naturalist gives the Research Crester order in place of Process Crester.",
    cite=(FULL_NATURALIST, SHORT_NATURALIST),
    why="No log can declare the Naturalist yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-NAT-03",
    says="Same needs as processing: order marker, ship At Sky, defeated Crester in the hold.",
    cite=(FULL_NATURALIST, SHORT_NATURALIST),
    why="No log can declare the Naturalist yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-NAT-04",
    says="The Crester is set alive on its base with a tag on an unoccupied space adjacent to the ship; the full "
    "edition also excludes drift.",
    cite=(FULL_NATURALIST, SHORT_NATURALIST),
    why="No log can declare the Naturalist yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-NAT-05",
    says="Gain gas equal to morale; excess is lost.",
    cite=(FULL_NATURALIST, SHORT_NATURALIST),
    why="No log can declare the Naturalist yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-NAT-06",
    says="Research gives no tooth and the Crester does not return to stock.",
    cite=(FULL_NATURALIST, SHORT_NATURALIST),
    why="No log can declare the Naturalist yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-NAT-07",
    says="A territory may hold several Reds or Greys because of tagging; the tagged Crester is an ordinary living "
    "one for movement and battle.",
    cite=(FULL_NATURALIST, SHORT_NATURALIST),
    why="No log can declare the Naturalist yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-NAT-08",
    says="A defeated tagged Crester loses its tag at once. In the full edition: the tag goes back to the "
    "Naturalist; in the classic edition: another player removes it on taking the Crester into the hold.",
    cite=(FULL_NATURALIST, SHORT_NATURALIST),
    why="No log can declare the Naturalist yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-NAT-09",
    says="The Naturalist gets no notoriety from teeth; any tooth reaching that hold goes to the stockpile (In the "
    "full edition: immediately).",
    cite=(FULL_NATURALIST, SHORT_NATURALIST),
    why="No log can declare the Naturalist yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-NAT-10",
    says="If the Naturalist ends the turn still at sky, after the usual rest steps gain 3 for each tagged Red and 2 "
    "for each tagged Grey on the planet, on top of the usual +1. The classic edition says tagged only of the "
    "Reds and, taken literally, pays 2 for every Grey on the planet; it also leaves out the condition of still "
    "being there.",
    cite=(FULL_NATURALIST, SHORT_NATURALIST),
    why="No log can declare the Naturalist yet, so that none can keep or break it.",
)
chapter.not_modelled(
    "WW-NAT-11",
    says="Only tagged Cresters on the planet at that moment count.",
    cite=(FULL_NATURALIST, SHORT_NATURALIST),
    why="No log can declare the Naturalist yet, so that none can keep or break it.",
)
