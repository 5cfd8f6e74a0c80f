"""Open questions about rolling winds and the track cards they leave behind."""

from __future__ import annotations

from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="TW-AMB-17",
        asks="What keeps a track card from leaving play?",
        term="card_in_play",
        readings={
            "rear-card-pointer": "A track card that has been left behind is out of play for good.",
            "any-card-with-boat": "A track card is in play whenever a boat is on it or behind it, so it can come back.",
        },
        why="The wind looks for a card still in play further back, and a rear card that only advances gives just that.",
        unobservable="It matters only with TW-AMB-41=re-enters-retired-card, where a boat can return to a card that "
        "has left play.",
    ),
    Question(
        id="TW-AMB-18",
        asks="How far does the wind move the two boats?",
        term="wind_size",
        readings={
            "roll-forward-and-roll-back": "The roll carries one boat forward and the leader back by the same number.",
            "roll-forward-one-back": "The roll carries one boat forward; the leader goes back one space.",
            "printed-on-pack": "Both distances are those that the content pack gives.",
        },
        why="There is one die for two boats, and no other number is given.",
    ),
    Question(
        id="TW-AMB-19",
        asks="When is the wind resolved?",
        term="wind_moment",
        readings={
            "when-the-moving-block-ends": "The wind blows once the boat that emptied the card has finished its move.",
            "instantly-mid-move": "The wind blows the moment the card is empty, and the move goes on from there.",
            "end-of-turn": "The wind blows when the turn ends.",
        },
        why="It leaves the paid move whole and still belongs to the same turn.",
    ),
    Question(
        id="TW-AMB-20",
        asks="One move empties the rearmost card while the next is empty too: how many rolls?",
        term="empty_cards",
        readings={
            "one-roll-retire-all-empty": "The wind is rolled once, and every empty card at the rear leaves play.",
            "one-roll-per-card": "The wind is rolled once for each card that leaves play.",
        },
        why="The roll goes with the boat's departure. A roll per card would multiply the boost.",
    ),
    Question(
        id="TW-AMB-21",
        asks="What if the leader would be pulled off the track in play, or is itself the boosted boat?",
        term="leader_pulled",
        readings={
            "clamp-to-first-in-play-space-and-same-boat-gets-both": "The leader stops on the first space in "
            "play, or the nearest ahead with room; a boat that is both is moved both ways.",
            "no-pull-back": "In either case nobody is pulled back.",
            "next-best-leader": "If the leader is the boosted boat, the next in the ranking is pulled back instead, "
            "and a boat pulled too far still stops on the first space in play.",
        },
        why="It is simple and has an answer for every position.",
    ),
    Question(
        id="TW-AMB-34",
        asks="Does the wind blow when an effect carries the last boat off the rearmost card?",
        term="wind_cause",
        readings={
            "any-cause": "The wind blows however the last boat leaves.",
            "own-movement-only": "The wind blows only when the last boat leaves by its owner's points.",
        },
        why="The boat has to leave; nothing is said about why it does.",
    ),
    Question(
        id="TW-AMB-41",
        asks="What if an effect would push a boat back off the rearmost card in play?",
        term="behind_rear",
        readings={
            "stays-put": "The boat stays where it is.",
            "re-enters-retired-card": "The boat goes back onto the card that had left play.",
        },
        why="A card out of play has no spaces to offer. On the first space of the track the boat stays either way.",
    ),
    Question(
        id="TW-AMB-42",
        asks="Is the leader for the wind the boat in front before the boost or after it?",
        term="leader_judged",
        readings={
            "before-boost": "The boat in front when the wind rises is pulled back.",
            "after-boost": "The boat in front once the boost is done is pulled back.",
        },
        why="The text describes both shifts as one event. It matters only when the boost carries a boat into the lead.",
    ),
    Question(
        id="TW-AMB-48",
        asks="The boost carries the last boat off the next card too: when is that card looked at?",
        term="boost_empties",
        readings={
            "card-by-card": "The card is out of play before the leader is pulled back, and a second wind follows.",
            "boost-and-pull-are-one": "The cards are looked at once the leader has been pulled back, onto that card "
            "perhaps; if it is empty then, it is out of play and a second wind follows.",
        },
        why="A card is left behind when its last boat leaves it, whatever moves the boat.",
    ),
    Question(
        id="TW-AMB-50",
        asks="The boost brings a boat home: is it judged before the leader is pulled back?",
        term="boosted_home",
        readings={
            "after-the-pull": "The leader is pulled back first; the boat stays on the finish and is judged after that.",
            "at-once": "The boat wins or is taken out at once, and if it wins, nobody is pulled back.",
        },
        why="The pull is part of the same wind. That the game ends immediately is said of a boat's arrival in general.",
    ),
)
