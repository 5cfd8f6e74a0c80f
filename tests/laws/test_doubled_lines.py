"""Nothing that happens once may be written twice in silence: each line of random legal games, twice in a row."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from audit import audit
from engine.kernel.layers import stack_layers
from engine.kernel.replay.program import Program
from engine.kernel.replay.replay import Replay
from engine.kernel.tables.copy import copy_table
from engine.kernel.vocabulary import verb_of
from fixtures.kits import GAMES, stacks
from fixtures.simulate import company, play

# What may lawfully stand there twice in a row, and why. What may not is met by a rule, or declared `once`.
REPEATS = {
    "tailwinds": {
        "roll": "Players who tie roll again, and the last to roll may be the first to do so.",
        "shuffle": "A pile that is shuffled twice is shuffled.",
    },
    "winds-of-plunder": {
        "shuffle": "A deck that is shuffled twice is shuffled.",
        "draw": "An action that may be chosen again.",
        "cubes": "An action that may be chosen again.",
    },
    "north-wind": {
        "tile": "A stack holds several tiles that are alike.",
        "pass": "The second one passes on a tile that nobody wrote down.",
        "overboard": "Of a kind there may be two aboard.",
    },
    "windward": {
        "start": "Players who tie roll again.",
        "wind": "The old direction is rolled again, and may come up once more.",
        "grey": "A ground that is taken is rolled for again, and may come up once more.",
        "top": "The top of a stack is what it was.",
        "pick": "There may be more of it.",
        "drop": "There may be more of it aboard.",
        "pass": "Who has nothing to add may say so again, and it changes nothing.",
        "buy": "What is bought may be bought again.",
    },
    "pebbles": {"spill": "Pebbles may spill twice."},
}
GAMES_EACH = 3


def doubled(game: str, seed: int) -> Iterator[tuple[str, int, bool]]:
    """Tell of each event of a legal game its verb, its seq, and whether a second one straight after it is noticed."""
    layers = stacks(game)[seed % len(stacks(game))]
    log = play(GAMES[game], company(GAMES[game], seed, layers), seed, layers)
    program = Program(stack_layers(GAMES[game], layers, log.header.rulings))
    run = Replay(program, GAMES[game].lay(log.header, GAMES[game].content(log.header, {}), program.rulebook.terms))
    entries = list(enumerate(log.events, 1))
    for seq, event in entries:
        run.run([(seq, event)])
        again = Replay(program, copy_table(run.table)).run([(seq, event)])
        noticed = event.once or bool(again.judgements)
        # What is harmless at once may still be noticed later: a boat too many, a card played twice.
        yield verb_of(type(event)), seq, noticed or bool(again.run(entries[seq:]).close(len(entries)).judgements)


@pytest.mark.parametrize("game", GAMES)
def test_no_line_that_happens_once_is_written_twice_in_silence(game: str) -> None:
    silent = {verb for seed in range(GAMES_EACH) for verb, _, noticed in doubled(game, seed) if not noticed}
    assert silent <= set(REPEATS[game])


LOGS = {
    "tailwinds": (
        "players: green=Ada/sailor, orange=Ben/crew\n",
        "green: commit ??\norange: commit ??\nfate: reveal sailor-5 crew-3",
    ),
    "winds-of-plunder": ("players: green=Ada, orange=Ben, blue=Cleo\n", "green: windlock"),
    "north-wind": ("players: green=Ada, orange=Ben\n", "green: sail olsand\ngreen: cut 3"),
}


@pytest.mark.parametrize("game", LOGS)
def test_a_line_that_happens_once_is_malformed_the_second_time(game: str) -> None:
    head, lines = LOGS[game]
    last = lines.splitlines()[-1]
    once = f"game: {game}\n{head}---\n{lines}\n"
    for between, place in (("", 1), ("record: note x\n", 2)):
        report = audit(f"{once}{between}{last}\n".encode(), GAMES)
        (finding,) = [found for found in report.findings if found.status == "malformed"]
        assert finding.line == once.count("\n") + place
        assert finding.instead == "Leave one of the two out."


def test_what_has_its_own_line_between_is_no_repeat() -> None:
    head, _ = LOGS["north-wind"]
    lines = "green: cut 3\nfate: tile ??\ngreen: cut 3\n"
    report = audit(f"game: north-wind\n{head}---\n{lines}".encode(), GAMES)
    assert [found for found in report.findings if found.status == "malformed"] == []
