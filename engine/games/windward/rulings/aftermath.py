"""Open questions about the consequences of a battle, and about lost ships."""

from __future__ import annotations

from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="WW-AMB-049",
        asks="When do teeth count that a winner has left in a lost ship?",
        term="kept_teeth",
        readings={
            "next-turn-start": "As its player's next turn begins.",
            "at-once": "As the ship comes into port.",
            "next-entry": "Only when the ship next sails into port.",
        },
        why="It is the only rule that is stated, and the classic edition has no other.",
    ),
    Question(
        id="WW-AMB-050",
        asks="Do teeth count that a winner has left in a lost ship, if its player has no further turn?",
        term="teeth_at_end",
        readings={
            "not-scored": "No.",
            "scored-at-end": "Yes, before the game is settled.",
        },
        why="They are exchanged as a turn begins, and there is no further turn.",
    ),
    Question(
        id="WW-AMB-051",
        asks="What becomes of longboats at sky when their ship is lost?",
        term="boats_of_lost",
        readings={
            "stay": "They stay, and so does what they tow.",
            "recalled": "They go back to their board; what they tow stays.",
        },
        why="Longboats leave the planet only when they are lifted or beaten.",
    ),
    Question(
        id="WW-AMB-078",
        asks="Who goes back by the classic edition where a ship has lost and has morale left?",
        term="moves_back",
        readings={
            "attacker-moves-back": "The attacker, as by the full edition.",
            "winner-moves-back": "The ship or Red that has won; a ship that was attacked to where it came from last, "
            "unless another piece is there by now; a Red that was attacked stays.",
            "attacking-ships-only": "A ship that has attacked; a Red that has attacked stays.",
        },
        why="The full edition words it so, and the piece that was attacked has come from nowhere in that turn.",
        under=("classic",),
    ),
    Question(
        id="WW-AMB-079",
        asks="Does an attacker that has won go back where the other ship is lost?",
        term="winner_of_lost",
        readings={
            "stays": "It stays.",
            "moves-back": "It goes back.",
        },
        why="The space is free, and the loot is taken there.",
    ),
    Question(
        id="WW-AMB-080",
        asks="What follows once a Red is beaten, by the classic edition, which does not mention it?",
        term="beaten_red",
        readings={
            "as-full": "The winner puts another on any free space of the territory.",
            "no-replacement": "No other comes.",
            "start-space": "Another comes to the space of the territory where Reds begin.",
        },
        why="Other modes say that none comes, so in this one it does.",
        under=("classic",),
    ),
    Question(
        id="WW-AMB-082",
        asks="Where does the cargo fall if an attacking ship is lost to a Crester?",
        term="lost_drops",
        readings={
            "battle-space": "Where the battle was.",
            "previous-space": "Where it came from; out of port, where the battle was.",
        },
        why="The classic edition expects a living Red on what was dropped.",
    ),
    Question(
        id="WW-AMB-083",
        asks="The winner takes half of what?",
        term="loot_half",
        readings={
            "all-items": "Of all teeth and tokens together.",
            "per-kind": "Of each kind by itself.",
        },
        why="The text speaks of the rest as one amount.",
    ),
    Question(
        id="WW-AMB-085",
        asks="When are mates and tokens put back if a turn ends with the loss of its ship?",
        term="lost_cleanup",
        readings={
            "housekeeping-only": "At once, but without what a rest brings.",
            "next-turn": "As the player's next turn begins.",
        },
        why="Only what a rest brings is denied.",
        unobservable="No rule depends on where mates and tokens are between the two moments.",
    ),
)
