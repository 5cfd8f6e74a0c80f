"""Open questions about the Naturalist: the player, tags, where a Crester is released, and its gain."""

from __future__ import annotations

from engine.kernel.layers import Question

VARIANT = ("naturalist",)
QUESTIONS = (
    Question(
        id="WW-AMB-092",
        asks="Do tagged Greys count among those alive by the classic edition?",
        term="tagged_greys",
        readings={
            "not-counted": "They do not, as by the full edition.",
            "counted": "They do.",
        },
        why="Tags are meant to add to them, in either edition.",
        under=("classic",),
    ),
    Question(
        id="WW-AMB-138",
        asks="What is the purple board where no Naturalist was chosen?",
        term="purple_board",
        readings={
            "as-standard": "A board like any other.",
            "not-used": "It stays in the box.",
            "always-naturalist": "That of the Naturalist, whichever player that is.",
        },
        why="A variant is played only where it was chosen, and both texts allow five players.",
    ),
    Question(
        id="WW-AMB-004",
        asks="Who is the Naturalist, where boards are dealt at random?",
        term="purple_given",
        readings={
            "assign-purple-first": "The purple board is given to a player, and the others are dealt.",
            "pure-random": "Boards are dealt, and without purple among them there is no Naturalist.",
            "free-choice": "All boards are chosen, and if nobody takes purple there is no Naturalist.",
        },
        why="Players who choose the variant want it to take part.",
        under=VARIANT,
    ),
    Question(
        id="WW-AMB-032",
        asks="When is a space free for a Crester that is released?",
        term="release_space",
        readings={
            "same-layer-free": "When no piece of its own elevation is there.",
            "no-piece-at-all": "When no piece of either elevation is there.",
            "literally-empty": "When no piece is there, and nothing lies there.",
        },
        why="Elevations have nothing to do with each other, and what is on a space is in no piece's way.",
        under=VARIANT,
    ),
    Question(
        id="WW-AMB-065",
        asks="Does a Gas Worker bring gas for research?",
        term="researched_gas",
        readings={"no-bonus": "No.", "bonus": "Yes, one more."},
        why="The text mentions what a Gas Worker adds for processing only.",
        under=VARIANT,
    ),
    Question(
        id="WW-AMB-084",
        asks="May the Naturalist choose teeth from a ship that was lost?",
        term="naturalists_loot",
        readings={
            "choose-then-discard": "Yes, and they go to the stock at once.",
            "must-not-choose": "No.",
        },
        why="That a tooth in that hold is discarded presumes that it may come there.",
        under=VARIANT,
    ),
    Question(
        id="WW-AMB-103",
        asks="How many tags are there?",
        term="tag_count",
        readings={
            "edition": "As the edition has it: 5 in the full one, 6 in the classic one.",
            "six": "Six.",
            "five": "Five.",
        },
        why="Each edition is taken at its word.",
        under=VARIANT,
    ),
    Question(
        id="WW-AMB-104",
        asks="May a Crester be researched when no tag is left?",
        term="tags_out",
        readings={"not-possible": "No.", "untagged": "Yes, it is released without one."},
        why="Putting a tag on is part of the order.",
        under=VARIANT,
    ),
    Question(
        id="WW-AMB-105",
        asks="May a Crester be researched when no space next to the ship is free?",
        term="released_nowhere",
        readings={"not-possible": "No.", "any-nearest": "Yes, it is set on a free space that is nearest."},
        why="Setting it next to the ship is part of the order.",
        under=VARIANT,
    ),
    Question(
        id="WW-AMB-106",
        asks="Which territory binds a Red that was released in a territory other than its own?",
        term="tagged_home",
        readings={"where-placed": "That in which it was released.", "original": "That from which it came."},
        why="A Red's territory depends on where it is.",
        under=VARIANT,
    ),
    Question(
        id="WW-AMB-107",
        asks="Where does the tag of a beaten Crester go by the classic edition?",
        term="tag_return",
        readings={"back-to-naturalist": "Back to the Naturalist.", "out-of-game": "Out of the game."},
        why="The full edition says so.",
        under=("classic",),
    ),
    Question(
        id="WW-AMB-108",
        asks="Can the White Crester be tagged?",
        term="tagged_white",
        readings={"ignore": "No: it never comes into a hold.", "allow": "Yes, once it is beaten."},
        why="What is said of the White itself goes before a heading that names it among others.",
        unobservable="A log names Reds and Greys in a hold, and no log can say that a White is researched.",
        under=VARIANT,
    ),
    Question(
        id="WW-AMB-135",
        asks="Which Greys pay the Naturalist by the classic edition?",
        term="grey_tags",
        readings={
            "tagged-only": "Those that are tagged.",
            "all-living": "All that are alive.",
            "all-greys": "All on the planet, defeated ones as well.",
        },
        why="The paragraph is about tagging, and its tip speaks of tagged Cresters; the full edition says so.",
        under=("classic",),
    ),
    Question(
        id="WW-AMB-136",
        asks="Does a Red that the Naturalist has beaten and released in a turn move in the rest of that turn?",
        term="released_red",
        readings={
            "same-piece-stays": "No: it has fought this ship in this turn.",
            "moves": "Yes: it is a new arrival.",
        },
        why="It is the same Crester. One that was beaten in an earlier turn moves either way.",
        under=VARIANT,
    ),
    Question(
        id="WW-AMB-145",
        asks="May a Crester be released onto drift?",
        term="released_on_drift",
        readings={"not-onto-drift": "No.", "any-adjacent": "Yes, any space next to the ship will do."},
        why="The full edition forbids it; the classic one says nothing of the kind, and a release is no move.",
        under=VARIANT,
    ),
)
