"""The layers of Windward: the full edition as the base, the differences of the classic edition, modes and variants."""

from __future__ import annotations

from engine.games.windward.folds import FOLDS
from engine.games.windward.layers import classic_battle, classic_cargo, classic_ships, classic_turn
from engine.games.windward.layers.achievements import ACHIEVEMENTS
from engine.games.windward.layers.co_op import CO_OP
from engine.games.windward.layers.great_white import GREAT_WHITE
from engine.games.windward.layers.naturalist import NATURALIST
from engine.games.windward.layers.small_world import SMALL_WORLD
from engine.games.windward.layers.solo import SOLO
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
        "roller_bars": "cards",
        "supplies_order": "three",
        "coxswain_gain": "may",
        "morale_order": "one",
        "port_rest": "printed",
        "tie_tokens": "always",
        "red_bounds": "where-it-began",
        "unnamed_cards": "fuel harpoon aerogenerator",
        "tags_printed": 6,
        "fewest_allied": 1,
    },
    readings={
        "WW-AMB-002": "small",
        "WW-AMB-003": "large-only",
        "WW-AMB-062": "hiring-turn",
        "WW-AMB-090": "continuous",
        "WW-AMB-097": "no-path-no-move",
        "WW-AMB-101": "exempt",
        "WW-AMB-109": "mandatory",
        "WW-AMB-130": "keep",
        "WW-AMB-139": "neither",
        "WW-AMB-145": "any-adjacent",
    },
    replaces=(
        *classic_turn.CHAPTERS,
        *classic_ships.CHAPTERS,
        *classic_cargo.CHAPTERS,
        *classic_battle.CHAPTERS,
    ),
    source=SHORT.key,
)
LAYERS = (CLASSIC, SOLO, CO_OP, GREAT_WHITE, NATURALIST, ACHIEVEMENTS, SMALL_WORLD)
