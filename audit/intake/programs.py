"""Builds and caches programs of rulebooks, one for each stack of layers and readings."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.kernel.replay.program import Program
from engine.kernel.rulebook import stack_layers

if TYPE_CHECKING:
    from engine.kernel.game import Game

# Building a program takes longer than replaying a short log with it. All readings of a game must fit in the cache.
MOST_PROGRAMS = 1_024
_programs: OrderedDict[tuple[object, ...], Program] = OrderedDict()


def get_program(game: Game, layers: tuple[str, ...], rulings: Mapping[str, str]) -> Program:
    """Return the program of a rulebook, from the cache if it is there."""
    key = (game.name, layers, tuple(sorted(rulings.items())))
    # The entry is removed and added again at the end. Another thread may drop the oldest entry in between.
    program = _programs.pop(key, None)
    if program is None or program.rulebook.game is not game:
        program = Program(stack_layers(game, layers, rulings))
    _programs[key] = program
    if len(_programs) > MOST_PROGRAMS:
        _programs.popitem(last=False)
    return program
