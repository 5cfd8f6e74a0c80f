"""Each game's table of open questions is complete, in order, and agrees with the terms that its rules read."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from engine.kernel.layers import Question, Rank
from engine.kernel.rulebook import stack_layers
from fixtures.kits import GAMES, stack_for
from tests.support.fault_lists import expect_no_faults
from tests.support.selection import SELECTION

each_game = pytest.mark.parametrize("game", SELECTION.games())
each_whole_game = pytest.mark.parametrize("game", SELECTION.whole_games())


@each_whole_game
def test_the_questions_run_from_1_to_the_last_without_a_gap(game: str) -> None:
    """A missing or misnumbered question would leave a ruling that no log can name."""
    questions = list(GAMES[game].questions)
    numbers = [int(id_.rpartition("-")[2]) for id_ in questions]
    whole = all(laid.rule.status != "not-modelled" for laid in stack_layers(GAMES[game]).rules.values())
    # Chapters that are still missing also lack their questions.
    assert numbers == (list(range(1, len(questions) + 1)) if whole else sorted(set(numbers)))
    assert len({(id_.rpartition("-")[0], len(id_)) for id_ in questions}) <= 1


@each_whole_game
def test_each_question_sets_the_term_of_its_number(game: str) -> None:
    """The terms are in the order of the questions; those that a layer sets are not open questions."""
    asked = [question.term for question in GAMES[game].questions.values()]
    laid = {term for layer in GAMES[game].layers for term in layer.terms} - set(asked)
    assert asked == [name for name in GAMES[game].terms.__struct_fields__ if name not in laid]


@each_game
def test_the_first_reading_is_the_one_the_terms_start_with(game: str) -> None:
    """A reading that is the default in one place only would be in force and yet reported as another."""
    terms = GAMES[game].terms
    expect_no_faults(
        f"{one.id}: its first reading is {one.default}, and its term begins as {getattr(terms, one.term)}"
        for one in SELECTION.questions(game)
        if one.default != getattr(terms, one.term)
    )


@each_game
def test_a_question_is_asked_in_some_stack_of_the_game_and_has_a_choice_there(game: str) -> None:
    """Games are played under it, so that each reading has an effect."""

    def find_faults(question: Question) -> Iterator[str]:
        try:
            layers = stack_for(game, question)
        except ValueError:
            yield f"{question.id}: is asked under no layers"
        else:
            if not stack_layers(GAMES[game], layers).other_readings(question.id):
                yield f"{question.id}: has no choice under {layers}"

    expect_no_faults(fault for question in SELECTION.questions(game) for fault in find_faults(question))


@each_game
def test_every_question_has_at_least_two_readings_told_in_different_sentences(game: str) -> None:
    """A question needs two readings, and two readings with the same words cannot be told apart."""
    expect_no_faults(
        f"{question.id}: {len(question.readings)} readings in {len(set(question.readings.values()))} sentences"
        for question in SELECTION.questions(game)
        if len(question.readings) < 2 or len(set(question.readings.values())) < len(question.readings)
    )


@each_game
def test_a_question_asks_and_its_readings_and_reasons_answer_in_full_sentences(game: str) -> None:
    """They are printed unchanged, in the reference and in findings."""

    def find_faults(question: Question) -> Iterator[str]:
        if not question.asks.endswith("?"):
            yield f"{question.id}: is no question: {question.asks}"
        for sentence in (*question.readings.values(), question.why, *filter(None, [question.unobservable])):
            if not (sentence[:1].isupper() and sentence.endswith(".")):
                yield f"{question.id}: is no sentence: {sentence}"

    expect_no_faults(fault for question in SELECTION.questions(game) for fault in find_faults(question))


@each_game
def test_a_reading_becomes_a_ruling_that_sets_its_term(game: str) -> None:
    """A layer that a log header names overrides everything but a house rule."""

    def is_laid(question: Question, reading: str, sentence: str) -> bool:
        layer = question.layer_for(reading)
        named = (layer.id, layer.rank) == (f"{question.id}={reading}", Rank.RULING)
        return (
            named and layer.terms == {question.term: reading} and (layer.says == sentence or reading in question.lays)
        )

    expect_no_faults(
        f"{question.id}={reading}: lays {question.layer_for(reading)}"
        for question in SELECTION.questions(game)
        for reading, sentence in question.readings.items()
        if not is_laid(question, reading, sentence)
    )


@each_game
def test_a_ruling_named_in_a_question_exists(game: str) -> None:
    """A text that refers to a question or reading that does not exist answers nothing."""
    known = GAMES[game].questions

    def find_faults(question: Question) -> Iterator[str]:
        seen = " ".join([*question.readings.values(), question.why, question.unobservable])
        for named, _, reading in re.findall(r"\b([A-Z]+-AMB-\d+)(=([\w-]+))?", seen):
            if named not in known or (reading and reading not in known[named].readings):
                yield f"{question.id}: names {named}{'=' * bool(reading)}{reading}, which is not there"

    expect_no_faults(fault for question in SELECTION.questions(game) for fault in find_faults(question))
