"""Open questions about Reds that come for a ship, and about new Cresters."""

from __future__ import annotations

from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="WW-AMB-031",
        asks="Where in the territory may a new Red be put?",
        term="respawn_space",
        readings={
            "higher-layer-free": "On any space but drift where neither a ship nor a Red is.",
            "no-piece-at-all": "On any such space where no longboat and no living Grey is either.",
            "literally-empty": "On any such space without a token either.",
            "red-start-only": "On a free space that shows a Red.",
        },
        why="Layers do not affect each other, drift is closed to Cresters, and the conclusion of a battle, which is "
        "about this very Red, names any unoccupied space.",
    ),
    Question(
        id="WW-AMB-035",
        asks="Does a defeated Grey keep a new one off a feeding ground?",
        term="ground_blocked",
        readings={
            "any-grey": "Any Grey does, alive or defeated.",
            "alive-only": "Only a living one does.",
        },
        why="The rule says a Grey, and does not say a living one.",
    ),
    Question(
        id="WW-AMB-037",
        asks="Which feeding ground does a Grey come to if several in a territory are free?",
        term="several_grounds",
        readings={
            "roller-chooses": "To any of them, as the player who rolled chooses.",
            "pack-order": "To the first of them, as the content pack lists them.",
        },
        why="Both rulebooks speak of one feeding ground in a territory, and leave the rest to the table.",
        unobservable="The shipped packs have one feeding ground on each side of a tile.",
    ),
    Question(
        id="WW-AMB-089",
        asks="May there be more living Greys than one fewer than the players?",
        term="greys_beyond",
        readings={
            "top-up-only": "Yes: only missing ones are replaced.",
            "exact": "No: no Bait is played while there are enough.",
        },
        why="Bait brings one whenever it is played, and no roll takes one away.",
    ),
    Question(
        id="WW-AMB-090",
        asks="When does a Grey come if the stock was empty when it was due?",
        term="grey_refill",
        readings={
            "on-defeat-only": "Once another is beaten.",
            "continuous": "As soon as there is one in the stock.",
        },
        why="The full edition checks the number when a Grey is beaten, the classic one at any time.",
    ),
    Question(
        id="WW-AMB-091",
        asks="What if no feeding ground of the planet is free?",
        term="grounds_taken",
        readings={
            "skip": "None comes, as with an empty stock.",
            "any-free-space": "It comes to any free space of the territory that was rolled.",
        },
        why="Rolls would go on without end, and nothing names another space.",
    ),
    Question(
        id="WW-AMB-093",
        asks="Does a Red come later if the stock was empty when it was due?",
        term="red_refill",
        readings={
            "never": "It does not.",
            "when-available": "It does, as soon as there is one in the stock: whoever was to put it puts it in the "
            "territory that lacks it.",
        },
        why="Nothing asks for it.",
    ),
    Question(
        id="WW-AMB-094",
        asks="Does a Red move if it was placed during a rest, for one beaten in that rest?",
        term="respawned_red",
        readings={
            "no-move": "It stays until the next rest.",
            "moves": "It moves like any other that has not fought this player.",
        },
        why="It was not there when the Reds began to move; one that was placed before the rest does move, as the "
        "example of the full edition shows.",
    ),
    Question(
        id="WW-AMB-095",
        asks="Who chooses if several ways lead a Red towards the ship?",
        term="red_path",
        readings={
            "any-shortest": "No one: any of them will do.",
            "active-player": "The player whose turn it is.",
            "neighbour": "The player who rolls for Cresters.",
        },
        why="Only the solo game says who.",
        unobservable="A record shows the way taken, and not who chose it.",
    ),
    Question(
        id="WW-AMB-096",
        asks="What does “towards the ship” mean?",
        term="red_metric",
        readings={
            "either": "Either of the two: a shorter way, or a smaller distance.",
            "path-distance": "A shorter way round drift, borders, ships and Reds; the distance counts only where there "
            "is no way.",
            "hex-distance": "Each step lessens the distance, counted in spaces with nothing in the way.",
        },
        why="Neither rulebook says how it is measured; the solo and cooperative modes ask for a shortest way.",
    ),
    Question(
        id="WW-AMB-097",
        asks="What does a Red do, by the classic edition, if no way to the ship is open?",
        term="blocked_red",
        readings={
            "as-full": "It comes as near as it can, as by the full edition.",
            "no-path-no-move": "It does not move at all.",
        },
        why="The classic edition says that it does not move; the full one has changed that.",
        under=("classic",),
    ),
    Question(
        id="WW-AMB-098",
        asks="Which Red moves first if several are equally near?",
        term="red_order",
        readings={
            "any": "Any of them.",
            "active-player": "The one that the player whose turn it is names.",
        },
        why="The nearest comes first, and they are equally near.",
        unobservable="A record shows which moved first, and not who chose it.",
    ),
)
