"""The texts that Tailwinds citations refer to."""

from __future__ import annotations

from engine.kernel.rules import Cite, Source

SECTIONS = frozenset(
    {
        "Title",
        "Overview",
        "Components",
        "Set Up 1: Choose Player Decks and Boats",
        "Set Up 2: Set Up the Track",
        "Set Up 3: Set Up the Rainbow Market",
        "Playing the Game",
        "Choosing Cards",
        "Unique Character Decks",
        "Movement",
        "Abilities",
        "Rainbow Cards",
        "Special Character Abilities",
        "Game End and Winning",
        *(
            f"FAQ: {entry}"
            for entry in (
                "Bail Out",
                "Cannon",
                "Jolly Roger",
                "Recover",
                "Rolling Winds",
                "Telescope/Buried Treasure",
                "Manoeuvre",
                "Parlay",
                "Shackle",
                "Longboat",
                "Pursuit",
            )
        ),
    }
)
RULEBOOK = Source(
    "rulebook",
    "Tailwinds rulebook (English)",
    SECTIONS,
    unpaged="The text used has no page numbers: each section is named by its heading.",
)
LEDGER = Source(
    "ledger",
    "Deadreckon's own checks on the record",
    frozenset({"Log integrity"}),
    unpaged="No printed text: what any record must hold to.",
)

TITLE = RULEBOOK("Title")
OVERVIEW = RULEBOOK("Overview")
COMPONENTS = RULEBOOK("Components")
SETUP_1 = RULEBOOK("Set Up 1: Choose Player Decks and Boats")
SETUP_2 = RULEBOOK("Set Up 2: Set Up the Track")
SETUP_3 = RULEBOOK("Set Up 3: Set Up the Rainbow Market")
PLAYING = RULEBOOK("Playing the Game")
CHOOSING = RULEBOOK("Choosing Cards")
DECKS = RULEBOOK("Unique Character Decks")
MOVEMENT = RULEBOOK("Movement")
RAINBOW = RULEBOOK("Rainbow Cards")
SPECIAL = RULEBOOK("Special Character Abilities")
END = RULEBOOK("Game End and Winning")
LOG = LEDGER("Log integrity")


def faq(entry: str) -> Cite:
    """Cite a clarification."""
    return RULEBOOK(f"FAQ: {entry}")
