"""Open questions about character cards: Shackle, Recover, copies, dice, Parlay, Manoeuvre, Jolly Roger, Pursuit."""

from __future__ import annotations

from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="TW-AMB-27",
        asks="Is a player obliged to use the ability of the card being resolved?",
        term="abilities",
        readings={
            "optional-unless-pack-says-must": "An ability may be left unused unless the pack makes it compulsory.",
            "mandatory": "Every ability that can be used must be, even to its owner's harm.",
        },
        why="Using an ability is put as something a player may do.",
    ),
    Question(
        id="TW-AMB-28",
        asks="When are cards replaced because of Shackle, and are the new ones shown?",
        term="shackle_moment",
        readings={
            "immediately-face-down": "New cards are chosen at once and lie face down until each owner's turn.",
            "at-own-turn-open": "Each player chooses a new card when their turn comes, and shows it.",
            "immediately-open": "New cards are chosen at once and shown.",
        },
        why="It is how cards are chosen at the start of a round.",
    ),
    Question(
        id="TW-AMB-29",
        asks="Does Recover move a single boat?",
        term="recover_split",
        readings={
            "normal-split": "The points of a Recover card may be split between both boats.",
            "single-boat": "All points of a Recover card go to one boat.",
        },
        why="Movement is split freely everywhere else. The singular looks like loose wording.",
    ),
    Question(
        id="TW-AMB-30",
        asks="What is copied from a dice card, or from a card whose value has changed?",
        term="copy_dice",
        readings={
            "printed-number-only": "A copy takes the number printed on the card, without dice or other bonuses.",
            "final-total": "A copy takes the total that the card came to, dice and bonuses included.",
            "not-copyable": "A dice card cannot be copied.",
        },
        why="What is copied is a card's move value, and that is the number on it.",
    ),
    Question(
        id="TW-AMB-31",
        asks="May a Rainbow card won by Parlay be played in the same turn?",
        term="parlay_card",
        readings={
            "yes-if-no-rainbow-played-yet": "The card may be played in the same turn if no other Rainbow card was.",
            "no": "The card may be played from the next turn on.",
        },
        why="The only limit that reaches this case is one Rainbow card played per turn.",
    ),
    Question(
        id="TW-AMB-35",
        asks="Which boats may Manoeuvre swap lanes with?",
        term="swap_reach",
        readings={
            "same-space-only": "The two boats must share a space, and trade places on it.",
            "any-space-lane-exchange": "The two boats trade lane numbers wherever they are, each on its own space, if "
            "those lanes are free.",
        },
        why="A lane is a place within one space.",
    ),
    Question(
        id="TW-AMB-37",
        asks="Must the Gambler roll when resolving a dice card?",
        term="dice_roll",
        readings={
            "optional": "The Gambler may leave the die alone and move the printed number.",
            "compulsory": "The Gambler must roll for every dice card.",
        },
        why="Such cards allow the roll, and abilities in general are a choice.",
    ),
    Question(
        id="TW-AMB-44",
        asks="May one use of Jolly Roger reach out from both of the Pirate's boats?",
        term="jolly_boats",
        readings={
            "one-moment-both-boats": "Jolly Roger is used at one moment of the turn, and then for both own boats.",
            "one-boat-only": "Jolly Roger is used for one own boat and not for the other.",
        },
        why="Both boats may be looked at, as with Cannons. The limit of once then rules out a second moment.",
    ),
    Question(
        id="TW-AMB-45",
        asks="How many swaps does Manoeuvre give?",
        term="swaps",
        readings={
            "one-swap-per-own-boat": "Each of the owner's boats may start one swap.",
            "any-number": "The owner's boats may swap as often as wished.",
        },
        why="Using it for both own boats is named as its widest use, which also explains the plural.",
    ),
    Question(
        id="TW-AMB-46",
        asks="May Parlay be aimed at a player without a Rainbow card, to collect the die?",
        term="parlay_target",
        readings={
            "target-must-hold-one": "Only a player who holds a Rainbow card may be asked.",
            "may-ask-anyone": "Any other player may be asked, and one with nothing to give refuses.",
        },
        why="What is asked for is that player's card; with none there, nothing can be refused.",
    ),
    Question(
        id="TW-AMB-47",
        asks="For Pursuit, is an opponent on the same space in a more inside lane ahead?",
        term="pursuit_ahead",
        readings={
            "further-space-only": "Only boats on a space nearer the finish are ahead.",
            "lane-counts": "A boat in a more inside lane of the same space is ahead and closest, so nobody moves.",
        },
        why="Pursuit carries a boat to the other boat's space, so it looks for another space.",
    ),
)
