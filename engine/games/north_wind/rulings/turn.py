"""Open questions about the first player, the gold for the poor, and the bank."""

from __future__ import annotations

from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="NW-AMB-23",
        asks="What if the players come to hold more gold than there are coins?",
        term="bank",
        readings={
            "unlimited-bank": "The bank never runs out; gold beyond the 90 in the box is counted some other way.",
            "limited-90": "There are 90 gold in all: nobody takes gold that the bank does not have.",
        },
        why="Coins are a means of counting, and nothing is said of a bank that runs dry.",
    ),
    Question(
        id="NW-AMB-29",
        asks="Who starts if two players are equally young?",
        term="tied_youngest",
        readings={
            "table-agreement": "The table agrees on who starts.",
            "random": "Chance decides who of the youngest starts.",
        },
        why="Only the youngest is named, so anything the table settles on is as good.",
        unobservable="A log names who starts, but neither the players' ages nor how a tie between them was settled.",
    ),
    Question(
        id="NW-AMB-32",
        asks="Does a Treasurer also help a player who runs out of gold in the middle of the turn?",
        term="income_moment",
        readings={
            "turn-start-only": "The gold for the poor is given at the beginning of the turn and at no other time.",
            "any-time": "With a Treasurer aboard, a player whose gold runs out in their own turn receives 2 gold then, "
            "too.",
        },
        why="The Treasurer's gold, like the income it betters, is tied to the beginning of the turn. The other "
        "reading is a house rule.",
    ),
)
