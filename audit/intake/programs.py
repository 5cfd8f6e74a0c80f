"""Programs of rulebooks: what replays a log, built once for each stack of layers and readings, and kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.kernel.layers import stack_layers
from engine.kernel.replay.program import Program

if TYPE_CHECKING:
    from engine.kernel.game import Game

# Building a program costs more than replaying a short log with it; one for each reading of a game must fit.
MOST_PROGRAMS = 1_024
_programs: OrderedDict[tuple[object, ...], Program] = OrderedDict()


def get_program(game: Game, layers: tuple[str, ...], rulings: Mapping[str, str]) -> Program:
    """Build the program of a rulebook, or take the one built before."""
    key = (game.name, layers, tuple(sorted(rulings.items())))
    # Taken out and put back at the end: another thread may drop the oldest in between, and nothing is looked for twice.
    program = _programs.pop(key, None)
    if program is None or program.rulebook.game is not game:
        program = Program(stack_layers(game, layers, rulings))
    _programs[key] = program
    if len(_programs) > MOST_PROGRAMS:
        _programs.popitem(last=False)
    return program
