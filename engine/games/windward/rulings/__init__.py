"""The open questions of the Windward rulebooks: their readings, their defaults, and why these are the defaults."""

from __future__ import annotations

from types import ModuleType

from engine.games.windward.rulings import (
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
