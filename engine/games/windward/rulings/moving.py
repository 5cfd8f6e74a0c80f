"""Open questions about wind, moving, terrain, and about where a battle sends a ship back to."""

from __future__ import annotations

from engine.games.windward.layers.readings import ONE_CROSSING_A_DEADWEIGHT, ONE_SPACE_A_DEADWEIGHT
from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="WW-AMB-011",
        asks="Along which row of spaces does the wind of a given number blow?",
        term="wind_direction",
        readings={
            "port-hex-axis": "From the Trading Post straight to the space of that territory that touches it.",
            "pack-table": "As the content pack says for each number.",
        },
        why="Six territories and six spaces around the post give one direction each.",
    ),
    Question(
        id="WW-AMB-012",
        asks="How much is straight into the wind?",
        term="upwind_cone",
        readings={
            "exact-opposite": "The one direction opposite to the wind is barred.",
            "three-directions": "The direction opposite to the wind is barred, and the two next to it.",
        },
        why="The full edition explains it as opposite to the flag, and the classic one tells to tack, for which the "
        "directions beside it are needed.",
    ),
    Question(
        id="WW-AMB-014",
        asks="Is the way in or out of port free if it lies downwind?",
        term="port_downwind",
        readings={
            "always-one-speed": "It costs 1 speed, wherever the wind blows.",
            "free-downwind": "It is free where it lies straight downwind.",
        },
        why="Both editions say that the wind does not affect it.",
    ),
    Question(
        id="WW-AMB-015",
        asks="Does the wind bar the way from one zephyr to another?",
        term="zephyr_wind",
        readings={
            "unaffected": "The wind does not affect it.",
            "affected": "A zephyr that lies straight upwind cannot be reached.",
        },
        why="It leads from one storm to another, and is no step in a direction.",
    ),
    Question(
        id="WW-AMB-016",
        asks="When does a zephyr carry a ship on?",
        term="zephyr_timing",
        readings={
            "any-time-on-zephyr": "At any moment in which the ship is on it.",
            "only-on-arrival": "Only in the turn in which the ship has come onto it.",
        },
        why="The full edition asks only that the ship is on one; the classic one does not exclude it.",
    ),
    Question(
        id="WW-AMB-017",
        asks="What does Fuel do?",
        term="fuel_effect",
        readings={
            "plus-one-speed": "It is one more speed, spent like any other.",
            "free-step-with-wind-rules": "One move to a neighbouring space, or in or out of port, and not straight "
            "into the wind.",
            "free-step-any": "One move to a neighbouring space, also straight into the wind, or in or out of port.",
        },
        why="One more speed explains each Fuel of the example, and gives nothing beyond it.",
    ),
    Question(
        id="WW-AMB-018",
        asks="How much drift does one Deadweight cover?",
        term="deadweight_scope",
        readings={
            "whole-turn": "All drift of that turn.",
            "one-space": "One space of drift.",
            "one-crossing": "One row of drift spaces, come to one after the other.",
        },
        why="The ban of the classic edition on drift makes sense if its effect lasts, and accuses no player wrongly.",
        lays={"one-space": ONE_SPACE_A_DEADWEIGHT, "one-crossing": ONE_CROSSING_A_DEADWEIGHT},
    ),
    Question(
        id="WW-AMB-019",
        asks="May a turn end on drift by the full edition, where Deadweight was played?",
        term="drift_stop",
        readings={
            "no-stop": "No turn ends on drift.",
            "stop-allowed": "It may end on drift in the turn of the Deadweight.",
        },
        why="The card lets a ship pass, and the classic edition says outright that it must not stop.",
    ),
    Question(
        id="WW-AMB-020",
        asks="Where does a ship go if a battle sends it back onto drift?",
        term="retreat_onto_drift",
        readings={
            "literal-back-to-drift": "Back onto it, and it must leave it before its turn ends.",
            "last-clear-space": "Back to the last space that it came from and that is not drift.",
            "turn-end-exempt": "Back onto it, and its turn may end there.",
        },
        why="The space before is what both editions say; whether a turn may end there is a rule of its own.",
    ),
    Question(
        id="WW-AMB-022",
        asks="What if the space to which a piece has to go back is taken?",
        term="retreat_blocked",
        readings={
            "nearest-free": "It goes to the nearest free space, which its player chooses.",
            "share": "The pieces share the space, without a battle.",
            "new-battle": "Another battle begins there.",
        },
        why="It is rare, and this makes no chain of battles that no text speaks of.",
        unobservable="A battle follows at once on the move that begins it, so that nothing can come onto the space "
        "which the piece has just left.",
    ),
    Question(
        id="WW-AMB-023",
        asks="Does a piece that is sent back regain the speed that it spent to get there?",
        term="retreat_refund",
        readings={
            "no-refund": "No, it is spent.",
            "refund-last-step": "The last move is paid back.",
        },
        why="Nothing grants it.",
    ),
    Question(
        id="WW-AMB-024",
        asks="How does a piece fight two enemies on one space?",
        term="enemies_together",
        readings={
            "sequential": "One after the other; the player who has arrived chooses the first.",
            "combined": "Both together, with the sum of their strengths.",
        },
        why="A battle is between two parties, and strengths are added only where solo rules say so.",
        unobservable="Ships and Reds never come to share a space in this game, nor do longboats and living Greys.",
    ),
    Question(
        id="WW-AMB-025",
        asks="Which battles count as the same, which may not be started again in a turn?",
        term="same_battle",
        readings={
            "piece-pair": "One of the same two pieces, attacker and defender.",
            "player-pair": "One of the same player with the same other, or with the same Crester.",
            "same-space": "Any battle on that space.",
        },
        why="A different attacker or defender makes it a different battle.",
    ),
    Question(
        id="WW-AMB-026",
        asks="After which battles may the same one not be started again?",
        term="rebattle",
        readings={
            "tie-only": "After a tie.",
            "any-result": "After any battle.",
        },
        why="Both editions say it about ties only.",
    ),
    Question(
        id="WW-AMB-028",
        asks="On which layer do things lie?",
        term="ground_items",
        readings={
            "neutral": "On neither.",
            "as-living": "A defeated Red on the higher layer, a defeated Grey on the lower.",
        },
        why="Ships pick up defeated Greys, and longboats do not meet cargo.",
        unobservable="By either reading nothing there is fought for, ships pick it up, and longboats tow Greys.",
    ),
)
