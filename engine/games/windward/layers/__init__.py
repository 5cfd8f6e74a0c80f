"""What lies over the full edition, which is the base: the classic edition, in what it settles otherwise."""

from __future__ import annotations

from engine.games.windward.folds import FOLDS
from engine.games.windward.layers import (
    classic_cards,
    classic_cargo,
    classic_orders,
    classic_rest,
    classic_rounds,
    classic_set_up,
    classic_sky,
)
from engine.games.windward.rules import CHAPTERS
from engine.games.windward.sources import FULL, SHORT
from engine.kernel.layers import Layer, Rank

BASE = Layer("full", Rank.BASE, "The full rulebook.", chapters=CHAPTERS, folds=FOLDS, source=FULL.key)
CLASSIC = Layer(
    "classic",
    Rank.EDITION,
    "The classic rulebook, where it says otherwise.",
    terms={
        "small_side": "by-choice",
        "first_wind": "first-turn",
        "roller": "left",
        "supplies_order": "three",
        "coxswain_gain": "may",
        "morale_order": "one",
        "port_rest": "printed",
        "tie_tokens": "always",
        "blocked_red": "stays",
        "grey_refill": "continuous",
        "unnamed_cards": "fuel harpoon aerogenerator",
    },
    readings={"WW-AMB-002": "small", "WW-AMB-062": "hiring-turn"},
    replaces=(
        *classic_orders.CHAPTERS,
        *classic_sky.CHAPTERS,
        classic_set_up.chapter,
        classic_rounds.chapter,
        classic_rest.chapter,
        classic_cards.chapter,
        classic_cargo.chapter,
    ),
    source=SHORT.key,
)
LAYERS = (CLASSIC,)
