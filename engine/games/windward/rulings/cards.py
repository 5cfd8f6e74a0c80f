"""Open questions about supply cards and their stacks."""

from __future__ import annotations

from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="WW-AMB-006",
        asks="When are the stacks laid out anew after one has run out?",
        term="reset_timing",
        readings={
            "immediately": "At once: what is still to be taken comes from the new stacks.",
            "after-action": "Once the order or purchase has been carried out.",
            "end-of-turn": "Once the turn is over.",
        },
        why="Both rulebooks name the moment: when a stack runs out.",
    ),
    Question(
        id="WW-AMB-007",
        asks="May players look through the stacks?",
        term="seen_stacks",
        readings={
            "top-only": "No: the tops alone are seen.",
            "browse": "Yes: all may know what lies below them.",
        },
        why="The classic rulebook has players choose from the top cards.",
        unobservable="Cards are taken from the tops by either, and no line of a log says who has looked below them.",
    ),
    Question(
        id="WW-AMB-013",
        asks="How does an Aerogenerator turn the wind?",
        term="aerogenerator",
        readings={
            "any-new-direction": "To another direction, rolled or chosen.",
            "roll-must-change": "The wind die is rolled until it shows another direction.",
            "choose": "To a direction of the player's choice, including the old one.",
            "roll-any": "The wind die is rolled once, and counts whatever it shows.",
        },
        why="The wind is said to change, and by the classic rulebook no roll, whatever it is for, leaves it as it is.",
    ),
    Question(
        id="WW-AMB-034",
        asks="What keeps a Bait's Grey away from a feeding ground?",
        term="bait_ground",
        readings={
            "grey-or-boat": "A Grey or a longboat; what is above them does not.",
            "any-piece": "Any piece, a ship or a Red above it too.",
        },
        why="It is what the classic rulebook says, and what both say of Greys that come by a roll.",
    ),
    Question(
        id="WW-AMB-059",
        asks="When is the order given that a Coffee allows?",
        term="coffee_timing",
        readings={
            "later-this-turn": "At any time in the turn.",
            "at-once": "As soon as the card is played, or not at all.",
        },
        why="The rulebook speaks of the turn.",
    ),
    Question(
        id="WW-AMB-060",
        asks="What if all coffee tokens are in use?",
        term="coffee_tokens",
        readings={
            "substitute": "Anything else marks the order.",
            "unplayable": "No further Coffee is played.",
        },
        why="Tokens are reminders; the classic rulebook leaves them to the players.",
    ),
    Question(
        id="WW-AMB-069",
        asks="When does a player play cards in another's turn?",
        term="off_turn_cards",
        readings={
            "own-battle-only": "Only in a battle against the player's own ship or longboat.",
            "any-time": "Whenever the card allows it.",
        },
        why="Both rulebooks mention this, and neither mentions more.",
    ),
    Question(
        id="WW-AMB-070",
        asks="Is a card played that only the other edition's rulebook names?",
        term="other_cards",
        readings={
            "same-deck": "Yes: the deck is the same.",
            "named-only": "No: a card that this rulebook does not name is not part of its game.",
        },
        why="Both rulebooks give examples, and leave the effects to the cards.",
    ),
    Question(
        id="WW-AMB-071",
        asks="May a card be played that can do nothing?",
        term="idle_cards",
        readings={
            "unplayable": "It may not.",
            "legal-no-effect": "It may, for nothing.",
        },
        why="No card is discarded without its effect.",
    ),
    Question(
        id="WW-AMB-072",
        asks="What does a False Flag do?",
        term="flag_effect",
        readings={
            "attacker-sent-back": "There is no battle: the attacker goes back, and does not attack this player again "
            "in this turn.",
            "pack": "What the content pack says.",
            "record-only": "Whatever the log says.",
        },
        why="Only its time is printed. This is how players' summaries have it.",
    ),
)
