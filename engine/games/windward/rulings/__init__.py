"""The open questions of the Windward rulebooks: their readings, their defaults, and the reasons for the defaults."""

from __future__ import annotations

from types import ModuleType

from engine.games.windward.rulings import (
    achievements,
    aftermath,
    battle,
    cards,
    cargo,
    co_op,
    cresters,
    crew,
    ending,
    gas,
    great_white,
    modes,
    moving,
    naturalist,
    orders,
    picking_up,
    rest,
    rounds,
    set_up,
    solo,
)
from engine.kernel.layers import sort_by_id

CHAPTERS: tuple[ModuleType, ...] = (
    achievements,
    aftermath,
    co_op,
    solo,
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
    naturalist,
    rest,
    rounds,
    set_up,
    great_white,
)

QUESTIONS = sort_by_id(question for chapter in CHAPTERS for question in chapter.QUESTIONS)
