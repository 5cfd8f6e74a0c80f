"""Open questions about crew: shared slots, and the effects of crew in the classic edition."""

from __future__ import annotations

from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="WW-AMB-061",
        asks="Can both crew members that one slot names be hired?",
        term="crew_pairs",
        readings={
            "one-per-pair": "There is one slot for each pair, so that one of the two keeps the other out.",
            "each-name-once": "Each crew member may be hired, once.",
            "pack": "The slots of the content pack decide.",
        },
        why="Two names for a slot, fifteen tiles with two faces for five boards and two boats of each colour all fit "
        "three slots.",
    ),
    Question(
        id="WW-AMB-062",
        asks="Does a Coxswain bring longboat speed in the turn of the hiring?",
        term="coxswain_first",
        readings={
            "next-turn": "A Coxswain first brings longboat speed at the start of the next own turn.",
            "hiring-turn": "A Coxswain brings longboat speed in the turn of the hiring, too.",
        },
        why="The full edition names the start of each turn; the classic one begins with the turn of the hiring.",
    ),
    Question(
        id="WW-AMB-063",
        asks="What do crew add by the classic edition, which names only two of them?",
        term="crew_effects",
        readings={
            "as-full": "They add what the full edition prints.",
            "pack": "They add what the content pack says.",
        },
        why="The tiles and their columns are the same.",
        under=("classic",),
    ),
    Question(
        id="WW-AMB-064",
        asks="Does a Purser raise the hand limit by the classic edition, which prints a flat 5?",
        term="purser_limit",
        readings={
            "as-full": "With a Purser the hand limit is 6.",
            "flat-5": "The hand limit is 5, with any crew.",
        },
        why="The tiles are the same, and the sentence with the limit does not speak of crew at all.",
        under=("classic",),
    ),
)
