"""Open questions about who may mark a port, and with which cube."""

from __future__ import annotations

from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="WP-AMB-11",
        asks="Among several other ships in the port, must the arriver match every one or any one in Weapons?",
        term="any_other_ship",
        readings={
            "every-ship-there": "The arriver needs at least as many Weapons as every other ship in the port.",
            "at-least-one-ship": "The arriver needs at least as many Weapons as some other ship in the port.",
        },
        why="Otherwise the weakest ship in the port would decide.",
    ),
    Question(
        id="WP-AMB-12",
        asks="What if reputation is due and the reserve has no cube?",
        term="no_cube_for_mark",
        readings={
            "no-mark": "The port is not marked.",
            "use-a-wind-cube": "One of the player's Wind cubes marks the port.",
            "take-on-next-opportunity": "The port is marked as soon as the reserve has a cube, if the ship is still "
            "there.",
        },
        why="The reserve is the only place named for that cube.",
    ),
    Question(
        id="WP-AMB-13",
        asks="Does the starting port count as visited?",
        term="starting_port",
        readings={
            "no": "A player marks the starting port only by sailing to it later.",
            "mark-at-setup": "Every player marks the port where the ship starts.",
        },
        why="Reputation is gained by sailing to a port.",
    ),
    Question(
        id="WP-AMB-32",
        asks="Boarding has changed how many Weapons the ships have: which numbers decide about reputation?",
        term="reputation_weapons",
        readings={
            "new-counts": "Reputation goes by the Weapons as they stand after boarding.",
            "counts-on-arrival": "Reputation goes by the Weapons as they stood on arrival, before anyone was boarded.",
        },
        why="Reputation is the later step of the arrival.",
    ),
    Question(
        id="WP-AMB-41",
        asks="Is an unoccupied port one without other ships, or one without others' markers?",
        term="unoccupied",
        readings={
            "no-other-ship": "A port is unoccupied when no other ship is there.",
            "no-marker-of-others": "A port is unoccupied when nobody else has marked it, even if other ships are "
            "there.",
        },
        why="The alternative named next to it speaks of other ships in the port.",
    ),
)
