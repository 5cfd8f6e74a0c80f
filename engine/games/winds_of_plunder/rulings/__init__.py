"""Every open question of the Winds of Plunder sheet: its readings, its default, and why that is the default."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.winds_of_plunder.rulings import (
    actions,
    advantages,
    ending,
    reputation,
    sailing,
    treasure,
    voting,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.kernel.layers import Question

# The chapters follow the sheet; the numbers are older than the chapters, so they are put in order here.
CHAPTERS = (voting, actions, sailing, treasure, reputation, advantages, ending)

QUESTIONS: Mapping[str, Question] = {
    question.id: question
    for question in sorted((q for chapter in CHAPTERS for q in chapter.QUESTIONS), key=lambda q: q.id)
}
