"""Open questions about the end of the game."""

from __future__ import annotations

from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="WW-AMB-112",
        asks="Does a player who reaches 15 notoriety in another player's turn have another turn?",
        term="off_turn_trigger",
        readings={
            "ends-before-their-next": "No: the game ends before that player's next turn.",
            "one-more-turn": "Yes, one: the game ends before the turn after it.",
        },
        why="Without a condition, the text ends the game before the next turn of the player who brought the end.",
    ),
    Question(
        id="WW-AMB-113",
        asks="Is there a further round only if the lead is shared, or if any two players are level?",
        term="level_players",
        readings={
            "top-only": "Only where the most notoriety is shared.",
            "any-tie": "Wherever any two players have the same notoriety.",
        },
        why="Further turns serve to find a winner, and there is one if one player leads.",
    ),
)
