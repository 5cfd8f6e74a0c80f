"""The effect of an unreadable line is unknown: violations that it may explain follow it, and accuse no player."""

from __future__ import annotations

import pytest

from audit import Report, audit
from engine.games import GAMES
from tests.support.logs.missing_lines import BOATS

SHIPS = """game: north-wind
pack: north-wind-reconstructed-1
players: green=Ada, orange=Ben, blue=Cleo
position: phase=income, turn=green, first=green
position: green.gold=9, green.letters=1, green.hold=wine wine, green.brig=0, green.crew=none
position: orange.gold=5, orange.letters=1, orange.hold=fish lumber, orange.brig=1, orange.crew=treasurer
---
green: sail north_cape
fate: tile salt-1
"""


def told(begun: str, *lines: str) -> Report:
    return audit((begun + "\n".join(lines) + "\n").encode(), GAMES)


def met(report: Report) -> list[tuple[int | None, str, int | None]]:
    return [(one.seq, one.status, one.follows) for one in report.findings if one.status != "unverifiable"]


@pytest.mark.parametrize("lost", ["green: xyzzy", "Ada: xyzzy 3", "green: move foure 2x", "move foure 2x"])
def test_what_a_lost_line_may_have_done_is_no_wrong_claim(lost: str) -> None:
    report = told(BOATS, lost, "claim: green.fore 4", "claim: green.aft 5")
    assert met(report) == [(13, "malformed", None), (14, "mismatch", 13), (15, "mismatch", 13)]
    assert report.verdict == "incomplete"


@pytest.mark.parametrize("lost", ["green: xyzzy", "green: move foure 2x", "move foure 2x"])
def test_nor_a_rule_broken_by_what_may_stand_in_it(lost: str) -> None:
    report = told(BOATS, lost, "green: commit sailor-4", "orange: commit crew-4", "fate: reveal sailor-4 crew-4")
    assert met(report) == [(13, "malformed", None), (14, "illegal", 13)]


@pytest.mark.parametrize(
    ("lost", "claim"),
    [
        ("orange: xyzzy", "green.fore 4"),
        ("claim: xyzzy 4", "green.fore 4"),
        ("record: xyzzy 4", "green.fore 4"),
        ("fate: xyzzy", "orange.hand crew-5"),
        ("green: xyzzy", "orange.deck sailor"),
        ("green: xyzzy", "orange.hand crew-5"),
        ("green: move foure 2x", "green.rainbow rum"),
    ],
)
def test_what_no_reading_of_a_lost_line_explains_is_still_a_wrong_claim(lost: str, claim: str) -> None:
    assert met(told(BOATS, lost, f"claim: {claim}")) == [(13, "malformed", None), (14, "mismatch", None)]


def test_what_was_wrong_before_a_line_was_lost_is_not_due_to_it() -> None:
    report = told(BOATS, "claim: green.fore 4", "green: xyzzy")
    assert met(report) == [(13, "mismatch", None), (14, "malformed", None)]


def test_of_two_lost_lines_either_may_have_done_it() -> None:
    report = told(BOATS, "green: xyzzy", "green: yzzyx", "claim: green.fore 4", "claim: green.rainbow rum")
    assert [one.follows for one in report.findings if one.status == "mismatch"] == [13, None]


def test_so_it_is_with_what_a_ship_has_bought() -> None:
    report = told(SHIPS, "green: xyzzy", "claim: green.gold 5", "claim: orange.hold fish")
    assert met(report) == [(3, "malformed", None), (4, "mismatch", 3), (5, "mismatch", None)]
    assert report.verdict == "broken"


@pytest.mark.parametrize("lost", ["fate: xyzzy", "fate: tile 2x", "fate: tile"])
def test_what_chance_brought_in_a_lost_line_may_have_been_anything(lost: str) -> None:
    begun = SHIPS.replace("fate: tile salt-1\n", "")
    report = told(begun, lost, "fate: event skull2", "green: pay")
    assert [one.follows for one in report.findings if one.status == "illegal"] == [2]
    assert report.verdict == "incomplete"


def test_what_stood_in_a_lost_line_may_be_any_of_what_was_lawful() -> None:
    begun = SHIPS.replace("green: sail north_cape\n", "")
    lines = begun.splitlines()[-1]
    report = told(begun.replace(lines + "\n", ""), "green: xyzzy", lines, "green: buy salt")
    assert met(report) == [(1, "malformed", None), (2, "illegal", 1)]
