"""The texts that Winds of Plunder citations refer to."""

from __future__ import annotations

from engine.kernel.rules import Source

SHEET = Source(
    "sheet",
    "Winds of Plunder, Quick Start Sheet (English)",
    frozenset(
        {
            "Overview",
            "Game Duration",
            "Setup",
            "Phases in Each Game Round",
            "Voting",
            "Plundering",
            "Advantage Markers",
            "Advantages",
            "Actions",
            "Sailing",
            "Port Arrival Sequence",
            "Port Reputation Bonus",
            "Boarding",
            "Card Management",
            "End of Game VP Bonuses",
            "Game Tie Breakers, In Order",
            "Game Board",
        }
    ),
    unpaged="It is a summary sheet: headings lead through it, and no pages are numbered.",
)
PUBLIC = Source(
    "public",
    "Public reference cards for Winds of Plunder",
    frozenset({"Action cards"}),
    unpaged="Each stands on a card of its own.",
)
LEDGER = Source(
    "ledger",
    "Deadreckon's own checks on the record",
    frozenset({"Log integrity"}),
    unpaged="No printed text: what any record must hold to.",
)

OVERVIEW = SHEET("Overview")
DURATION = SHEET("Game Duration")
SETUP = SHEET("Setup")
PHASES = SHEET("Phases in Each Game Round")
VOTING = SHEET("Voting")
PLUNDERING = SHEET("Plundering")
MARKERS = SHEET("Advantage Markers")
ADVANTAGES = SHEET("Advantages")
ACTIONS = SHEET("Actions")
SAILING = SHEET("Sailing")
ARRIVAL = SHEET("Port Arrival Sequence")
REPUTATION = SHEET("Port Reputation Bonus")
BOARDING = SHEET("Boarding")
CARDS = SHEET("Card Management")
END_BONUSES = SHEET("End of Game VP Bonuses")
TIE_BREAKERS = SHEET("Game Tie Breakers, In Order")
BOARD = SHEET("Game Board")
ACTION_CARDS = PUBLIC("Action cards")
LOG = LEDGER("Log integrity")
