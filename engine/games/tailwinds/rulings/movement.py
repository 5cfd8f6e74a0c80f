"""Open questions about turn order, spending points, lanes and full spaces."""

from __future__ import annotations

from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="TW-AMB-05",
        asks="Is the turn order fixed when the cards are revealed, or judged anew after each turn?",
        term="turn_order",
        readings={
            "recompute-after-each-turn": "After each turn the next player is found from where the boats stand now.",
            "snapshot-at-reveal": "The order is read off the boats at the reveal and holds for the whole round.",
        },
        why="The next player is named when a turn is handed over. It matters only when effects or wind move boats of "
        "players still to act.",
    ),
    Question(
        id="TW-AMB-06",
        asks="May a player move one boat, then the other, then the first again?",
        term="interleaving",
        readings={
            "interleaving-allowed": "Points may go to the two boats in alternating steps.",
            "one-block-per-boat": "Each boat gets its points in one unbroken move.",
        },
        why="Sharing out the points is left wholly to the player.",
    ),
    Question(
        id="TW-AMB-07",
        asks="When does a boat settle into its lane: after each move, or once when the turn ends?",
        term="lanes_settle",
        readings={
            "after-each-block": "A boat takes its lane as soon as it is set down.",
            "at-turn-end": "Boats take their lanes when the turn ends; until then a moved boat is in no lane.",
        },
        why="A boat set down on the card stands in some lane. It also makes every later step of the turn certain.",
    ),
    Question(
        id="TW-AMB-08",
        asks="What if the space behind a full space is full as well?",
        term="fallback_full",
        readings={
            "cascade-back": "The boat goes back to the nearest space with a free lane, never behind where it started.",
            "player-chooses-other-move": "The move may not be made while the points can be used in another way.",
            "no-move": "The boat stays where it was, and its points count as spent.",
        },
        why="It always ends with a legal table. It takes seven boats, so it can only come up with four players.",
    ),
    Question(
        id="TW-AMB-09",
        asks="Must a player avoid a full space when another split would use every point?",
        term="full_move",
        readings={
            "lenient-fallback-counts-as-moved": "Points lost by falling back from a full space count as moved.",
            "strict-must-find-full-move": "A player may not lose points to a full space if another split loses none.",
        },
        why="Falling back is described as ordinary procedure, with no condition attached.",
    ),
    Question(
        id="TW-AMB-10",
        asks="What becomes of points that would carry a boat past the finish?",
        term="past_finish",
        readings={
            "excess-lost-only-if-other-boat-cannot-use-it": "Points left over at the finish go to the other boat if it "
            "can use them, and are lost otherwise.",
            "excess-always-lost": "Points aimed past the finish are spent on that boat and lost.",
            "exact-count-needed": "A boat may not be given more points than it needs to reach the finish.",
        },
        why="Points must be moved where that is possible, so what is left belongs to the other boat.",
    ),
    Question(
        id="TW-AMB-22",
        asks="Which lane does a boat take when wind or an effect moves it, and what if the space is full?",
        term="effect_lane",
        readings={
            "innermost-free-fallback-behind": "It takes the innermost free lane; from a full space it falls back.",
            "same-lane-or-stay": "The boat keeps its lane, and stays where it is if that lane is taken.",
        },
        why="It is how boats move in general. Only Cannons asks for the same lane, and keeps it under both readings.",
    ),
    Question(
        id="TW-AMB-38",
        asks="Is one boat in last place, or every boat on the rearmost space?",
        term="last_place",
        readings={
            "lane-decides-one-boat": "On the rearmost space only the boat in the outermost lane is in last place.",
            "whole-rearmost-space": "Every boat on the rearmost space is in last place; turn order still goes by lane.",
        },
        why="A more inside lane counts as leading, so the lanes tell the boats of one space apart.",
    ),
    Question(
        id="TW-AMB-39",
        asks="With the inside lane taken, may a boat choose between the middle and the outside lane?",
        term="outer_lanes",
        readings={
            "innermost-free": "A boat takes the innermost lane that is free.",
            "free-choice-of-the-rest": "A boat takes the inside lane if it is free, and otherwise whichever it likes.",
        },
        why="A boat falling back takes the innermost lane it can, which points the same way for every move.",
    ),
    Question(
        id="TW-AMB-40",
        asks="Does a blocked boat that falls back to the space it started from take a new lane there?",
        term="own_space",
        readings={
            "re-lane-innermost-free": "The boat takes the innermost lane free there, its old one included.",
            "keeps-its-lane": "The boat returns to the lane it came from.",
        },
        why="Falling back asks for the innermost lane and makes no exception for the boat's own space.",
    ),
)
