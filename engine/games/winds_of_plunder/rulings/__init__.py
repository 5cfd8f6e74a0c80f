"""Every open question of the Winds of Plunder sheet: its readings, its default, and the reason for the default."""

from __future__ import annotations

from engine.games.winds_of_plunder.rulings import (
    actions,
    advantages,
    ending,
    reputation,
    sailing,
    treasure,
    voting,
)
from engine.kernel.layers import sort_by_id

# The chapters follow the sheet. The IDs are older than the chapters, so the questions are sorted by ID.
CHAPTERS = (voting, actions, sailing, treasure, reputation, advantages, ending)

QUESTIONS = sort_by_id(question for chapter in CHAPTERS for question in chapter.QUESTIONS)
