"""Open questions about tallies, advantage markers and boarding."""

from __future__ import annotations

from engine.games.winds_of_plunder.layers.readings import COMPULSORY_BOARDING
from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="WP-AMB-01",
        asks="Do the tallies have a ceiling?",
        term="tally_cap",
        readings={
            "cap-from-pack": "A tally goes no higher than the content pack says; an item gained or looted beyond that "
            "is lost.",
            "no-cap": "A tally may go up without end.",
        },
        why="The sheet is silent, but published descriptions give the tallies a last space.",
    ),
    Question(
        id="WP-AMB-02",
        asks="What if the boarded player lacks the loot?",
        term="loot_lacking",
        readings={
            "must-be-available": "Loot may be chosen only if the boarded player has it: an item, or 2 VP.",
            "take-what-exists": "Any loot may be chosen, and as much of it is taken as the boarded player has.",
            "vp-may-go-negative": "Two VP may be taken even from a player who has fewer; an item must be there.",
        },
        why="Nobody can take 1 Crew from a player who has none.",
    ),
    Question(
        id="WP-AMB-18",
        asks="Is boarding compulsory?",
        term="boarding",
        readings={
            "optional": "A player who could board somebody need not.",
            "compulsory-if-possible": "A player who can board somebody on arrival must.",
        },
        why="It is an advantage that a player may use; its place in the arrival sequence is a reminder.",
        lays={"compulsory-if-possible": COMPULSORY_BOARDING},
    ),
    Question(
        id="WP-AMB-21",
        asks="Is the extra VP of Most Provisions judged before or after the items of the tile are taken?",
        term="provisions_bonus",
        readings={
            "after-items": "The extra VP goes to a player who holds the marker once the items are taken.",
            "before-items": "The extra VP goes to a player who held the marker before the items were taken.",
        },
        why="The tile is scored after its items are taken.",
    ),
    Question(
        id="WP-AMB-24",
        asks="Who gets the marker when its holder falls behind several opponents who are level?",
        term="tied_ahead",
        readings={
            "unheld": "Nobody holds the marker until one player alone has the most.",
            "blackbeard-decides": "The holder of Blackbeard's tile gives the marker to one of those who are level.",
            "loser-keeps": "The holder keeps the marker until one opponent alone has the most.",
        },
        why="Nobody has the most. A holder who kept the marker would do so against the text, as a house rule.",
    ),
    Question(
        id="WP-AMB-25",
        asks="Who gets the marker when one effect puts two opponents ahead of its holder?",
        term="two_ahead_at_once",
        readings={
            "evaluate-final-tallies": "The tallies are compared once the effect is over, and WP-AMB-24 settles a tie.",
            "active-player-first": "Among those ahead, the player whose turn it is takes the marker; without "
            "that player, WP-AMB-24 settles a tie.",
        },
        why="It has one answer however the pieces are moved, and no player's turn counts for more.",
    ),
    Question(
        id="WP-AMB-35",
        asks="Does a holder keep the marker when every tally of that kind has fallen to zero?",
        term="marker_at_zero",
        readings={
            "holder-keeps": "The holder keeps the marker until an opponent is ahead.",
            "marker-returned": "The marker goes back until somebody has the most again.",
        },
        why="Being below an opponent is the only ground given for losing it.",
    ),
)
