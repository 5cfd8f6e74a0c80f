"""Every form of a report names players, occasion and date, and who corrected or ruled what, and why."""

from __future__ import annotations

import json
import re

import pytest

from audit import AuditOptions, Report, audit
from audit.model.document import convert_to_builtins
from audit.options import DEFAULT_OPTIONS
from audit.report import render_html, render_sarif, render_text
from tests.support.games.pebbles import GAMES, log

SIGNED = log(
    "ada: take 1",
    "ben: take 5",
    'record: ruling 2 PB-HEAP-01 who="Head Judge" why="agreed at the table"',
    'record: amend 1 "ada: take 2" who=Cleo why=misread',
    header='event: "Pebble Open, table 4"\ndate: 14 March 2026\n',
)


def audited(raw: bytes, asked: AuditOptions = DEFAULT_OPTIONS) -> Report:
    return audit(raw, GAMES, asked)


def test_every_form_names_players_occasion_and_each_correction_with_who_and_why() -> None:
    report = audited(SIGNED)
    document = convert_to_builtins(report.document)
    assert (document["log"]["event"], document["log"]["date"]) == ("Pebble Open, table 4", "14 March 2026")
    assert [player["seat"] for player in document["log"]["players"]] == ["ada", "ben", "cleo"]
    assert [(one["do"], one["at"], one["who"]) for one in document["corrections"]] == [
        ("ruling", 2, "Head Judge"),
        ("amend", 1, "Cleo"),
    ]
    for form in (render_text(report), render_html(report, "signed.log")):
        flowing = re.sub(r"\s+", " ", form)
        assert "Pebble Open, table 4; 14 March 2026." in flowing
        assert "says Head Judge: agreed at the table" in flowing
        assert "says Cleo: misread" in flowing
    (run,) = json.loads(render_sarif([("signed.log", report)]))["runs"]
    described = run["artifacts"][0]["description"]["text"]
    for said in (
        "Pebble Open, table 4; 14 March 2026.",
        "says Head Judge: agreed",
        "says Cleo: misread",
        "adjudicated",
    ):
        assert said in described


def test_under_the_book_as_played_corrections_are_told_and_do_not_count() -> None:
    played = render_text(audited(SIGNED, AuditOptions(book="played")))
    assert "says Cleo: misread" in played
    assert "none of these counts" in played
    assert "none of these counts" not in render_text(audited(SIGNED))
    assert "book as adjudicated" in render_text(audited(SIGNED))


def test_a_correction_that_misses_is_a_finding_and_does_not_count_among_the_corrections() -> None:
    missing = (
        "record: ruling 72 who=Dan",
        'record: amend 1 "nothing like a move" who=Dan',
        "record: retract 9 who=Dan",
    )
    report = audited(log("ada: take 1", *missing, "record: retract 1 who=Cleo why=twice"))
    document = convert_to_builtins(report.document)
    assert [(one["do"], one["at"], one["who"]) for one in document["corrections"]] == [("retract", 1, "Cleo")]
    assert [one["seq"] for one in document["findings"] if one["status"] == "malformed"] == [2, 3, 4]
    assert "says Dan" not in render_text(report)


def test_a_log_that_says_nothing_of_these_is_reported_without_them() -> None:
    report = audited(log("ada: take 1"))
    assert "corrections" not in convert_to_builtins(report.document)
    assert "Corrections" not in render_text(report)


# Rulings that let nothing stand


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (
            ["ada: take 1", "ben: take 5", "cleo: take 1", "ada: take 1", "ben: take 1", "record: ruling 5"],
            "Line 5 of the file is event 2: write record: ruling 2.",
        ),
        (["ada: take 1", "ben: take 5", "record: ruling 1"], "Name the event by its number"),
        (["ada: take 1", "ben: take 2", "record: ruling 2"], "Name the event by its number"),
        (["ada: take 1", "ben: take 5", "record: ruling 2 PB-TURN-01"], "Name the event by its number"),
    ],
)
def test_a_ruling_that_lets_nothing_stand_is_named(lines: list[str], says: str) -> None:
    (found,) = [finding for finding in audited(log(*lines)).findings if finding.status == "malformed"]
    assert "This ruling has no effect" in found.says
    assert says in found.instead
    assert found.seq == len(lines)


def test_a_ruling_that_lets_nothing_stand_is_no_line_that_cannot_be_read() -> None:
    report = audited(log("ada: take 1", "ben: take 2", "record: ruling 2"))
    assert (report.verdict, report.coverage.unreadable, report.coverage.idle) == ("incomplete", 0, 1)
    assert "1 line can be read but has no effect." in report.coverage.says
    text = " ".join(render_text(report).split())
    assert "could not be read" not in text
    assert "leaves out" not in text
    assert "No rule was found broken, but some lines of the record have no effect." in text


def test_beside_a_line_that_cannot_be_read_both_are_told_apart() -> None:
    report = audited(log("ada: take 1", "ben: whatever", "record: retract 9", "record: ruling 1"))
    assert (report.coverage.unreadable, report.coverage.idle) == (1, 2)
    says = "Not fully checked: 1 line could not be read as written and 2 lines can be read but have no effect."
    assert says in " ".join(render_text(report).split())


def test_a_ruling_that_lets_something_stand_is_not() -> None:
    report = audited(log("ada: take 1", "ben: take 5", "record: ruling 2", "record: ruling 2 PB-HEAP-01"))
    assert {finding.status for finding in report.findings} == {"ruled"}
