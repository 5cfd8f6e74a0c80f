"""The table of open questions is whole, in order, and agrees with the terms that the rules read."""

from __future__ import annotations

from dataclasses import fields

import pytest

from engine.games.tailwinds.rulings import CHAPTERS, QUESTIONS
from engine.games.tailwinds.terms import Terms
from engine.kernel.layers import Question, Rank

NUMBER_OF_QUESTIONS = 47
each_question = pytest.mark.parametrize("question", QUESTIONS.values(), ids=lambda question: question.id)


def test_the_questions_run_from_1_to_47_without_a_gap() -> None:
    """A missing or misnumbered question would leave a ruling that nobody can name."""
    assert list(QUESTIONS) == [f"TW-AMB-{number:02}" for number in range(1, NUMBER_OF_QUESTIONS + 1)]


def test_no_question_is_asked_in_two_chapters() -> None:
    """The table is keyed by id, so a doubled one would vanish without a word."""
    assert sum(len(chapter.QUESTIONS) for chapter in CHAPTERS) == len(QUESTIONS)


def test_each_question_sets_the_term_of_its_number() -> None:
    """The terms stand in the order of the questions; the mode alone is not an open question."""
    terms = [field.name for field in fields(Terms) if field.name != "advanced"]
    assert [question.term for question in QUESTIONS.values()] == terms


@each_question
def test_the_first_reading_is_the_one_the_terms_start_with(question: Question) -> None:
    """A reading that is the default in one place only would be in force and yet reported as another."""
    assert question.default == getattr(Terms(), question.term)


@each_question
def test_every_question_has_at_least_two_readings_told_in_different_sentences(question: Question) -> None:
    """One reading is no question, and two readings told alike cannot be chosen between."""
    assert len(question.readings) > 1
    assert len(set(question.readings.values())) == len(question.readings)


@each_question
def test_a_question_asks_and_its_readings_and_reasons_answer_in_full_sentences(question: Question) -> None:
    """They are printed as they stand, in the reference and in findings."""
    told = [*question.readings.values(), question.why, *filter(None, [question.unobservable])]
    assert question.asks.endswith("?")
    assert [sentence for sentence in told if not (sentence[:1].isupper() and sentence.endswith("."))] == []


@each_question
def test_a_reading_becomes_a_ruling_that_sets_its_term(question: Question) -> None:
    """What a log header names is laid over everything but a house rule."""
    for reading, sentence in question.readings.items():
        layer = question.layer(reading)
        assert (layer.id, layer.rank) == (f"{question.id}={reading}", Rank.RULING)
        assert layer.terms == {question.term: reading}
        assert layer.says == sentence or reading in question.lays


def test_a_question_says_why_no_log_can_show_it_only_where_that_is_so() -> None:
    """Two never show; two show only beside another reading, which must exist and be named."""
    silent = {question.id: question.unobservable for question in QUESTIONS.values() if question.unobservable}
    assert set(silent) == {"TW-AMB-03", "TW-AMB-11", "TW-AMB-17", "TW-AMB-32"}
    for question, beside, reading in (
        ("TW-AMB-11", "TW-AMB-33", "both-boats-on-finish"),
        ("TW-AMB-17", "TW-AMB-41", "re-enters-retired-card"),
    ):
        assert f"{beside}={reading}" in silent[question]
        assert reading in QUESTIONS[beside].readings
