"""Whole games can be played under every reading; what they break under the default names the question."""

from __future__ import annotations

import pytest

from engine.kernel.events import Start
from engine.kernel.layers import Question
from engine.kernel.log import Log
from engine.kernel.replay.program import Program
from engine.kernel.replay.replay import Replay
from engine.kernel.rulebook import stack_layers
from fixtures.kits import GAMES, stack_for
from fixtures.simulate import company, play

OTHERS = [
    (game, question, reading)
    for game in GAMES
    for question in GAMES[game].questions.values()
    for reading in stack_layers(GAMES[game], stack_for(game, question)).other_readings(question.id)
]
# The number of games played under the readings of one game: four for each reading, fewer if there are many.
GAMES_PLAYED = 250

each_other = pytest.mark.parametrize(
    ("game", "question", "reading"), OTHERS, ids=lambda v: v.id if isinstance(v, Question) else str(v)
)


def seeds(game: str) -> range:
    return range(max(1, min(4, GAMES_PLAYED // sum(name == game for name, _, _ in OTHERS))))


def played(game: str, question: str, reading: str, seed: int) -> Log:
    layers = stack_for(game, GAMES[game].questions[question])
    return play(GAMES[game], company(GAMES[game], seed, layers), seed, layers, rulings={question: reading})


def replayed(game: str, log: Log, rulings: dict[str, str]) -> Replay:
    rulebook = stack_layers(GAMES[game], log.header.layers, rulings)
    table = GAMES[game].lay(log.header, GAMES[game].content(log.header, {}), rulebook.terms)
    return Replay(Program(rulebook), table).run([(0, Start()), *enumerate(log.events, 1)]).close(len(log.events))


@each_other
def test_games_can_be_played_by_it_and_what_they_break_first_by_default_names_the_question(
    game: str, question: Question, reading: str
) -> None:
    for seed in seeds(game):
        log = played(game, question.id, reading, seed)
        run = replayed(game, log, {question.id: reading})
        assert [(judgement.seq, judgement.laid.rule.id, judgement.breach) for judgement in run.judgements] == []
        assert run.program.is_over(run.table)
        by_default = replayed(game, log, {})
        first = next((judgement.laid.rule for judgement in by_default.judgements if judgement.breach is not None), None)
        assert first is None or question.id in first.rulings
