"""The texts that North Wind citations refer to."""

from __future__ import annotations

from engine.kernel.rules import Source

SECTIONS = frozenset(
    {
        "Introduction",
        "Building the Ships 3: Inserting the Sail",
        "Preparing the Sea Tile Stacks",
        "Further Preparation",
        "Your Ship",
        "Readying the Ship",
        "Gameplay",
        "Gameplay 1: Gold Income for the Poor",
        "Gameplay 2: Trading Voyage",
        "Gameplay 2: Receiving a Commercial Letter",
        "Gameplay 3: Shuffling the Tiles",
        "Trade Actions: Commercial Harbor",
        "Trade Actions: Equipment Harbor",
        "Trade Actions: Merchant",
        "Using Commercial Letters",
        "Other Actions",
        "Other Actions: Destination Harbor",
        "Other Actions: Examine Shipwreck",
        "The Fog",
        "The Fog (a): Pirate Ship",
        "The Fog (b): Treasure Trove",
        "Completing Tasks",
        "Bonus 1: Having Completed the Most Tasks",
        "Bonus 2: Supplying All Destination Harbors",
        "Bonus 3: Maximum Crew Size",
        "End of the Game",
        "Playing Tip",
        "The Crew Members and Their Advantages",
        "Game Components",
    }
)
# The front page, and the pages to which the rulebook itself refers.
PAGES = {"Introduction": 1, "Completing Tasks": 4, "The Crew Members and Their Advantages": 6, "Game Components": 6}
RULEBOOK = Source(
    "rulebook",
    "North Wind rulebook (English)",
    SECTIONS,
    PAGES,
    unpaged=(
        "The text used has no page numbers and begins in the middle, so a page is given only where the rulebook "
        "refers to it."
    ),
)
LEDGER = Source(
    "ledger",
    "Deadreckon's own checks on the record",
    frozenset({"Log integrity"}),
    unpaged="No printed text: what any record must hold to.",
)

INTRODUCTION = RULEBOOK("Introduction")
SAIL = RULEBOOK("Building the Ships 3: Inserting the Sail")
STACKS = RULEBOOK("Preparing the Sea Tile Stacks")
FURTHER = RULEBOOK("Further Preparation")
SHIP = RULEBOOK("Your Ship")
READYING = RULEBOOK("Readying the Ship")
GAMEPLAY = RULEBOOK("Gameplay")
INCOME = RULEBOOK("Gameplay 1: Gold Income for the Poor")
VOYAGE = RULEBOOK("Gameplay 2: Trading Voyage")
LETTER_DUE = RULEBOOK("Gameplay 2: Receiving a Commercial Letter")
# This section also gives the next player the right to move tiles under the stack.
SHUFFLING = RULEBOOK("Gameplay 3: Shuffling the Tiles")
COMMERCIAL = RULEBOOK("Trade Actions: Commercial Harbor")
EQUIPMENT = RULEBOOK("Trade Actions: Equipment Harbor")
MERCHANT = RULEBOOK("Trade Actions: Merchant")
LETTERS = RULEBOOK("Using Commercial Letters")
# Its closing note excludes commercial letters from both of the actions below.
OTHER = RULEBOOK("Other Actions")
DESTINATION = RULEBOOK("Other Actions: Destination Harbor")
SHIPWRECK = RULEBOOK("Other Actions: Examine Shipwreck")
FOG = RULEBOOK("The Fog")
PIRATES = RULEBOOK("The Fog (a): Pirate Ship")
TREASURE = RULEBOOK("The Fog (b): Treasure Trove")
TASKS = RULEBOOK("Completing Tasks")
# From the limit of one task a turn on, the section is on the next page.
CURRENT_TASK = RULEBOOK("Completing Tasks", 5)
MOST_TASKS = RULEBOOK("Bonus 1: Having Completed the Most Tasks")
ALL_HARBORS = RULEBOOK("Bonus 2: Supplying All Destination Harbors")
FULL_CREW = RULEBOOK("Bonus 3: Maximum Crew Size")
END = RULEBOOK("End of the Game")
TIP = RULEBOOK("Playing Tip")
CREW = RULEBOOK("The Crew Members and Their Advantages")
COMPONENTS = RULEBOOK("Game Components")
LOG = LEDGER("Log integrity")
