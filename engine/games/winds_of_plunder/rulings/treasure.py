"""Open questions about drawing, holding and playing Buried Treasure cards, and what they score."""

from __future__ import annotations

from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="WP-AMB-14",
        asks="Can a Treasure card drawn on arrival at the very port it names be played at once?",
        term="treasure_at_once",
        readings={
            "yes": "The card can be played in the arrival in which it is drawn.",
            "next-visit": "The card has to wait for a later arrival in the port.",
        },
        why="Only Action cards are set aside on arrival, and the draw comes before Treasure is played.",
    ),
    Question(
        id="WP-AMB-15",
        asks="What does a seventh or later treasure score?",
        term="seventh_treasure",
        readings={
            "score-top-value-again": "The Booty marker stays on its top step, and that step's value is scored again.",
            "no-score": "The Booty marker stays on its top step, and the card is played for 0 VP.",
            "no-more-advance": "Once the Booty marker is on its top step, a Treasure card cannot be played and stays "
            "in hand.",
        },
        why="A treasure found is rewarded every time, and only the list of values ends.",
    ),
    Question(
        id="WP-AMB-19",
        asks="Must the Treasure card of the port be played on arrival?",
        term="treasure_play",
        readings={
            "compulsory": "A player who holds the card of the port must play it.",
            "optional": "A player who holds the card of the port may keep it for a later arrival.",
        },
        why="It is a step of the arrival for whoever holds the card. It shows only where the log names the cards.",
    ),
    Question(
        id="WP-AMB-20",
        asks="Is a Treasure hand secret?",
        term="treasure_hand",
        readings={
            "secret": "A player shows a Treasure card only when playing it.",
            "open": "Anyone may look at the Treasure cards that a player holds.",
        },
        why="The deck is face down, and so are the cards that go back to it.",
        unobservable="The same moves are legal either way; the reading only decides what a viewer may show, and "
        "whether a face left out is a gap in the log.",
    ),
    Question(
        id="WP-AMB-27",
        asks="What if a tile shows a Treasure card and the deck is empty?",
        term="no_treasure_left",
        readings={
            "no-card": "The player gets no card, then or later.",
            "owed": "The card is owed, and the player draws it once the deck has one.",
        },
        why="There are only twelve of these cards, and nothing speaks of a debt.",
    ),
    Question(
        id="WP-AMB-34",
        asks="Must a player draw the Treasure card that a tile shows?",
        term="treasure_icon",
        readings={
            "compulsory": "A Treasure card shown on the tile must be drawn.",
            "optional": "A Treasure card shown on the tile may be left in the deck.",
        },
        why="What the tile indicates is taken.",
    ),
)
