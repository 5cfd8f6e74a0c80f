"""Open questions about the rest that ends a turn."""

from __future__ import annotations

from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="WW-AMB-086",
        asks="May a player give up the last morale at sky while holding a card, and so lose the ship on purpose?",
        term="last_morale",
        readings={
            "allowed": "The choice is free, whatever comes of it.",
            "must-discard": "With morale at 1 a card is given up, as long as there is one.",
        },
        why="Both rulebooks leave the choice to the player, without a condition.",
    ),
)
