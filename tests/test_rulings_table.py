"""Each game's table of open questions is whole, in order, and agrees with the terms that its rules read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

import pytest

from engine.games.north_wind import rulings as north_wind
from engine.games.north_wind.terms import Terms as NorthWindTerms
from engine.games.tailwinds import rulings as tailwinds
from engine.games.tailwinds.terms import Terms as TailwindsTerms
from engine.games.winds_of_plunder import rulings as winds_of_plunder
from engine.games.winds_of_plunder.terms import Terms as WindsOfPlunderTerms
from engine.kernel.layers import Question, Rank


@dataclass(frozen=True)
class Table:
    """What a game's open questions must agree with: their number, the terms, and those that no log can show.

    The mode is the term that is no open question, or empty in a game without modes.
    """

    prefix: str
    count: int
    questions: Mapping[str, Question]
    chapters: tuple[tuple[Question, ...], ...]
    terms: TailwindsTerms | WindsOfPlunderTerms | NorthWindTerms
    mode: str
    never_seen: frozenset[str]
    seen_beside: Mapping[str, str]


TABLES = (
    Table(
        "TW-AMB",
        47,
        tailwinds.QUESTIONS,
        tuple(chapter.QUESTIONS for chapter in tailwinds.CHAPTERS),
        TailwindsTerms(),
        mode="advanced",
        never_seen=frozenset({"TW-AMB-03", "TW-AMB-32"}),
        seen_beside={
            "TW-AMB-11": "TW-AMB-33=both-boats-on-finish",
            "TW-AMB-17": "TW-AMB-41=re-enters-retired-card",
        },
    ),
    Table(
        "WP-AMB",
        41,
        winds_of_plunder.QUESTIONS,
        tuple(chapter.QUESTIONS for chapter in winds_of_plunder.CHAPTERS),
        WindsOfPlunderTerms(),
        mode="tournament",
        never_seen=frozenset({"WP-AMB-04", "WP-AMB-08", "WP-AMB-20"}),
        seen_beside={"WP-AMB-22": "WP-AMB-02=vp-may-go-negative"},
    ),
    Table(
        "NW-AMB",
        42,
        north_wind.QUESTIONS,
        tuple(chapter.QUESTIONS for chapter in north_wind.CHAPTERS),
        NorthWindTerms(),
        mode="",
        never_seen=frozenset({"NW-AMB-29"}),
        seen_beside={"NW-AMB-31": "NW-AMB-17=finish-turn"},
    ),
)
ASKED = [(table, question) for table in TABLES for question in table.questions.values()]

each_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.prefix)
each_question = pytest.mark.parametrize("question", [question for _, question in ASKED], ids=lambda q: q.id)


@each_table
def test_the_questions_run_from_1_to_the_last_without_a_gap(table: Table) -> None:
    """A missing or misnumbered question would leave a ruling that nobody can name."""
    assert list(table.questions) == [f"{table.prefix}-{number:02}" for number in range(1, table.count + 1)]


@each_table
def test_no_question_is_asked_in_two_chapters(table: Table) -> None:
    """The table is keyed by id, so a doubled one would vanish without a word."""
    assert sum(len(chapter) for chapter in table.chapters) == len(table.questions)


@each_table
def test_each_question_sets_the_term_of_its_number(table: Table) -> None:
    """The terms stand in the order of the questions; the mode alone is not an open question."""
    terms = [field.name for field in fields(table.terms) if field.name != table.mode]
    assert [question.term for question in table.questions.values()] == terms


@pytest.mark.parametrize(("table", "question"), ASKED, ids=lambda v: v.id if isinstance(v, Question) else "")
def test_the_first_reading_is_the_one_the_terms_start_with(table: Table, question: Question) -> None:
    """A reading that is the default in one place only would be in force and yet reported as another."""
    assert question.default == getattr(table.terms, question.term)


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


@each_table
def test_a_question_says_why_no_log_can_show_it_only_where_that_is_so(table: Table) -> None:
    """Some never show, and some show only beside another reading, which must exist and be named."""
    silent = {question.id: question.unobservable for question in table.questions.values() if question.unobservable}
    assert set(silent) == table.never_seen | set(table.seen_beside)
    for question, ruling in table.seen_beside.items():
        other, _, reading = ruling.partition("=")
        assert ruling in silent[question]
        assert reading in table.questions[other].readings


@each_table
def test_a_ruling_named_in_a_question_exists(table: Table) -> None:
    """A text that sends its reader to a question or reading that is not there answers nothing."""
    for question in table.questions.values():
        for word in " ".join([*question.readings.values(), question.why, question.unobservable]).split():
            named, _, reading = word.strip(".,;:").partition("=")
            if named.startswith(table.prefix):
                assert named in table.questions, question.id
                assert not reading or reading in table.questions[named].readings, question.id
