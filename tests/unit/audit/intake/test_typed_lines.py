"""What is typed is read if it can mean one thing only, and the file stays as it is."""

from __future__ import annotations

from collections import Counter

import pytest

from audit import AuditOptions, audit
from audit.intake.reader import read_log
from audit.report import render_html, render_json, render_text
from engine.games import GAMES
from engine.kernel.events import Unreadable
from engine.kernel.log import Header
from engine.kernel.spellings import write_line
from engine.kernel.spellings.typed.reader import TypedReader
from fixtures.goldens import goldens
from tests.measure.typed_lines import KNOWN, OUTCOMES, kept, measured
from tests.support.logs.typed_logs import HEADS, said

HALF_KNOWN = """game: windward
pack: windward-reconstructed-1
players: yellow=Dan, purple=Eve
---
Planet a b c d e f
fate: first purple
fate: deal purple fuel coffee
fate: wind 1
fate: grey 2
purple: sail a11
purple: sail a22
purple: sail a33
purple: order row
Eve launched 1
purple: row 1 a43
purple: rest fuel
purple: red a52 a33
roll attack 1 1 1 2 2
fate: roll defend 1 1
"""
KINDS = 12
LINES = 500


def test_a_verb_that_is_said_again_behind_a_comma_is_done_again() -> None:
    said_of = {
        "Ada draws, draws and sails to jamaica": ["green: draw", "green: draw", "green: sail jamaica"],
        "green: draw; draw": ["green: draw", "green: draw"],
        "Ada: sail jamaica, sail santo domingo": ["green: sail jamaica", "green: sail santo_domingo"],
        "Ada: draw: draws": ["green: draw"],
    }
    assert {line: said("winds-of-plunder", line) for line in said_of} == said_of


def test_the_kept_lines_are_read_as_they_were_meant() -> None:
    cases = [case for game in GAMES for case in kept(game)]
    found = measured(cases)
    total = sum(found.values(), start=Counter[str]())
    assert len(cases) >= LINES
    assert len(found) >= KINDS
    assert total["read"] >= 0.95 * len(cases)
    assert total["read"] + total["suggested"] >= 0.98 * len(cases)
    assert total["else"] == 0
    assert sum(total[what] for what in OUTCOMES) == len(cases)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_canonical_is_read_as_without_the_reader_of_typed_lines(game: str) -> None:
    for golden in goldens(game):
        one, two = (read_log(golden.log, KNOWN, strict=strict) for strict in (True, False))
        assert repr(one.events) == repr(two.events)
        assert not two.typed


def test_a_strict_reader_refuses_what_is_not_canonical() -> None:
    assert said("tailwinds", "Green moves aft 4") == ["green: move aft 4"]
    assert said("tailwinds", "Green moves aft 4", strict=True) == ["?"]


def test_what_can_mean_two_things_is_refused_with_both() -> None:
    log = read_log((HEADS["winds-of-plunder"] + "green: kompass O\ngreen: draw\n").encode(), KNOWN)
    assert log.meant == {1: ("green: compass E", "green: compass W")}
    assert "compass E" in log.faults[0].hint
    assert "compass W" in log.faults[0].hint


def test_a_numbered_comment_that_holds_an_event_is_that_event_and_others_stay_comments() -> None:
    lines = ("#4 green: move aft 3", "# 4", "# green: move aft 3", "# Round 4", "#5 of seven")
    assert said("tailwinds", *lines) == ["green: move aft 3"]


def test_a_numbered_comment_that_begins_as_an_event_and_cannot_be_read_is_no_comment() -> None:
    assert said("tailwinds", "#4 green: move") == ["?"]


@pytest.mark.parametrize(
    "typed",
    [
        "green: move aft 4 or 5",
        "green did not move aft 4",
        "green: move aft 4?",
        "maybe green moves aft 4",
        "green: move aft 4 without looking",
        "green moves aft 4 if orange lets her",
    ],
)
def test_a_line_that_takes_back_what_it_says_is_refused(typed: str) -> None:
    assert said("tailwinds", typed) == ["?"]


def test_several_acts_in_a_line_are_events_of_their_own_on_that_line() -> None:
    raw = (HEADS["tailwinds"] + "Ada moves aft 4, fore 3; Ben takes rum\ngreen: done\n").encode()
    log = read_log(raw, KNOWN)
    lines = [write_line(event, GAMES["tailwinds"].vocabulary) for event in log.events]
    assert lines == ["green: move aft 4", "green: move fore 3", "orange: take rum", "green: done"]
    assert list(log.lines) == [5, 5, 5, 6]


def test_faults_keep_their_events_when_lines_before_them_become_two_events_or_none() -> None:
    raw = (HEADS["tailwinds"] + "Round 1\ngreen: move aft 4, fore 3\ngreen: zzz 4\ngreen: done\n").encode()
    log = read_log(raw, KNOWN)
    assert [type(event) is Unreadable for event in log.events] == [False, False, True, False]
    assert [(fault.line, fault.seq) for fault in log.faults] == [(7, 3)]


def test_a_file_in_which_nothing_can_be_read_stays_unreadable() -> None:
    raw = (HEADS["tailwinds"] + "Dear all,\nit was a nice evening.\n").encode()
    assert audit(raw, GAMES).found.verdict == "unreadable"


def test_every_form_of_a_report_lists_what_lines_were_read_as() -> None:
    raw = (HEADS["tailwinds"] + "Round 1\nAda places 3\n").encode()
    report = audit(raw, GAMES)
    assert [(line.line, line.excerpt, line.read_as) for line in report.found.read_as] == [
        (5, "Round 1", ""),
        (6, "Ada places 3", "green: place 3"),
    ]
    assert "line 6: Ada places 3  =>  green: place 3" in render_text(report, width=100, colour=False)
    assert "line 5: Round 1  =>  (a remark)" in render_text(report, width=100, colour=False)
    assert '"read_as": "green: place 3"' in render_json(report)
    assert "green: place 3" in render_html(report)
    strict = audit(raw, GAMES, AuditOptions(strict=True))
    assert strict.found.verdict == "unreadable"
    assert not strict.found.read_as


def test_an_unreadable_line_is_told_what_stands_there_and_nothing_else() -> None:
    raw = (HEADS["tailwinds"] + "green: place 3\ngreen: commit 5\ngreen: blah blub\n").encode()
    findings = [f for f in audit(raw, GAMES).found.findings if f.status == "malformed"]
    assert [[repair.line for repair in f.repairs][:1] for f in findings] == [["green: commit sailor-5"], []]


@pytest.mark.parametrize(
    ("at", "lost"),
    [
        (4, "Planet a b c d e f, as last week"),
        (4, "fate: planet a b c d e f as last week"),
        (17, "roll attack 1 1 1 2 2 Dan"),
        (17, "Roll: attack 1 1 1 2 2 Dan"),
    ],
)
def test_what_a_line_of_which_only_the_verb_is_known_takes_with_it_follows_from_it(at: int, lost: str) -> None:
    lines = HALF_KNOWN.splitlines()
    report = audit("\n".join((*lines[:at], lost, *lines[at + 1 :])).encode(), GAMES).found
    assert {finding.status for finding in report.findings if finding.line == at + 1} == {"malformed"}
    assert [finding.rule for finding in report.findings if finding.is_root] == []
    assert report.verdict != "broken"


def test_half_of_a_port_of_two_words_is_no_port_of_the_bare_pack() -> None:
    raw = b"game: winds-of-plunder\nplayers: green=Ada, orange=Ben\n---\ngreen: sail Grand Cayman\ngreen: draw\n"
    log = read_log(raw, KNOWN)
    assert write_line(log.events[0], GAMES["winds-of-plunder"].vocabulary) == "green: sail grand_cayman"


@pytest.mark.parametrize(
    ("typed", "means"),
    [("Ben commits crew 3", "orange: commit crew-3"), ("reveal: sailor 5, crew 3", "fate: reveal sailor-5 crew-3")],
)
def test_a_deck_and_a_number_are_a_card_also_where_nobody_has_listed_the_cards(typed: str, means: str) -> None:
    raw = f"game: tailwinds\nplayers: green=Ada/sailor, orange=Ben/crew\n---\n{typed}\n".encode()
    assert write_line(read_log(raw, KNOWN).events[0], GAMES["tailwinds"].vocabulary) == means


def test_one_of_something_is_one() -> None:
    assert said("north-wind", "Ada buys 1x salt") == ["green: buy salt"]


def test_what_no_work_is_left_for_is_not_read_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.kernel.spellings.typed.reader.STEPS_A_FILE", 60)
    raw = (HEADS["tailwinds"] + "Ada places 3\n" * 9 + "orange: place 2\n").encode()
    found = audit(raw, GAMES).found
    assert [line.read_as for line in found.read_as][:1] == ["green: place 3"]
    assert "the lines before it took all the work" in str(
        [f.says for f in found.findings] + [f.breach for f in found.findings]
    )


def test_a_verb_with_one_slip_in_it_is_known_for_one() -> None:
    lexicon = TypedReader(GAMES["tailwinds"].vocabulary, {}, Header(game="tailwinds"), GAMES["tailwinds"].words).lexicon
    assert lexicon.is_near_verb("mvoes")
    assert lexicon.is_near_verb("movex")
    assert lexicon.is_near_verb("oves")
    assert not lexicon.is_near_verb("xxoves")


def test_what_somebody_has_is_claimed_in_either_order() -> None:
    lines = ("Ada has gold 5", "Ada has 5 gold")
    assert said("north-wind", *lines) == ["claim: green.gold 5"] * 2


def test_names_alone_are_no_remark() -> None:
    assert said("north-wind", "salt wine", "Fort Haven", "Round 2") == ["?"]
