"""Open questions about purchases and processing."""

from __future__ import annotations

from engine.games.windward.layers.readings import PURCHASES_ARE_ORDERS
from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="WW-AMB-055",
        asks="How many supply cards does 1 gas buy?",
        term="supplies_bought",
        readings={
            "always-3": "For 1 gas there are 3 cards.",
            "board-number": "For 1 gas there are as many cards as the order on the board brings.",
        },
        why="The price list names the number, and speaks of purchases alone.",
    ),
    Question(
        id="WW-AMB-056",
        asks="How much morale does rum bring?",
        term="rum",
        readings={
            "always-1": "Rum brings 1 morale.",
            "board-number": "Rum brings as much morale as the order on the board.",
        },
        why="The price list names the number, and speaks of rum alone.",
    ),
    Question(
        id="WW-AMB-057",
        asks="Is a purchase an order, so that it cannot be made once the order is covered?",
        term="purchases",
        readings={
            "not-an-order": "Purchases have nothing to do with mates and the orders that they cover.",
            "counts-as-order": "What has been ordered in a turn cannot be bought in it.",
        },
        why="Purchases need no mate, and may be made as often as the gas lasts.",
        lays={"counts-as-order": PURCHASES_ARE_ORDERS},
    ),
    Question(
        id="WW-AMB-058",
        asks="What do services cost by the classic edition, which leaves prices to the board?",
        term="prices",
        readings={
            "as-full": "They cost what the full edition prints.",
            "pack": "They cost what the content pack says.",
        },
        why="The board is the same, and the full edition prints its contents.",
        under=("classic",),
    ),
    Question(
        id="WW-AMB-066",
        asks="What if no tooth of the colour is left when a Crester is processed?",
        term="teeth_out",
        readings={
            "substitute": "Anything else serves as a tooth.",
            "no-tooth": "The Crester is processed without a tooth.",
            "cannot-process": "The Crester cannot be processed.",
        },
        why="The Crester was hunted, and nothing says that there is an end to teeth.",
    ),
)
