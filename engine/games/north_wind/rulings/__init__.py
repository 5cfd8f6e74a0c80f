"""Every open question of the North Wind rulebook: its readings, its default, and why that is the default."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.north_wind.rulings import ending, fog, letters, tasks, trade, turn, voyage

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.kernel.layers import Question

# The chapters follow the rulebook; the numbers are older than the chapters, so they are put in order here.
CHAPTERS = (turn, voyage, trade, letters, fog, tasks, ending)

QUESTIONS: Mapping[str, Question] = {
    question.id: question
    for question in sorted((q for chapter in CHAPTERS for q in chapter.QUESTIONS), key=lambda q: q.id)
}
