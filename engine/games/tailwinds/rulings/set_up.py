"""Open questions about setting the table: who places first, where boats start, how the track lies, open hands."""

from __future__ import annotations

from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="TW-AMB-01",
        asks="How does the die choose who places boats first, and what happens on a tie?",
        term="first_placer",
        readings={
            "highest-roll-first-reroll-ties": "The highest roll places first; those who tie for highest roll again.",
            "lowest-roll-first": "The lowest roll places first.",
            "free-agreement": "The die is rolled, and the table may read it in any way it agrees on.",
        },
        why="Most tables give the highest roll the first go. It affects nothing but placement.",
    ),
    Question(
        id="TW-AMB-02",
        asks="May a player choose the lane of a boat in the line-up?",
        term="placing_lane",
        readings={
            "innermost-free": "A boat placed in the line-up takes the innermost free lane of its starting space.",
            "free-lane-choice": "A boat placed in the line-up may take any free lane of its starting space.",
        },
        why="The choice given is of spaces. Lanes rank boats, so placing early should earn the better lane.",
    ),
    Question(
        id="TW-AMB-03",
        asks="Are the track cards really laid face down, and only after the boats have been placed?",
        term="set_up_order",
        readings={
            "standard-side-up-track-before-boats": "The track is laid with its spaces showing, and boats come after.",
            "literal-face-down": "The set-up steps are followed to the letter, face-down cards and boats first.",
        },
        why="Boats need a track to stand on, and face-down cards would have no spaces to read.",
        unobservable="A log may hold the two steps in either order, and the faces are read as logged under both.",
    ),
    Question(
        id="TW-AMB-04",
        asks="Which spaces are starting spaces?",
        term="start_spaces",
        readings={
            "pack-flagged": "Boats start on the spaces that the content pack marks as starting spaces.",
            "any-space-of-first-card": "Boats start on any space of the first track card.",
            "first-three-spaces": "Boats start on the first three spaces of the track.",
        },
        why="They are printed on the card and not given in the text, so the pack must say.",
    ),
    Question(
        id="TW-AMB-32",
        asks="Are hands open?",
        term="hands",
        readings={
            "public-deducible": "Anyone may look up which cards a player still holds.",
            "private": "A player need not tell which cards are left, though anyone may have kept count.",
        },
        why="Nothing asks for secrecy, and known decks less the cards played give every hand away.",
        unobservable="The same moves are legal either way; the reading only decides what a viewer may show.",
    ),
    Question(
        id="TW-AMB-36",
        asks="Are the six track cards laid in one fixed order?",
        term="track_order",
        readings={
            "pack-order": "The track cards lie in the order that the content pack gives.",
            "any-order": "The track cards may lie in any order.",
        },
        why="The standard line is shown in a picture, and only the faces are offered for variation.",
    ),
)
