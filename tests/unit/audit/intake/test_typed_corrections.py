"""Corrections as an arbiter types them: the line of the file for the event, two words for a name, an unquoted line."""

from __future__ import annotations

import pytest

from audit import Report, audit
from audit.live import advance_game, audit_live_game, begin_game, fold_game
from audit.model.document import Correction, convert_to_builtins
from audit.model.findings import Finding
from audit.options import DEFAULT_OPTIONS, AuditOptions
from audit.report import render_text
from engine.games import GAMES as REAL
from engine.kernel.events import Amend
from tests.support.games import pebbles
from tests.support.games.pebbles import GAMES, log

# Event 2 is on line 5.
PLAYED = ("ada: take 1", "ben: take 5")


def told(*lines: str, asked: AuditOptions = DEFAULT_OPTIONS) -> Report:
    return audit(log(*PLAYED, *lines), GAMES, asked)


def correction(*lines: str) -> Correction:
    (one,) = told(*lines).found.corrections
    return one


def malformed(report: Report) -> Finding:
    (one,) = [finding for finding in report.findings if finding.status == "malformed"]
    return one


@pytest.mark.parametrize(
    "line",
    [
        "record: ruling line 5 who=Judge",
        "record: ruling line 5",
        "record: ruling event 2",
        "record ruling 2 PB-HEAP-01",
        "record: Ruling #2, who = Head Judge why = agreed at the table",
        "> ruling line 5 pb-heap-01",
    ],
)
def test_a_ruling_finds_the_event_that_is_meant(line: str) -> None:
    report = told(line)
    assert report.verdict == "clean"
    assert [(f.seq, f.status) for f in report.findings] == [(2, "ruled")]
    assert [one.line for one in report.found.read_as] == ([6] if line != "record: ruling 2" else [])


def test_a_name_of_two_words_stays_whole() -> None:
    one = correction("record: ruling 2 who=Head Judge why=agreed at the table")
    assert (one.who, one.why, one.rule) == ("Head Judge", "agreed at the table", "")
    assert correction("record: ruling 2 who=Head Judge").who == "Head Judge"
    strict = malformed(told("record: ruling 2 who=Head Judge", asked=AuditOptions(strict=True)))
    assert (strict.says, strict.instead) == (
        "The value of 'who' is more than one word.",
        'Put it into quotation marks: who="Head Judge"',
    )


def test_a_correction_may_quote_a_line_as_it_was_typed() -> None:
    for line in ('record: amend 2 "Ben takes three" who=Judge', "record: amend line 5 Ben takes three who=Judge"):
        report = told(line)
        assert (report.verdict, report.found.corrections[0].read_as) == ("clean", "ben: take 3")
        assert "“Ben takes three” (read as “ben: take 3”), says Judge" in render_text(report, width=200)
    assert malformed(told('record: amend 2 "Ben takes three"', asked=AuditOptions(strict=True))).seq == 3
    assert "read_as" not in convert_to_builtins(told('record: amend 2 "ben: take 3"').document)["corrections"][0]


def test_what_a_correction_quotes_and_means_nothing_for_certain_is_told_there() -> None:
    finding = malformed(told('record: amend 2 "somebody: took"'))
    assert (finding.seq, finding.line) == (3, 6)


def test_a_line_without_an_event_or_with_several_is_not_guessed_at() -> None:
    assert "holds no event before this one" in malformed(told("record: ruling line 99")).says
    several = audit(log("ada takes 1, ben takes 5", "record: ruling line 4"), GAMES)
    assert "Line 4 holds events 1 and 2." in malformed(several).says


def test_whoever_stops_for_tea_has_not_stopped_the_game() -> None:
    assert told("stopped for tea").found.stopped is None
    report = told("record: stopped, out of time who=Dan")
    assert report.found.stopped is not None
    assert (report.found.stopped.why, report.found.stopped.who) == ("out of time", "Dan")


def test_a_rule_of_another_game_is_told_so() -> None:
    raw = b"game: tailwinds\nplayers: green=Ada/sailor, orange=Ben/crew\n---\ngreen: place 3\n"
    finding = malformed(audit(raw + b"record: ruling 1 WP-SAIL-03\n", REAL))
    assert finding.says == "'WP-SAIL-03' is a rule of Winds of Plunder, and this is a game of Tailwinds."


def test_a_live_game_takes_canonical_lines_only_lest_reading_one_tells_a_hidden_choice() -> None:
    state, _ = advance_game(fold_game(begin_game(pebbles.log(), GAMES)), [pebbles.Take(by="ada", count=9)])
    _, (answer,) = advance_game(state, [Amend(at=1, line="Ada takes two", who="Judge")])
    assert [finding.status for finding in answer.findings] == ["malformed"]
    assert [
        f.status for f in audit_live_game(advance_game(state, [Amend(at=1, line="Ada takes two")])[0]).findings
    ].count("malformed")
