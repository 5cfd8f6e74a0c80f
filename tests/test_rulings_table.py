"""Each game's table of open questions is whole, in order, and agrees with the terms that its rules read."""

from __future__ import annotations

import re

import pytest

from engine.kernel.layers import Question, Rank, stack_layers
from fixtures.kits import GAMES, stack_for

ASKED = [(game, question) for game in GAMES for question in GAMES[game].questions.values()]

each_game = pytest.mark.parametrize("game", list(GAMES))
each_question = pytest.mark.parametrize(
    ("game", "question"), ASKED, ids=lambda v: v.id if isinstance(v, Question) else v
)


@each_game
def test_the_questions_run_from_1_to_the_last_without_a_gap(game: str) -> None:
    """A missing or misnumbered question would leave a ruling that nobody can name."""
    questions = list(GAMES[game].questions)
    numbers = [int(id_.rpartition("-")[2]) for id_ in questions]
    whole = all(laid.rule.status != "not-modelled" for laid in stack_layers(GAMES[game]).rules.values())
    # While chapters are still to come, so are their questions.
    assert numbers == (list(range(1, len(questions) + 1)) if whole else sorted(set(numbers)))
    assert len({(id_.rpartition("-")[0], len(id_)) for id_ in questions}) <= 1


@each_game
def test_each_question_sets_the_term_of_its_number(game: str) -> None:
    """The terms stand in the order of the questions; those that a layer sets are not open questions."""
    asked = [question.term for question in GAMES[game].questions.values()]
    laid = {term for layer in GAMES[game].layers for term in layer.terms} - set(asked)
    assert asked == [name for name in GAMES[game].terms.__struct_fields__ if name not in laid]


@each_question
def test_the_first_reading_is_the_one_the_terms_start_with(game: str, question: Question) -> None:
    """A reading that is the default in one place only would be in force and yet reported as another."""
    assert question.default == getattr(GAMES[game].terms, question.term)


@each_question
def test_a_question_is_asked_in_some_stack_of_the_game_and_has_a_choice_there(game: str, question: Question) -> None:
    """Games are played under it, to see each reading at work."""
    assert stack_layers(GAMES[game], stack_for(game, question)).other_readings(question.id)


@each_question
def test_every_question_has_at_least_two_readings_told_in_different_sentences(game: str, question: Question) -> None:
    """One reading is no question, and two readings told alike cannot be chosen between."""
    assert len(question.readings) > 1, game
    assert len(set(question.readings.values())) == len(question.readings)


@each_question
def test_a_question_asks_and_its_readings_and_reasons_answer_in_full_sentences(game: str, question: Question) -> None:
    """They are printed as they stand, in the reference and in findings."""
    seen = [*question.readings.values(), question.why, *filter(None, [question.unobservable])]
    assert question.asks.endswith("?"), game
    assert [sentence for sentence in seen if not (sentence[:1].isupper() and sentence.endswith("."))] == []


@each_question
def test_a_reading_becomes_a_ruling_that_sets_its_term(game: str, question: Question) -> None:
    """What a log header names is laid over everything but a house rule."""
    for reading, sentence in question.readings.items():
        layer = question.layer_for(reading)
        assert (layer.id, layer.rank) == (f"{question.id}={reading}", Rank.RULING), game
        assert layer.terms == {question.term: reading}
        assert layer.says == sentence or reading in question.lays


@each_question
def test_a_ruling_named_in_a_question_exists(game: str, question: Question) -> None:
    """A text that sends its reader to a question or reading that is not there answers nothing."""
    seen = " ".join([*question.readings.values(), question.why, question.unobservable])
    for named, _, reading in re.findall(r"\b([A-Z]+-AMB-\d+)(=([\w-]+))?", seen):
        assert named in GAMES[game].questions
        assert not reading or reading in GAMES[game].questions[named].readings
