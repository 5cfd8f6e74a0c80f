"""Open questions about the cooperative mode: trades, the White that comes for ships, and the gain of a rest."""

from __future__ import annotations

from engine.kernel.layers import Question

MODE = ("co-op",)
QUESTIONS = (
    Question(
        id="WW-AMB-122",
        asks="May cards be given for nothing?",
        term="gifts",
        readings={
            "gifts-ok": "Yes, as the players like.",
            "exchange-only": "No: at least one card goes each way.",
        },
        why="Trades are open, and at any time; the text asks for nothing in return.",
        under=MODE,
    ),
    Question(
        id="WW-AMB-123",
        asks="Does the hand limit hold in trades?",
        term="traded_hand",
        readings={
            "limit-applies": "Yes, no player holds more cards after a trade.",
            "no-limit": "No, it is for cards that are taken.",
        },
        why="Set-up calls it a limit of the hand.",
        under=MODE,
    ),
    Question(
        id="WW-AMB-124",
        asks="What does it cost a ship that the White has reached in port?",
        term="port_defeat",
        readings={
            "steps-without-drop": "It starts again with morale 1 and a token, and keeps its cargo.",
            "life-only": "Nothing but the captains' life.",
            "full-steps-port-hex": "It starts again, and its cargo falls onto the space that the White came from.",
        },
        why="A ship that is defeated takes these steps, and port is no space to drop anything on.",
        under=MODE,
    ),
    Question(
        id="WW-AMB-125",
        asks="How much morale does a rest in port bring?",
        term="allied_rest",
        readings={
            "plus-1": "One, to everybody.",
            "board-number": "As much as the board shows.",
        },
        why="The text of the mode names the number.",
        under=MODE,
    ),
    Question(
        id="WW-AMB-126",
        asks="How does the White come into port?",
        term="post_distance",
        readings={
            "one-step-from-ring": "From any space that touches the Trading Post it is one more space.",
            "must-stop-on-ring": "Only if it began its move on such a space.",
        },
        why="It is a step for ships as well.",
        under=MODE,
    ),
    Question(
        id="WW-AMB-127",
        asks="Which ships are defeated when the White comes into port?",
        term="post_reached",
        readings={
            "active-only": "That of the player whose turn it is.",
            "all-in-port": "Every ship that is there.",
        },
        why="The text says your ship.",
        under=MODE,
    ),
    Question(
        id="WW-AMB-128",
        asks="Does the White move if the ship was lost to a Red in the same rest?",
        term="white_after_loss",
        readings={
            "no-move": "No.",
            "toward-port": "Yes, towards the Trading Post, where the ship is now.",
        },
        why="The turn of a ship that is lost is over at once.",
        under=MODE,
    ),
    Question(
        id="WW-AMB-129",
        asks="Who chooses the corner to which the White comes back?",
        term="white_returned_by",
        readings={
            "team": "All of them together.",
            "beating-player": "The player who has beaten it.",
        },
        why="The text does not say who, and any free corner will do.",
        under=MODE,
        unobservable="A record shows the corner, and not who has settled on it.",
    ),
    Question(
        id="WW-AMB-130",
        asks="Does a night at sky bring notoriety in the cooperative game?",
        term="allied_nights",
        readings={
            "none": "No.",
            "keep": "Yes, 1 as usual.",
        },
        why="The classic edition has the line, and the full one leaves it out.",
        under=MODE,
    ),
    Question(
        id="WW-AMB-142",
        asks="What does the White do if no way leads to the ship?",
        term="white_blocked",
        readings={
            "no-path-no-move": "It stays where it is.",
            "as-near-as-possible": "It moves as near as it can.",
        },
        why="The text of the mode likens it to its own Reds, and these do not move then.",
        under=MODE,
    ),
    Question(
        id="WW-AMB-143",
        asks="Does the White move towards a ship in port that it has fought in the same turn?",
        term="post_after_battle",
        readings={"moves": "Yes.", "exempt": "No, as at sky."},
        why="What is said of the rest in port makes no exception.",
        under=MODE,
    ),
)
