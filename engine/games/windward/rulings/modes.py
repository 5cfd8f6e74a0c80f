"""Open questions about the solo and cooperative modes."""

from __future__ import annotations

from engine.kernel.layers import Question

MODES = ("solo", "co-op")
QUESTIONS = (
    Question(
        id="WW-AMB-003",
        asks="Which planet does a solo game use, and how far do Reds move on the small one?",
        term="lone_planet",
        readings={
            "small-base-2": "On either; on the small one Reds come 2 spaces before any was beaten.",
            "large-only": "On the large one.",
            "small-base-3": "On either; Reds come 3 spaces before any was beaten.",
        },
        why="The full edition adds the small planet to any game, the classic one to free-for-all only.",
        under=("solo",),
    ),
    Question(
        id="WW-AMB-076",
        asks="Who rolls for a Crester if no player sits next to the active one?",
        term="lone_roller",
        readings={
            "self": "The player.",
            "other-person": "Any onlooker.",
        },
        why="No other player is at the table.",
        under=MODES,
        unobservable="A log of one player names no other, and dice count the same for every roller.",
    ),
    Question(
        id="WW-AMB-118",
        asks="What becomes of two Reds that are beaten together?",
        term="two_beaten",
        readings={
            "both-defeated": "Both are beaten: one comes into the hold, if there is room, the other lies there.",
            "one-defeated": "One is beaten, and the other goes back.",
        },
        why="They fight as one.",
        under=("solo",),
    ),
    Question(
        id="WW-AMB-120",
        asks="When are teeth traded for gas?",
        term="teeth_traded",
        readings={
            "any-time-in-port": "At any time in port in the player's own turn, as many as the player likes.",
            "on-entry-all": "As the ship comes into port, all or none.",
        },
        why="The text allows it without a condition.",
        under=MODES,
    ),
    Question(
        id="WW-AMB-121",
        asks="Does Bait work if no new Greys appear?",
        term="bait_brings",
        readings={
            "works": "Yes, it brings a Grey.",
            "unplayable": "No, it cannot be played.",
        },
        why="What a card brings does not come back by itself.",
        under=MODES,
    ),
    Question(
        id="WW-AMB-139",
        asks="May variants be played in the solo and cooperative modes?",
        term="mode_variants",
        readings={
            "naturalist-allowed": "The Naturalist may; the steps of the Great White Crester may not.",
            "neither": "Neither may.",
            "as-declared": "Whatever the log names is played.",
        },
        why="The full edition adds variants to any game, and the mode has its own part for the White; the classic one "
        "keeps the Naturalist to free-for-all.",
        under=MODES,
    ),
    Question(
        id="WW-AMB-141",
        asks="On which corners may the White be put?",
        term="corner_chosen",
        readings={
            "free-only": "Those where neither a ship nor a Red is.",
            "any-corner": "Any: a ship that is there fights it at once.",
            "any-but-ships": "Those where no ship is; a Red may be there.",
        },
        why="Two on the higher elevation share no space without a battle, and neither edition calls this an attack.",
        under=MODES,
    ),
)
