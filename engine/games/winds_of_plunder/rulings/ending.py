"""Open questions about the score track, the bonuses at the end, and breaking ties."""

from __future__ import annotations

from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="WP-AMB-22",
        asks="Can a score fall below zero or go past the end of the track?",
        term="vp_floor",
        readings={
            "floor-zero-no-ceiling": "A score stops at zero, and may go past the end of the track.",
            "negative-allowed": "A score may fall below zero, and may go past the end of the track.",
        },
        why="The track starts at the coin, and nothing is said of a highest score.",
        unobservable="It matters only with WP-AMB-02=vp-may-go-negative, or where the price of a card takes a "
        "score below zero.",
    ),
    Question(
        id="WP-AMB-23",
        asks="The board shows four bonuses for the end of the game and the text five: which hold?",
        term="end_bonuses",
        readings={
            "text-list": "The text: 1 VP for 3 Wind cubes, 3 Weapons, 2 Crew or 1 Provision, and 2 for a marker.",
            "legend": "The board's numbers: 1 VP for 3 Wind cubes, 3 Weapons or 2 Crew, and 2 for a marker; "
            "none for Provisions.",
            "legend-icons": "The board's icons: 1 VP for 3 Weapons, 3 Crew or 2 Provisions, and 2 for a "
            "marker; none for Wind cubes.",
        },
        why="The text is complete, while the board is short of a line and its icons are in doubt.",
    ),
    Question(
        id="WP-AMB-29",
        asks="When markers break a tie, whose markers are compared?",
        term="markers_compared",
        readings={
            "tied-players-only": "Only the markers of the tied players are compared.",
            "all-players": "The markers of all players are compared; if somebody outside the tie has the most, the "
            "next tie-breaker decides.",
        },
        why="A tie is broken among those who are tied. It matters only when somebody else has more markers.",
    ),
    Question(
        id="WP-AMB-30",
        asks="Does a tie-breaker that leaves several players level drop the others?",
        term="tie_breaks",
        readings={
            "successive-narrowing": "Each tie-breaker drops those who fall short, and the next is among the rest.",
            "first-decisive-only": "A tie-breaker that does not single out one player is passed over and drops nobody.",
        },
        why="The tie-breakers are taken in order. It matters only when three or more players tie.",
    ),
    Question(
        id="WP-AMB-31",
        asks="Does a marker score when its holder is tied for the most at the end?",
        term="tied_marker_at_end",
        readings={
            "holder-scores": "The holder scores 2 VP for the marker, tied or not.",
            "tie-cancels": "A marker whose holder is tied for the most scores nothing.",
        },
        why="A holder keeps the marker while tied, and markers held are what scores.",
    ),
    Question(
        id="WP-AMB-40",
        asks="Outside a tournament, what if a tie survives every tie-breaker?",
        term="unbroken_tie",
        readings={
            "shared-victory": "The players who are still tied share the victory.",
            "use-tournament-criterion": "Of those still tied, the nearest clockwise from the holder of Blackbeard's "
            "tile wins.",
        },
        why="The last tie-breaker is reserved for tournaments.",
    ),
)
