"""Every open question of the North Wind rulebook: its readings, its default, and the reason for the default."""

from __future__ import annotations

from engine.games.north_wind.rulings import ending, fog, letters, tasks, trade, turn, voyage
from engine.kernel.layers import sort_by_id

# The chapters follow the rulebook. The IDs are older than the chapters, so the questions are sorted by ID.
CHAPTERS = (turn, voyage, trade, letters, fog, tasks, ending)

QUESTIONS = sort_by_id(question for chapter in CHAPTERS for question in chapter.QUESTIONS)
