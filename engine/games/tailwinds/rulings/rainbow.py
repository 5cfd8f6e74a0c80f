"""Open questions about earning, holding and replenishing Rainbow cards."""

from __future__ import annotations

from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="TW-AMB-23",
        asks="May a player who holds a Rainbow card take another and give up the old one?",
        term="second_rainbow",
        readings={
            "may-not-take": "A player who holds a Rainbow card may not take one.",
            "may-swap-discard-old": "A player who holds a Rainbow card may take one and discard the card held.",
        },
        why="Holding one is a firm limit, and no exchange with the market is described.",
    ),
    Question(
        id="TW-AMB-24",
        asks="What does a player earn with both boats on rainbow spaces?",
        term="two_rainbows",
        readings={
            "one-card": "Two boats on rainbow spaces earn one card, just as one boat does.",
            "two-picks-hold-one": "Each boat on a rainbow space earns a pick, and the player keeps one of the cards.",
        },
        why="One boat is enough to meet the condition, and the reward is a single card.",
    ),
    Question(
        id="TW-AMB-25",
        asks="Does a boat carried onto a rainbow space by wind or an effect earn a card?",
        term="rainbow_cause",
        readings={
            "own-turn-any-cause": "Whatever brought the boat there in its owner's turn, it earns a card.",
            "own-points-only": "Only a boat moved there with its owner's points earns a card.",
            "any-turn": "The boat earns a card even at the end of another player's turn in which it was carried there.",
        },
        why="The boat has to move onto the space and end the turn there; how it is moved is not asked.",
    ),
    Question(
        id="TW-AMB-26",
        asks="What happens when the Rainbow pile is empty?",
        term="pile_empty",
        readings={
            "reshuffle-discard": "The discarded Rainbow cards are shuffled into a new pile.",
            "market-shrinks": "Gaps in the market stay open from then on.",
        },
        why="Played cards are gathered in a discard pile, which has no other purpose.",
    ),
    Question(
        id="TW-AMB-49",
        asks="What may still be done in a turn once a Rainbow card was taken?",
        term="after_taking",
        readings={
            "take-closes-the-turn": "Nothing: the card is taken last of all.",
            "any-time-abilities-still": "An ability that its card allows at any time may still be used, unless it "
            "brings points: the boats have moved.",
        },
        why="The card goes to a boat that ends the turn on the rainbow, so the turn is at its end.",
    ),
)
