"""Open questions about the wind's name, the ports it opens, windlocked ships and gusts."""

from __future__ import annotations

from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="WP-AMB-05",
        asks="May a windlocked ship buy a gust, and must it?",
        term="windlocked_gust",
        readings={
            "may": "A windlocked ship may buy a gust or stay where it is.",
            "must-if-affordable": "A windlocked ship must buy a gust if its player has the points for one.",
            "may-not": "A windlocked ship stays where it is, and may not buy a gust.",
        },
        why="The windlocked need not sail, and the gust is named as the exception to sailing with the wind.",
    ),
    Question(
        id="WP-AMB-06",
        asks="Does the gust for an extra area extend the reach, or lead to the extra area only?",
        term="extra_area",
        readings={
            "range-extended": "The gust adds an area to the ship's reach, and the nearer ones stay within it.",
            "exactly-extra": "The gust takes the ship exactly one area further than it could sail without it.",
        },
        why="It sails an extra area, and nothing takes the nearer ones away. Only the far move makes sense either way.",
    ),
    Question(
        id="WP-AMB-07",
        asks="With North or South wind, must a port in the extra area still lie to the north or south?",
        term="far_port_downwind",
        readings={
            "yes": "A port in the extra area must lie downwind like any other.",
            "no": "With North or South wind, a port in the extra area may lie at any latitude.",
        },
        why="The extra area is sailed with the wind.",
    ),
    Question(
        id="WP-AMB-08",
        asks="Which of two ports at equal latitude is further north?",
        term="equal_latitude",
        readings={
            "pack-order-strict": "The port that the content pack lists first counts as further north.",
            "equal-not-reachable": "Neither does: with North or South wind neither can be reached from the other.",
        },
        why="The ports are listed from north to south, and no two are expected to be level.",
        unobservable="A valid content pack gives every port a latitude of its own, so that no two are level.",
    ),
    Question(
        id="WP-AMB-33",
        asks="May a gust be used to sail to a port that can be reached without it?",
        term="needless_gust",
        readings={
            "allowed-warn": "Such a gust is a waste of points, but legal.",
            "forbidden": "A gust may be used only to sail to a port that cannot be reached without it.",
        },
        why="Wasting points breaks no rule. Under WP-AMB-06=exactly-extra it comes up only for a gust that turns.",
    ),
    Question(
        id="WP-AMB-36",
        asks="Does a direction name where ships sail to, or where the wind comes from?",
        term="wind_arrow",
        readings={
            "arrow-is-sailing-direction": "With the arrow on North, ships sail north.",
            "named-after-origin": "With the arrow on North, the wind comes from the north and ships sail south.",
        },
        why="An arrow is turned, and ships move North, South, East or West with the wind. The other reading turns "
        "every sailing round.",
    ),
    Question(
        id="WP-AMB-37",
        asks="Does a gust alter the turn's one sailing, or buy a further one?",
        term="gust_sailing",
        readings={
            "alters-the-one-sailing": "A gust alters how the ship makes the turn's one sailing.",
            "buys-an-extra-sailing": "A gust is a sailing of its own, in addition to the turn's normal one.",
        },
        why="A turn has one sailing, and the gust is put as the exception to moving with the wind.",
    ),
    Question(
        id="WP-AMB-38",
        asks="Is a new port any port but the present one, or one without a marker of the player's own?",
        term="new_port",
        readings={
            "any-other-port": "A ship may sail to any port but the one it is in.",
            "port-without-own-marker": "A ship may sail only to another port where its player has no marker yet.",
        },
        why="Reputation provides for arriving where one already has a marker.",
    ),
)
