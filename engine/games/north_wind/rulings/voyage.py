"""Open questions about cutting the stack, the Lookout, and how far and how long a voyage goes."""

from __future__ import annotations

from engine.kernel.layers import Question

QUESTIONS = (
    Question(
        id="NW-AMB-01",
        asks="May a player end a voyage while range and actions are left?",
        term="stopping",
        readings={
            "may-stop": "A player may end the voyage before its range and its actions are used up.",
            "must-continue": "A player reveals tiles until the range or the actions are used up, or the ship is "
            "defeated.",
        },
        why="The range is put as the most tiles a player reveals.",
    ),
    Question(
        id="NW-AMB-02",
        asks="Must a player reveal at least one tile?",
        term="first_tile",
        readings={
            "at-least-one": "A voyage reveals at least one tile.",
            "zero-allowed": "A player may choose a stack and reveal no tile of it.",
        },
        why="The voyage is a part of every turn, and without a tile there is no voyage.",
    ),
    Question(
        id="NW-AMB-03",
        asks="How often in a voyage may the Lookout look, and when?",
        term="lookout_looks",
        readings={
            "once-at-start": "The Lookout looks once, before the first tile is revealed.",
            "once-any-time": "The Lookout looks once in the voyage, before whichever tile the player likes.",
            "before-each-reveal": "The Lookout may look once before each tile that is revealed.",
            "repeat-until-kept": "Before the first tile is revealed, the Lookout may look again after each tile that "
            "is put away, until one is kept.",
        },
        why="One top tile is spoken of, and it goes with choosing the stack. A Lookout hired during a voyage "
        "therefore first looks in the next.",
    ),
    Question(
        id="NW-AMB-04",
        asks="Does the Lookout look before or after tiles are moved under the stack?",
        term="cut_and_lookout",
        readings={
            "cut-then-lookout": "Tiles are moved under the stack first; once the Lookout has looked, no more are.",
            "any-order": "Tiles may be moved under the stack before or after the Lookout looks.",
            "lookout-then-cut": "The Lookout looks first, and no more once tiles are moved under the stack.",
        },
        why="Tiles are moved before the voyage begins, while the Lookout's look belongs to the voyage.",
    ),
    Question(
        id="NW-AMB-05",
        asks="Who may move tiles under the stack: the player about to sail, or an opponent?",
        term="cutter",
        readings={
            "next-voyager": "The player about to sail may move tiles under the stack, and nobody else may.",
            "any-opponent": "Any opponent of the player about to sail may move tiles under the stack, and that "
            "player may not.",
        },
        why="The opponent spoken of is the next player, seen from the one who has just shuffled: the voyage and the "
        "chosen stack are that player's own.",
    ),
    Question(
        id="NW-AMB-06",
        asks="May tiles be moved under the stack in the very first turn of the game?",
        term="first_cut",
        readings={
            "yes": "Tiles may be moved under the stack in every turn, the first of the game included.",
            "no": "Tiles may be moved under a stack from the second turn of the game on.",
        },
        why="The text describes a turn that follows another, but nothing singles out the first.",
    ),
    Question(
        id="NW-AMB-11",
        asks="Does a sailing level bought with the second action keep the voyage going?",
        term="late_sail",
        readings={
            "voyage-still-ends": "The second action ends the voyage, even if it bought a sailing level.",
            "continue-to-new-range": "The voyage goes on to the new range, though without a third action.",
        },
        why="The voyage ends at once after two actions, however much range is left.",
    ),
    Question(
        id="NW-AMB-13",
        asks="How high can the sail go?",
        term="highest_sail",
        readings={
            "pack-value": "The sail goes no higher than the highest notch that the content pack gives.",
            "unlimited": "A sailing level can always be bought; only the eight tiles of a stack limit a voyage.",
        },
        why="The sail moves up to the next notch, and the mast has only so many.",
    ),
    Question(
        id="NW-AMB-39",
        asks="May the player on a voyage use one tile for both actions?",
        term="tile_twice",
        readings={
            "one-use-per-tile": "A tile is used once in a voyage by the player who sails.",
            "two-uses-allowed": "Both actions of a voyage may be performed with one tile.",
        },
        why="Each tile asks for one decision, and it is rotated to show that it is used. A Destination Harbor has "
        "nothing for a second action anyway: one task a turn is the limit.",
    ),
)
