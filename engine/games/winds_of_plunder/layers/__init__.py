"""The layers of Winds of Plunder: the base rules, the tournament mode, and readings that change rules."""

from __future__ import annotations

from engine.games.winds_of_plunder.folds import FOLDS
from engine.games.winds_of_plunder.rules import CHAPTERS
from engine.kernel.layers import Layer, Rank

BASE = Layer("winds-of-plunder", Rank.BASE, "The Quick Start Sheet.", chapters=CHAPTERS, folds=FOLDS)
TOURNAMENT = Layer(
    "tournament",
    Rank.MODE,
    "A tournament game: a tie that nothing else breaks goes by seating.",
    terms={"tournament": True},
)
