"""Open questions about orders, and about the tracks that they move."""

from __future__ import annotations

from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="WW-AMB-029",
        asks="What counts as something other than the player's own ship, where a longboat is dropped?",
        term="drop_space",
        readings={
            "pieces-only": "Ships, longboats and Cresters, alive or defeated, are in the way; loose tokens are not.",
            "lower-pieces": "Only longboats and Greys, alive or defeated, are in the way.",
            "everything": "Any piece and any token is in the way.",
        },
        why="The words bar every other piece. Tokens on the space are the ship's to take, and keep no boat away.",
    ),
    Question(
        id="WW-AMB-030",
        asks="May a longboat be dropped onto a living Grey or another player's longboat?",
        term="drop_on_enemy",
        readings={
            "not-allowed": "A longboat may be dropped only where nothing else is in its way.",
            "starts-battle": "A longboat may be dropped onto an enemy, and attacks it.",
        },
        why="Battles begin where a piece moves onto a space, and a drop is no move; the full edition forbids it.",
        under=("classic",),
    ),
    Question(
        id="WW-AMB-052",
        asks="What are the maximums of morale and longboat speed?",
        term="track_tops",
        readings={
            "as-full": "Morale goes up to 4 and longboat speed up to 8.",
            "pack": "Both go as high as the content pack has them.",
        },
        why="The same boards are used, and the full edition names both numbers.",
        under=("classic",),
    ),
    Question(
        id="WW-AMB-053",
        asks="May an order or a purchase be made that changes nothing, because the track or the hand is full?",
        term="no_effect",
        readings={
            "legal-notice": "It may; what cannot go up stays where it is.",
            "illegal": "An order or a purchase must change something.",
        },
        why="Only the filling of a cannon is forbidden in words; the text says that tracks stop at the top.",
    ),
    Question(
        id="WW-AMB-054",
        asks="Must a player take as many supply cards as the order allows?",
        term="supplies_short",
        readings={
            "up-to": "A player may stop sooner.",
            "must-max": "A player takes all the cards that the order and the hand allow.",
        },
        why="The number is a limit, and a card that is not taken harms no player.",
    ),
    Question(
        id="WW-AMB-133",
        asks="Which orders may a Coffee not repeat?",
        term="coffee_repeat",
        readings={
            "as-full": "No order is given twice in a turn, by either mate or by a card.",
            "mates-first-only": "A Coffee does not repeat an order that a mate has given before, and no two mates give "
            "the same; nothing else is barred.",
        },
        why="The token that may be put on a used order is a reminder of the order, however it was given.",
        under=("classic",),
    ),
)
