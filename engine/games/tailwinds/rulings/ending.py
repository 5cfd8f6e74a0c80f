"""Open questions about reaching the finish, losing a boat, running out of cards and winning."""

from __future__ import annotations

from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="TW-AMB-11",
        asks="How many boats fit on the finish space?",
        term="finish_room",
        readings={
            "unlimited": "Any number of boats may stand on the finish.",
            "three-lanes": "The finish has three lanes like any other space.",
        },
        why="A boat that gets there wins or is taken out, so the finish is empty as a rule.",
        unobservable="It matters only with TW-AMB-33=both-boats-on-finish, when three boats wait on the finish and "
        "a fourth comes in (four players).",
    ),
    Question(
        id="TW-AMB-12",
        asks="Is last place checked the instant a boat reaches the finish, or when the turn ends?",
        term="finish_check",
        readings={
            "on-arrival": "A boat that reaches the finish wins or is taken out at once.",
            "end-of-turn": "Whether a boat on the finish wins or is taken out is judged when the turn ends.",
            "end-of-turn-removal-only": "A boat on the finish wins at once, but is taken out only when the turn ends.",
        },
        why="The win is immediate, and a player can bring the aft boat out of last place first.",
    ),
    Question(
        id="TW-AMB-13",
        asks="Does a player whose fore boat was taken out win by bringing the other boat home?",
        term="last_boat_home",
        readings={
            "wins": "The player wins when the remaining boat reaches the finish.",
            "wins-unless-it-was-last-place": "The player wins unless that boat was in last place before the move; then "
            "the boats are ranked as when cards run out.",
            "game-ends-use-out-of-cards-ranking": "The game ends, and the boats are ranked as when cards run out.",
            "player-drops-out-others-play-on": "The player is out of the race, and the others play on.",
        },
        why="It is named next to another player's win as the point where play stops. No other boat is left to be last.",
    ),
    Question(
        id="TW-AMB-14",
        asks="Is a player's only boat the fore boat, the aft boat, or both?",
        term="single_boat",
        readings={
            "both": "A single boat counts as the fore boat and as the aft boat.",
            "aft-only": "A single boat is the aft boat, so its owner has no fore boat and cannot win on cards.",
        },
        why="Abilities and the ranking at the end then work for every player.",
    ),
    Question(
        id="TW-AMB-15",
        asks="Players run out of cards at different times: when does the game end?",
        term="out_of_cards",
        readings={
            "all-out-empty-players-skip": "The game ends when nobody has a card; players without one sit out.",
            "first-player-out-ends-game": "The game ends right after the turn that empties the first hand.",
            "current-round-then-end": "The game ends after the round in which the first hand is emptied.",
        },
        why="The game is said to last until everybody has run out, the last player included.",
    ),
    Question(
        id="TW-AMB-16",
        asks="Who can still win when the cards run out?",
        term="non_losing",
        readings={
            "not-owner-of-last-place-boat": "Everybody can win except the owner of the boat in last place.",
            "all-players-eligible": "Everybody can win.",
            "not-having-lost-a-fore-boat": "Everybody can win except players whose fore boat was taken out.",
        },
        why="Having the boat in last place is what keeps a player from winning throughout the game.",
    ),
    Question(
        id="TW-AMB-33",
        asks="Does winning take one boat on the finish or both?",
        term="win_sentence",
        readings={
            "one-boat-on-finish": "One boat on the finish wins unless its partner is in last place.",
            "both-boats-on-finish": "Both boats must come in; the first waits there while its partner is not last.",
        },
        why="The rest of the sentence, the overview and the example all need only one boat there.",
    ),
    Question(
        id="TW-AMB-43",
        asks="Does a boat reach the finish when wind or an effect carries it there?",
        term="carried_home",
        readings={
            "counts-as-reaching": "A boat on the finish has reached it, whatever carried it.",
            "stops-on-last-track-space": "Wind and effects carry a boat no further than the last track space.",
        },
        why="The winning condition looks at where boats are, not at how they got there.",
    ),
)
