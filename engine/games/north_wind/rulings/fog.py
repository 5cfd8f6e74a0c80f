"""Open questions about pirates, battles, captains and treasure."""

from __future__ import annotations

from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="NW-AMB-14",
        asks="May a player with gold go into a battle that cannot be won?",
        term="hopeless_battle",
        readings={
            "allowed": "A player may go into battle without any hope of winning it.",
            "must-pay": "A player who has gold and cannot win the battle must pay the pirate.",
        },
        why="The choice between paying and fighting has no condition.",
    ),
    Question(
        id="NW-AMB-15",
        asks="Must every cannon be rolled for once the battle is decided?",
        term="needless_rolls",
        readings={
            "may-stop-when-decided": "No more rolls are needed once the battle is won or can no longer be won.",
            "roll-all": "The battle die is rolled once for every cannon aboard.",
        },
        why="A cannon allows a roll. The result is the same either way; only the number of rolls in the log differs.",
    ),
    Question(
        id="NW-AMB-21",
        asks="May a pirate captain be set free, for instance to make room?",
        term="captain_release",
        readings={
            "no": "A captain leaves the brig only as payment for a task.",
            "yes": "A player may set a captain free in their own turn.",
        },
        why="Throwing overboard is for commodities, and whoever wins with a full brig receives gold instead.",
    ),
    Question(
        id="NW-AMB-26",
        asks="Does a Cannoneer's double hit count when it is asked whether the cannons can win the battle?",
        term="cannoneer_reach",
        readings={
            "yes-two-per-cannon": "With a Cannoneer aboard, each cannon counts for two possible hits.",
            "no-one-per-cannon": "Each cannon counts for one possible hit, Cannoneer or not.",
        },
        why="With a Cannoneer one cannon can hit twice, and so the battle can be won.",
    ),
    Question(
        id="NW-AMB-27",
        asks="Must a pirate met on the last tile of the range be paid or fought?",
        term="last_pirate",
        readings={
            "pay-or-fight-still-required": "The player pays or fights on the last tile as on any other.",
            "no-need": "On the last tile the player may do neither: the voyage is over.",
        },
        why="The choice is put for every pirate, and the text speaks of paying together with the end of the range.",
    ),
    Question(
        id="NW-AMB-40",
        asks="Must the gold of a treasure and the captain of a beaten pirate be taken?",
        term="rewards",
        readings={
            "may-decline": "The gold of a treasure and the captain of a beaten pirate may be left.",
            "automatic": "The gold of a treasure and, with a free slot in the brig, the captain of a beaten pirate "
            "are taken.",
        },
        why="Both are put as something that the player may take.",
    ),
)
