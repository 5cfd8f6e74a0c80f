"""Open questions about set-up: the first player, the planet, stacks, the first wind and the first Greys."""

from __future__ import annotations

from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="WW-AMB-001",
        asks="What if several players roll highest for the start?",
        term="tied_start",
        readings={
            "reroll-tied": "Only those who are level roll again.",
            "reroll-all": "Everybody rolls again.",
            "table-choice": "The table settles by any means which of them starts.",
        },
        why="It is what most tables do, and in the end one player has rolled highest.",
    ),
    Question(
        id="WW-AMB-002",
        asks="Which planet do two players use?",
        term="two_player_planet",
        readings={
            "large": "Two players use the large planet, unless they have chosen the small one as a variant.",
            "small": "Two players use the small planet.",
            "either": "Two players use whichever planet they like; where the log does not say, it is the large one.",
        },
        why="Each edition's set-up says so itself: the full one lays the large planet, the classic one lets two "
        "players use the small one.",
    ),
    Question(
        id="WW-AMB-005",
        asks="How equal must the three stacks of supply cards be?",
        term="stack_sizes",
        readings={
            "any": "As equal as the table thinks fit.",
            "differ-by-one": "No stack has more than one card more than another.",
        },
        why="The rulebooks name no number, so that no player can be shown to be wrong.",
    ),
    Question(
        id="WW-AMB-008",
        asks="Must the first roll of the wind die differ from where the flag happens to point?",
        term="flag_at_first",
        readings={
            "no-prior-wind": "There is no wind before the first roll, so that any direction counts.",
            "flag-counts": "The flag has a direction as soon as it is on the planet, and the roll must change it.",
        },
        why="The flag is placed without a rule for its direction.",
        unobservable="No log says where the flag pointed before the first roll.",
    ),
    Question(
        id="WW-AMB-036",
        asks="What if the same territory is rolled twice for the first Greys?",
        term="doubled_ground",
        readings={
            "reroll": "The die is rolled again until a feeding ground without a Grey comes up.",
            "stack": "Both Greys share the feeding ground.",
        },
        why="The classic rulebook asks for another roll later in the game, and the full one while setting up, too.",
        under=("classic",),
    ),
)
