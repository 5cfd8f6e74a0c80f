"""The layers of North Wind: the base rules only. It has no modes, and its readings change terms only."""

from __future__ import annotations

from engine.games.north_wind.folds import FOLDS
from engine.games.north_wind.rules import CHAPTERS
from engine.kernel.layers import Layer, Rank

BASE = Layer("north-wind", Rank.BASE, "The rulebook.", chapters=CHAPTERS, folds=FOLDS)
