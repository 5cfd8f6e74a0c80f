"""Many findings with one habit are grouped with one remedy, in text and on the page; programs get all of them."""

from __future__ import annotations

from audit import Report, audit
from audit.report import render_html, render_text
from audit.report.root_groups import QUOTED
from tests.support.games.pebbles import GAMES, log

GOBBLES = [f"{seat}: gobble {number % 3 + 1}" for number, seat in enumerate(["ada", "ben", "cleo"] * 5)]


def told(*lines: str) -> tuple[Report, str]:
    report = audit(log(*lines), GAMES)
    return report, render_text(report)


def test_lines_that_begin_alike_and_fail_alike_are_one_habit_with_one_remedy() -> None:
    report, text = told("ada: take 1", *GOBBLES)
    assert len([finding for finding in report.findings if finding.status == "malformed"]) == len(GOBBLES)
    assert text.count("There is no event 'gobble'") == 1
    assert f"The same {len(GOBBLES) - 1} times more:" in text
    assert "line 6: ben: gobble 2" in text
    assert f"… and {len(GOBBLES) - 1 - QUOTED} more" in text
    page = render_html(report)
    assert page.count("<article") < 5
    assert f"The same {len(GOBBLES) - 1} times more:" in page


def test_two_of_a_kind_are_told_each_for_itself() -> None:
    _, text = told("ada: take 1", *GOBBLES[:2])
    assert text.count("There is no event 'gobble'") == 2
    assert "The same" not in text


def test_what_fails_otherwise_is_no_part_of_the_habit() -> None:
    _, text = told("ada: take 1", *GOBBLES, "ben: take lots")
    assert "There is no event 'gobble'" in text
    assert "ben: take lots" in text
    assert f"The same {len(GOBBLES) - 1} times more:" in text


def test_the_same_breach_again_and_again_is_one_with_all_its_places() -> None:
    report, text = told(*["ada: take 1"] * 6)
    assert [finding.seq for finding in report.roots] == [2, 3, 4, 5, 6]
    assert text.count("[PB-TURN-01 illegal]") == 1
    assert "The same 4 times more: events 3, 4, 5, 6." in text
    assert "5 violations found" in text


def test_what_follows_from_each_place_is_listed_under_the_one() -> None:
    report, text = told(*["ada: take 1"] * 5, "claim: heap 19")
    followers = [finding for finding in report.findings if finding.follows is not None]
    assert all(finding.breach in text.replace("\n", " ").replace("  ", " ") for finding in followers)
