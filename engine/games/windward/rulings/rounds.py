"""Open questions about rounds and turns: the wind roll near the end, and acts after a rest."""

from __future__ import annotations

from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="WW-AMB-009",
        asks="Is the wind still rolled if the game ends just before the first player's turn?",
        term="wind_at_end",
        readings={
            "end-first": "The game ends, and no player rolls.",
            "roll-first": "The first player rolls, and then the game ends.",
        },
        why="The roll is for a turn that no player takes.",
        unobservable="The roll changes neither points nor winner, and a log that has it is not faulted.",
    ),
    Question(
        id="WW-AMB-010",
        asks="Who rolls for the wind in the turns that break a tie?",
        term="tie_break_wind",
        readings={
            "roll-at-starting-player": "The first player, before each turn, as in every round.",
            "roll-at-extra-round-start": "The player who brought the end, as each further round begins.",
            "no-roll": "Nobody: the wind stays as it is.",
        },
        why="The only rule there is has the first player roll before a turn, and it names no exception.",
    ),
    Question(
        id="WW-AMB-087",
        asks="What may a player still do after a battle in the rest?",
        term="rest_actions",
        readings={
            "none": "Nothing: the turn is over.",
            "pickups-only": "Pick up what lies where the ship is.",
            "cards-and-pickups": "Pick up what lies where the ship is, and play cards.",
        },
        why="A player rests when everything else is done.",
    ),
)
