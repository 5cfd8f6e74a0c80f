"""Open questions about battles: where pieces go, what players add, and which players take a token."""

from __future__ import annotations

from engine.games.windward.layers.readings import A_LOST_ATTACK_ENDS_THE_TURN
from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="WW-AMB-021",
        asks="Where does a ship go back to if it came to its battle by a zephyr or around the planet?",
        term="previous_space",
        readings={
            "last-location": "To where it was before, however far that is.",
            "last-adjacent": "To the free space next to the battle that is nearest to where it was before; of "
            "several, to that whose name comes first.",
        },
        why="The full edition sends a ship back into port that has come out of it.",
    ),
    Question(
        id="WW-AMB-027",
        asks="Does the turn go on after an attack that was lost?",
        term="lost_attack",
        readings={
            "may-continue": "It goes on.",
            "turn-ends": "It goes on with the rest at once.",
        },
        why="Only the loss of the ship is said to end a turn.",
        lays={"turn-ends": A_LOST_ATTACK_ENDS_THE_TURN},
    ),
    Question(
        id="WW-AMB-041",
        asks="Does a Grey go back with the longboat that came to a battle with it in tow?",
        term="tied_tow",
        readings={
            "tow-follows": "It goes back with it.",
            "tow-stays": "It stays where the battle was.",
        },
        why="A longboat and its tow belong together until it is beaten or lifted.",
    ),
    Question(
        id="WW-AMB-073",
        asks="May the attacker answer the cards and tokens of the defender?",
        term="hit_steps",
        readings={
            "single-pass": "No: each side adds once.",
            "alternate": "Yes: attacker and defender add in turns, as long as the defender adds something.",
        },
        why="The steps are numbered, and nothing says that they are repeated.",
    ),
    Question(
        id="WW-AMB-077",
        asks="Does the player take a token after a tie with a Crester that has attacked, by the classic edition?",
        term="tie_by_crester",
        readings={
            "player-gets-one": "Yes.",
            "as-full": "No, as by the full edition.",
        },
        why="The text speaks of both players, and has no condition.",
        under=("classic",),
    ),
    Question(
        id="WW-AMB-144",
        asks="Who takes a token after a tie with a Crester that was attacked, by the classic edition?",
        term="tie_with_crester",
        readings={
            "player-gets-one": "The player whose ship or longboat has attacked.",
            "roller-too": "That player, and the one who has rolled for the Crester.",
        },
        why="The player who rolls only represents the Crester, and is not a side of the battle.",
        under=("classic",),
    ),
)
