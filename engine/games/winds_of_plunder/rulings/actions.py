"""Open questions about action points, the reserve, and drawing, holding and reshuffling Action cards."""

from __future__ import annotations

from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="WP-AMB-09",
        asks="Can the Largest Crew's point be pooled with points that were not spent?",
        term="bonus_point",
        readings={
            "separate-one-point-action": "The point pays for one action of 1 point, after the rest of the turn.",
            "pooled-fourth-point": "The point may be pooled with points not yet spent, and so help to pay for a "
            "dearer action; it may come early then, before the ship sails too.",
        },
        why="It is an extra action worth one point, and its place is the end of the turn.",
    ),
    Question(
        id="WP-AMB-10",
        asks="Can a card played with the Largest Crew's point make the ship sail again, and is the arrival then full?",
        term="bonus_sailing",
        readings={
            "yes-full-sequence": "The ship may sail again by such a card, and the whole arrival sequence follows.",
            "no": "A card that makes a ship sail may not be played with that point.",
        },
        why="Every sailing leads to an arrival, and the publisher's account of a game appears to play it so. It takes "
        "a content pack with such a card.",
    ),
    Question(
        id="WP-AMB-16",
        asks="What if the reserve holds fewer cubes than the action adds?",
        term="short_reserve",
        readings={
            "take-what-is-left": "The player pays in full and takes the cubes that are left.",
            "action-not-allowed": "The action may not be taken while the reserve is too small for it.",
        },
        why="Nothing asks for a reserve that can serve the whole action, and the points are paid all the same.",
    ),
    Question(
        id="WP-AMB-17",
        asks="How many Action cards may a player hold?",
        term="hand_limit",
        readings={
            "none": "A player may hold any number of Action cards.",
            "limit-from-pack": "A player may hold no more Action cards than the content pack allows.",
        },
        why="No limit is given, and cards left in hand even break ties.",
    ),
    Question(
        id="WP-AMB-26",
        asks="Is the discard pile reshuffled when the last Action card is drawn, or when the next is wanted?",
        term="reshuffle",
        readings={
            "when-empty-immediately": "The pile is reshuffled as soon as the last card of the deck is drawn.",
            "on-next-draw": "The pile is reshuffled when a card is to be drawn and the deck has none.",
        },
        why="It is to be done when the deck is empty. It shows only in where the log has the reshuffle and in its "
        "count: a card played in between is in or out.",
    ),
    Question(
        id="WP-AMB-39",
        asks="May an Action card be drawn when both the deck and the discard pile are empty?",
        term="nothing_to_draw",
        readings={
            "not-allowed": "The action may not be taken while there is no card to draw.",
            "point-spent-no-card": "The action may be taken: its point is spent, and no card is drawn.",
        },
        why="Nothing can be drawn, so the action would have no content.",
    ),
)
