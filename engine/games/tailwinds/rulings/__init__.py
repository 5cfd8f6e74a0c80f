"""Every open question of the Tailwinds rulebook: its readings, its default, and the reason for the default."""

from __future__ import annotations

from engine.games.tailwinds.rulings import abilities, ending, movement, rainbow, set_up, wind
from engine.kernel.layers import sort_by_id

# The chapters follow the rulebook. The IDs are older than the chapters, so the questions are sorted by ID.
CHAPTERS = (set_up, movement, rainbow, abilities, wind, ending)

# The questions that decide where boats are. Rules about places name all of them, because a place may be wrong under one
# answer and right under another.
PLACING = (
    "TW-AMB-07",
    "TW-AMB-08",
    "TW-AMB-17",
    "TW-AMB-18",
    "TW-AMB-19",
    "TW-AMB-20",
    "TW-AMB-21",
    "TW-AMB-22",
    "TW-AMB-34",
    "TW-AMB-40",
    "TW-AMB-41",
    "TW-AMB-42",
    "TW-AMB-43",
    "TW-AMB-47",
    "TW-AMB-48",
    "TW-AMB-50",
)

# The questions that decide whether a boat is at the finish, lost or still racing, and so how the race ends.
FINISHING = (*PLACING, "TW-AMB-11", "TW-AMB-12", "TW-AMB-13", "TW-AMB-33", "TW-AMB-38")

# The former and those that decide when the cards have run out and who wins then: all that the end of a game depends on.
ENDING = (*FINISHING, "TW-AMB-14", "TW-AMB-15", "TW-AMB-16")

QUESTIONS = sort_by_id(question for chapter in CHAPTERS for question in chapter.QUESTIONS)
