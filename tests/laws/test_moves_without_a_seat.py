"""A move without a seat makes no fold fail, in any game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from engine.games import GAMES
from engine.kernel.events import Event, Move
from engine.kernel.replay.legal import list_legal_moves
from engine.kernel.replay.program import Program
from engine.kernel.replay.replay import Replay
from engine.kernel.rulebook import stack_layers
from engine.kernel.spellings import parse_log
from engine.kernel.tables.copy import copy_table
from engine.kernel.unknown import UNKNOWN
from fixtures.kits import kit
from fixtures.simulate import company, play

LAYERS = {("windward", True): ("classic",)}
TIMES = 6
# A large game knows at least this many kinds of moves.
FEWEST = 6


def by_nobody(log: list[Event]) -> Iterator[Event]:
    """Yield one move of each kind in a game, without its seat."""
    first = {type(event): event for event in reversed(log) if isinstance(event, Move)}
    yield from (replace(event, by=UNKNOWN) for event in first.values())


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", GAMES)
def test_a_move_by_nobody_knows_whom_makes_nothing_fail(name: str, seed: int) -> None:
    game, layers = GAMES[name], LAYERS.get((name, seed % 2 == 1), ())
    log = play(game, company(game, seed, layers), seed, layers)
    moves = list(by_nobody(list(log.events)))
    assert len(moves) >= (FEWEST if kit(name).large else 1)
    program = Program(stack_layers(game, log.header.layers, log.header.rulings))
    run = Replay(program, game.lay(log.header, game.content(log.header, {}), program.rulebook.terms))
    asked_at = max(1, len(log.events) // TIMES)
    for seq, event in enumerate(log.events, 1):
        run.run([(seq, event)])
        if seq % asked_at == seed:
            after = Replay(program, copy_table(run.table)).run((seq, move) for move in moves)
            list_legal_moves(program, after.table)
            assert "phase" not in game.facts(after.table) or game.facts(after.table)["phase"] in game.flow
            assert game.draw_table(after.table)


def test_a_move_by_nobody_fails_nowhere_also_where_no_rule_asks_whose_it_was() -> None:
    game = GAMES["windward"]
    head = "game: windward\npack: windward-reconstructed-1\nplayers: green=Ada, orange=Ben, blue=Cleo\n---\n"
    lines = ("fate: planet e a d b f c", "green: sail d11", "green: rest pay=false_flag", "??: red d55 d44")
    log = parse_log((head + "\n".join(lines) + "\n").encode(), lambda _: game.vocabulary)
    program = Program(stack_layers(game, (), {}))
    run = Replay(program, game.lay(log.header, game.content(log.header, {}), program.rulebook.terms))
    assert [hit.seq for hit in run.run(enumerate(log.events, 1)).judgements] == [2, 3]
