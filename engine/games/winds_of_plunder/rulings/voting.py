"""Open questions about bids of nothing, directions without support, and when the first plunderer is named."""

from __future__ import annotations

from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="WP-AMB-03",
        asks="What happens when nobody bids a cube?",
        term="no_bids",
        readings={
            "old-holder-picks-any-then-new-holder-picks-among-voted-directions": "The holder of Blackbeard's tile "
            "gives it to any player, who then picks the wind among the directions on the compasses.",
            "tile-and-wind-unchanged": "Blackbeard's tile stays with its holder, and the wind stays as it is.",
            "any-of-four-directions": "The holder of Blackbeard's tile gives it to any player, who then picks any of "
            "the four directions.",
        },
        why="It is a tie like any other, for the tile and then for the wind. A direction nobody chose has no support.",
    ),
    Question(
        id="WP-AMB-04",
        asks="Does a direction that nobody chose tie with one that is backed by 0 cubes?",
        term="empty_directions",
        readings={
            "only-chosen-directions": "Only directions on the compasses can be the strongest.",
            "all-four": "A direction that nobody chose counts as backed by 0 cubes, and can tie for the strongest.",
        },
        why="A direction that nobody chose has no support to count.",
        unobservable="It has no effect of its own: it comes up only when nobody bids a cube, and WP-AMB-03 settles "
        "that round.",
    ),
    Question(
        id="WP-AMB-28",
        asks="Is the wind known when the holder of Blackbeard's tile names who plunders first?",
        term="first_named",
        readings={
            "yes": "Who plunders first is named once the wind is settled.",
            "before-wind": "Who plunders first is named once the tile is awarded, before the wind is settled.",
        },
        why="Naming the first to plunder is the last thing that the text says about voting.",
    ),
)
