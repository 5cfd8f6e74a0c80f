"""The open questions of the Windward rulebooks: their readings, their defaults, and why these are the defaults."""

from __future__ import annotations

from types import ModuleType

from engine.games.windward.rulings import achievements as achieving
from engine.games.windward.rulings import (
    aftermath,
    battle,
    cards,
    cargo,
    cresters,
    crew,
    ending,
    gas,
    modes,
    moving,
    orders,
    picking_up,
    rest,
    rounds,
    set_up,
)
from engine.games.windward.rulings import co_op as allied
from engine.games.windward.rulings import great_white as whitening
from engine.games.windward.rulings import naturalist as researching
from engine.games.windward.rulings import solo as alone
from engine.kernel.layers import by_id

CHAPTERS: tuple[ModuleType, ...] = (
    achieving,
    aftermath,
    allied,
    alone,
    battle,
    cards,
    cargo,
    cresters,
    crew,
    ending,
    gas,
    modes,
    moving,
    orders,
    picking_up,
    researching,
    rest,
    rounds,
    set_up,
    whitening,
)

QUESTIONS = by_id(question for chapter in CHAPTERS for question in chapter.QUESTIONS)
