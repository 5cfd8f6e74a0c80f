"""The layers of Tailwinds: the base rules, the advanced mode, and readings that change rules."""

from __future__ import annotations

from engine.games.tailwinds.folds import FOLDS
from engine.games.tailwinds.layers.readings import ONE_BLOCK_PER_BOAT, ONE_BOAT_FOR_RECOVER
from engine.games.tailwinds.rules import CHAPTERS
from engine.kernel.layers import Layer, Rank

BASE = Layer("tailwinds", Rank.BASE, "The rulebook, standard track.", chapters=CHAPTERS, folds=FOLDS)
ADVANCED = Layer(
    "advanced-track",
    Rank.MODE,
    "One or more track cards show their advanced side.",
    terms={"advanced": True},
)
READINGS = {
    ("TW-AMB-06", "one-block-per-boat"): ONE_BLOCK_PER_BOAT,
    ("TW-AMB-29", "single-boat"): ONE_BOAT_FOR_RECOVER,
}
