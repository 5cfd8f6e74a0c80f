"""Open questions about picking up: on the way, off turn, in battle, and with limited room."""

from __future__ import annotations

from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="WW-AMB-045",
        asks="May something be picked up on the way?",
        term="passing_pickup",
        readings={
            "any-entered-space": "On each space that the ship comes to.",
            "stop-only": "Only where the ship stays for the rest of its turn, or has not yet moved in it.",
        },
        why="A ship moves step by step, and picking up is free at any time.",
    ),
    Question(
        id="WW-AMB-046",
        asks="What if there are fewer free slots than gas in a pocket?",
        term="gas_beyond_slots",
        readings={
            "partial": "As much is taken as there is room for, and the rest stays.",
            "all-or-nothing": "Gas is taken only if there is room for all of it.",
            "excess-lost": "As much is taken as there is room for, and the rest goes to the stock.",
        },
        why="Tokens are put into slots one by one, and nothing sends the rest to the stock.",
    ),
    Question(
        id="WW-AMB-047",
        asks="How much fits into a hold?",
        term="hold",
        readings={
            "one-crester-rest-unlimited": "One defeated Crester, and any number of teeth and tokens.",
            "board-slots": "As much as the board shows, which no pack states.",
            "no-limit": "Anything.",
        },
        why="Winners with a Crester aboard leave the next one where it is; for teeth and tokens the text has no limit.",
    ),
    Question(
        id="WW-AMB-048",
        asks="May a ship pick something up on an enemy's space before it fights?",
        term="pickup_in_battle",
        readings={
            "battle-first": "The battle is fought first.",
            "pickup-first": "It may, until dice are rolled.",
        },
        why="The battle follows at once, and the classic edition lets no player take anything from under a Red.",
    ),
    Question(
        id="WW-AMB-131",
        asks="May something be picked up in another player's turn?",
        term="pickup_off_turn",
        readings={
            "own-turn": "Only in the player's own turn.",
            "boats-any-time": "Longboats in any turn, everything else in the player's own.",
            "any-time": "Anything in any turn, between two acts of the player whose turn it is.",
        },
        why="All other free acts belong to the player whose turn it is.",
    ),
    Question(
        id="WW-AMB-132",
        asks="May a ship take a longboat without the Grey that it tows, or that Grey alone?",
        term="tow_lift",
        readings={
            "separate": "Either may be taken alone, and the Grey that stays is not towed.",
            "together": "Both are taken, one right after the other, or neither is.",
        },
        why="They are listed one by one among what may be picked up, and nothing asks for both.",
    ),
    Question(
        id="WW-AMB-146",
        asks="Do gas slots limit what is taken from a pocket by the classic edition, which speaks of processing only?",
        term="pocket_slots",
        readings={
            "limited": "Gas is taken only into free slots.",
            "processing-only": "Slots limit what processing brings, and nothing else.",
        },
        why="Where no slot is free there is no place for the token.",
        under=("classic",),
    ),
)
