"""Open questions about achievements: whether they must be scored, in which order, and whether new cards come."""

from __future__ import annotations

from engine.kernel.layers import Question

VARIANT = ("achievements",)
QUESTIONS = (
    Question(
        id="WW-AMB-109",
        asks="Must an achievement be scored as soon as its condition is met?",
        term="goal_scoring",
        readings={
            "optional": "A player who meets a condition may score it or not.",
            "mandatory": "It is scored at once, before anything else is done.",
        },
        why="Each edition's own words: the full one lets the player raise the notoriety, the classic one has it raised "
        "immediately.",
        under=VARIANT,
    ),
    Question(
        id="WW-AMB-110",
        asks="What if two players meet the condition of the same card together?",
        term="goals_together",
        readings={
            "active-first": "They score it in the order of turns, so that only the first has the higher number.",
            "share-high": "Both have the higher number.",
        },
        why="One token covers the higher number, and so only one player can be the first.",
        under=VARIANT,
    ),
    Question(
        id="WW-AMB-111",
        asks="Is another achievement card displayed once all players have scored one?",
        term="goal_refill",
        readings={
            "no-refill": "The same two cards are displayed all game.",
            "refill": "A card that all players have scored makes room for another.",
        },
        why="Neither rulebook asks for another card.",
        under=VARIANT,
    ),
)
