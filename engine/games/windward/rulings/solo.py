"""Open questions about the solo mode: how Reds come and fight, and where the White is put."""

from __future__ import annotations

from engine.kernel.layers import Question

MODE = ("solo",)
QUESTIONS = (
    Question(
        id="WW-AMB-114",
        asks="Does a Red that has fought the player in this turn move in the rest?",
        term="hunters_after_battle",
        readings={
            "all-move": "Yes, all Reds move.",
            "exempt": "No, it stays where it is.",
        },
        why="The text for one player says “all”.",
        under=MODE,
    ),
    Question(
        id="WW-AMB-115",
        asks="In which order do the Reds move?",
        term="hunters_order",
        readings={
            "player-chooses": "In any; the player chooses.",
            "nearest-first": "The nearest first.",
        },
        why="The player chooses among the ways already.",
        under=MODE,
    ),
    Question(
        id="WW-AMB-116",
        asks="When does a beaten Red begin to make the others faster?",
        term="hunters_count",
        readings={
            "at-movement": "At once.",
            "next-turn": "From the next turn on.",
        },
        why="The text counts every Red that was beaten.",
        under=MODE,
    ),
    Question(
        id="WW-AMB-117",
        asks="Where does a Red go back to if its space is full by then?",
        term="hunters_back",
        readings={
            "nearest-free": "To the nearest space that has room.",
            "overfill": "To that space all the same.",
        },
        why="No more than two may be on one space.",
        under=MODE,
    ),
    Question(
        id="WW-AMB-119",
        asks="How does a ship fight if it attacks a space with two Reds?",
        term="two_attacked",
        readings={
            "combined": "Both together, with the sum of their strengths.",
            "sequential": "One after the other.",
        },
        why="Reds on one space are one party, as when they attack.",
        under=MODE,
    ),
    Question(
        id="WW-AMB-137",
        asks="How many hits does a Marine add against two Reds?",
        term="two_marine",
        readings={
            "once": "As many as in any battle with a Red.",
            "per-red": "That many for each of the two.",
        },
        why="The hits are for the battle.",
        under=MODE,
    ),
    Question(
        id="WW-AMB-140",
        asks="Does a night at sky bring notoriety to a solo player?",
        term="lone_nights",
        readings={
            "not-tracked": "No, this mode does not use notoriety.",
            "keep": "Yes, as ever.",
        },
        why="This mode describes the whole end of a turn, and that is not part of it.",
        under=MODE,
    ),
)
