"""The open questions of the Windward rulebooks: their readings, their defaults, and why these are the defaults."""

from __future__ import annotations

from types import ModuleType

from engine.games.windward.rulings import (
    cards,
    cargo,
    crew,
    ending,
    gas,
    moving,
    orders,
    picking_up,
    rest,
    rounds,
    set_up,
)
from engine.kernel.layers import by_id

CHAPTERS: tuple[ModuleType, ...] = (
    cards,
    cargo,
    crew,
    ending,
    gas,
    moving,
    orders,
    picking_up,
    rest,
    rounds,
    set_up,
)

QUESTIONS = by_id(question for chapter in CHAPTERS for question in chapter.QUESTIONS)
