"""Open questions about the Great White Crester: where it wakes, when it moves, and its fate."""

from __future__ import annotations

from engine.kernel.layers import Question

VARIANT = ("great-white",)
# Questions that also arise where it is in play from the start.
IN_PLAY = ("great-white", "co-op")
# Questions that arise wherever it comes for ships, even if only at last.
IN_REACH = ("great-white", "solo", "co-op")
QUESTIONS = (
    Question(
        id="WW-AMB-033",
        asks="When is a corner taken, so that the White does not come there?",
        term="white_corner",
        readings={
            "higher-layer": "When a ship or a Red is there.",
            "any-piece": "When any piece is there, longboats and Greys as well.",
        },
        why="The White is on the higher elevation, and elevations do not affect each other.",
        under=VARIANT,
    ),
    Question(
        id="WW-AMB-038",
        asks="To which corner does the White come if a territory has several?",
        term="several_corners",
        readings={
            "roller-chooses": "To any of them, as the player who rolled chooses.",
            "pack-order": "To the first of them, as the content pack lists them.",
        },
        why="Both rulebooks speak of one such space in a territory.",
        under=IN_PLAY,
        unobservable="The shipped packs have one corner on each side of a tile.",
    ),
    Question(
        id="WW-AMB-039",
        asks="May the White share a Red's space?",
        term="white_and_reds",
        readings={
            "blocked-by-reds": "No, and it does not pass it.",
            "may-share": "Yes: it may stop there, and pass.",
        },
        why="Two of three texts say that it does not attack Reds or move onto their spaces.",
        under=IN_PLAY,
    ),
    Question(
        id="WW-AMB-081",
        asks="Which cargo does a ship lose that the White has beaten, by the classic edition?",
        term="lost_to_white",
        readings={
            "as-red": "All of it falls, as when a Red has won.",
            "keep": "Nothing, it stays aboard.",
        },
        why="The White works as a Red does, and the full edition says any Crester.",
        under=("classic",),
    ),
    Question(
        id="WW-AMB-088",
        asks="Does a Marine help against the White?",
        term="marine_and_white",
        readings={
            "red-only": "No, against Reds only.",
            "all-higher": "Yes, as it does against a Red.",
        },
        why="The text names Reds.",
        under=IN_REACH,
    ),
    Question(
        id="WW-AMB-099",
        asks="Who rolls for the White by the classic edition?",
        term="white_roller",
        readings={
            "reaching-player": "The player who has reached 10.",
            "active-player": "The player whose turn it is.",
            "any": "Anybody.",
        },
        why="The full edition says so.",
        under=VARIANT,
    ),
    Question(
        id="WW-AMB-100",
        asks="Does a White awakened by the notoriety of a night move at once?",
        term="white_woken_at_rest",
        readings={
            "no-move-this-turn": "No, it waits for the next ship that rests.",
            "moves-now": "Yes, towards the ship that rests.",
        },
        why="Its move comes before the notoriety of a night.",
        under=VARIANT,
    ),
    Question(
        id="WW-AMB-101",
        asks="Does the White move towards a ship that it has fought in the same turn?",
        term="white_exempt",
        readings={"moves-regardless": "Yes.", "exempt": "No, like a Red."},
        why="The full edition makes no exception; the classic one has the White work like a Red.",
        under=IN_REACH,
    ),
    Question(
        id="WW-AMB-102",
        asks="What becomes of a White that was beaten?",
        term="white_after",
        readings={
            "removed": "It is out of the game.",
            "reparked": "It is on the notoriety track again, and does nothing more.",
            "returns": "The winner puts it on a corner at once, as in co-op.",
        },
        why="The classic edition says so, and only once is a player the first to have 10.",
        under=VARIANT,
    ),
    Question(
        id="WW-AMB-134",
        asks="Who attacks when the White comes to a ship?",
        term="white_attacker",
        readings={
            "white-attacks": "The White, because it moves in.",
            "ship-attacks": "The ship, which goes back where an attacker goes back.",
        },
        why="The chapter on battles says that the one that moves attacks; a ship that did not move came from nowhere.",
        under=IN_REACH,
    ),
)
