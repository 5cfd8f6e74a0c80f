"""A line that can happen only once is reported if it is doubled: each line of random legal games, twice in a row."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from audit import audit
from engine.kernel.replay.program import Program
from engine.kernel.replay.replay import Replay
from engine.kernel.rulebook import stack_layers
from engine.kernel.tables.copy import copy_table
from engine.kernel.vocabulary import verb_of
from fixtures.kits import GAMES, kit, stacks
from fixtures.simulate import company, play

GAMES_EACH = 3


def doubled(game: str, seed: int) -> Iterator[tuple[str, int, bool]]:
    """Yield each event's verb, its seq, and whether a second copy right after it is noticed."""
    layers = stacks(game)[seed % len(stacks(game))]
    log = play(GAMES[game], company(GAMES[game], seed, layers), seed, layers)
    program = Program(stack_layers(GAMES[game], layers, log.header.rulings))
    run = Replay(program, GAMES[game].lay(log.header, GAMES[game].content(log.header, {}), program.rulebook.terms))
    entries = list(enumerate(log.events, 1))
    for seq, event in entries:
        run.run([(seq, event)])
        again = Replay(program, copy_table(run.table)).run([(seq, event)])
        noticed = event.once or bool(again.judgements)
        # A harmless copy may still be noticed later: a boat too many, a card played twice.
        yield verb_of(type(event)), seq, noticed or bool(again.run(entries[seq:]).close(len(entries)).judgements)


@pytest.mark.parametrize("game", [game for game in GAMES if kit(game).repeats is not None])
def test_no_line_that_happens_once_is_written_twice_in_silence(game: str) -> None:
    silent = {verb for seed in range(GAMES_EACH) for verb, _, noticed in doubled(game, seed) if not noticed}
    assert silent <= set(kit(game).repeats or ())


@pytest.mark.parametrize("game", [game for game in GAMES if kit(game).once])
def test_a_line_that_happens_once_is_malformed_the_second_time(game: str) -> None:
    last = kit(game).once.splitlines()[-1]
    once = f"{kit(game).header}---\n{kit(game).once}\n"
    for between, place in (("", 1), ("record: note x\n", 2)):
        report = audit(f"{once}{between}{last}\n".encode(), GAMES)
        (finding,) = [found for found in report.findings if found.status == "malformed"]
        assert finding.line == once.count("\n") + place
        assert finding.instead == "Leave one of the two out."


def test_what_has_its_own_line_between_is_no_repeat() -> None:
    lines = "green: cut 3\nfate: tile ??\ngreen: cut 3\n"
    report = audit(f"{kit('north-wind').header}---\n{lines}".encode(), GAMES)
    assert [found for found in report.findings if found.status == "malformed"] == []
