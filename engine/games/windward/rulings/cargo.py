"""Open questions about cargo that is dropped, and about pieces that have run out."""

from __future__ import annotations

from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="WW-AMB-040",
        asks="Does a longboat tow at once the defeated Grey that it comes to?",
        term="towing",
        readings={
            "automatic": "It does.",
            "optional": "Its player may leave the Grey there, unless the longboat has brought it or won it in battle.",
        },
        why="Both editions call a Grey towed that is on the space of a longboat.",
    ),
    Question(
        id="WW-AMB-042",
        asks="May a Grey be dropped where another Grey is, alive, lying or towed?",
        term="dropped_grey",
        readings={
            "allowed-tow-if-free": "It may; a longboat that tows nothing tows it from then on.",
            "not-with-grey": "It may not.",
        },
        why="Nothing forbids it: the only limit is on longboats that enter with a tow.",
    ),
    Question(
        id="WW-AMB-043",
        asks="May cargo be dropped by choice by the classic edition, which does not speak of it?",
        term="voluntary_drops",
        readings={
            "not-allowed": "It may not.",
            "allowed": "It may, as by the full edition.",
        },
        why="Nothing in the text allows it.",
        under=("classic",),
    ),
    Question(
        id="WW-AMB-044",
        asks="May cargo be dropped in another player's turn?",
        term="off_turn_drops",
        readings={
            "own-turn": "Only in the player's own turn.",
            "any-time": "Whenever the ship is at sky.",
        },
        why="Everything else that a player decides belongs to that player's own turn.",
    ),
    Question(
        id="WW-AMB-067",
        asks="What if no +2 Hits token is left?",
        term="tokens_out",
        readings={
            "none-gained": "None is gained.",
            "substitute": "Anything else serves as one.",
        },
        why="The tokens come from a stock, and it is empty.",
    ),
    Question(
        id="WW-AMB-068",
        asks="What if no token for gas and cannons is left?",
        term="gas_out",
        readings={
            "substitute": "Anything else serves as one.",
            "none-gained": "None is gained.",
        },
        why="The slots aboard are meant to be scarce, not the tokens.",
    ),
    Question(
        id="WW-AMB-074",
        asks="Which faces has a battle die?",
        term="die_faces",
        readings={
            "pack": "Those in the content pack.",
            "any-non-negative": "Any from no hit to three.",
        },
        why="Neither rulebook prints them, and a log that names a pack says that its pieces are in use.",
    ),
    Question(
        id="WW-AMB-075",
        asks="How many dice are rolled with a strength above eight, which is all the dice there are?",
        term="many_dice",
        readings={
            "roll-in-batches": "As many as the strength, some of them twice.",
            "cap-at-eight": "Eight.",
        },
        why="As many dice as strength is the rule, and how many are in the box is no limit on it.",
    ),
)
