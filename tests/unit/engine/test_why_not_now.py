"""An event without a place gets a reason, in the game's words and numbers."""

from __future__ import annotations

import re

import pytest

from audit import audit
from audit.model.findings import Finding
from audit.report import render_text
from engine.games import GAMES
from fixtures.cases import Case, cases

NORTH = "game: north-wind\npack: north-wind-reconstructed-1\nplayers: green=Ada, orange=Ben\n"
WINDS = "game: winds-of-plunder\npack: wop-reconstructed-1\nplayers: green=Ada, orange=Ben, blue=Cleo\n"
TAIL = "game: tailwinds\npack: tailwinds-reconstructed-1\nplayers: green=Ada/sailor, orange=Ben/crew\n"
WINDWARD = "game: windward\npack: windward-reconstructed-1\nplayers: green=Ada, orange=Ben\n"
LAID = "fate: planet a b c d e f\n"
AT_SKY = """position: planet=a b c d e f, wind=2, turn=green, first=green, round=2, reds=a52, greys=b53, items=none
position: green.place=a51, green.morale=3, green.hand=fuel, green.cannons=1, green.crew=none
---
"""
AT_SEA = (
    "position: turn=green, phase=income, green.gold=3, green.cannons=1, green.crew=none\n---\ngreen: sail north_cape\n"
)
VOTING = "position: round=3, phase=compass, blackbeard=blue\n---\n"


def told(log: str) -> list[Finding]:
    return [f for f in audit(log.encode(), GAMES).findings if f.status == "illegal"]


@pytest.mark.parametrize(
    ("log", "says"),
    [
        (NORTH + AT_SEA + "fate: event coin\n", "green's voyage has begun, and no tile is revealed yet."),
        (NORTH + AT_SEA + "fate: tile fog\ngreen: end\n", "tile 1 of green's voyage is fog, and the white die"),
        (
            NORTH + AT_SEA + "fate: tile fog\nfate: event skull2\nfate: tile salt-1\n",
            "green has met a pirate of strength 2, to be paid 1 gold or fought (gold 3, 1 cannon).",
        ),
        (
            NORTH + AT_SEA + "fate: tile fog\nfate: event skull1\ngreen: fight\nfate: first green\n",
            "green fights a pirate of strength 1 with 1 cannon and has not rolled the black die yet.",
        ),
        (
            NORTH + AT_SEA.replace("\n---\ngreen: sail north_cape", "\n---") + "fate: tile salt-1\n",
            "green's turn begins (gold 3)",
        ),
        (
            WINDS + VOTING + "green: compass N\nfate: port green havana\n",
            "in round 3 the compass of orange and blue is still to be set.",
        ),
        (WINDWARD + "---\n" + LAID + "green: sail a11\n", "and the wind is not rolled for yet."),
        (
            WINDWARD + "---\n" + LAID + "fate: wind 2\ngreen: sail a11\n",
            "and 1 Grey is still to come.",
        ),
        (
            WINDWARD + AT_SKY + "green: sail a52\ngreen: cannons 1\ngreen: order speed\n",
            "a battle is on. Green's ship attacks with strength 3 (2 + cannons 1). The Red defends with strength 5.",
        ),
        (
            WINDWARD + AT_SKY.replace("a52", "a31") + "green: rest pay=fuel\ngreen: order speed\n",
            "green's ship rests on a51",
        ),
        (TAIL + "---\ngreen: place 1\ngreen: done\n", "to be placed are still: green 1 boat, orange 2 boats."),
    ],
)
def test_a_line_out_of_its_place_is_told_how_the_game_stands(log: str, says: str) -> None:
    assert any(f"does not belong here: {says}" in finding.breach or says in finding.breach for finding in told(log)), [
        finding.breach for finding in told(log)
    ]


def test_where_the_record_does_not_say_how_it_stands_the_phase_speaks() -> None:
    log = (
        NORTH
        + AT_SEA.replace("green.cannons=1, ", "")
        + "fate: tile fog\nfate: event ??\ngreen: end\nfate: first green\n"
    )
    assert all("??" not in finding.breach for finding in told(log))


def test_one_slip_with_other_numbers_is_still_one_habit() -> None:
    again = "".join(f"fate: tile {tile}\nfate: event coin\n" for tile in ("salt-1", "fish-1", "wine-1"))
    report = audit((NORTH + AT_SEA + again).encode(), GAMES)
    assert len({finding.breach for finding in report.roots}) == 3
    text = render_text(report, width=100)
    assert "The same 2 times more" in text
    assert text.count("does not belong here") == 1


def test_what_nobody_wrote_is_not_quoted_as_if_it_stood_there() -> None:
    log = (
        "game: tailwinds\npack: tailwinds-reconstructed-1\nplayers: green=Ada/sailor, orange=Ben/crew\n"
        "position: round=2, phase=choosing, rear=T1, market=anchor rum telescope, pile=17\n"
        "position: green.aft=11 inside, green.fore=13 inside, green.played=sailor-2\n"
        "position: orange.aft=9 inside, orange.fore=14 inside, orange.played=crew-5\n---\n"
        "green: commit sailor-4\norange: commit crew-4\nfate: reveal sailor-4 crew-4\n"
        "orange: move aft 1\ngreen: move aft 4\n"
    )
    report = audit(log.encode(), GAMES)
    implied = [finding for finding in report.findings if finding.implied]
    assert [(finding.rule, finding.implied) for finding in implied] == [("TW-MOVE-02", "orange: done")]
    assert "“orange: done” was not written down; this line shows it." in render_text(report, width=200)
    assert all("goes on with" not in finding.breach for finding in report.findings)


def test_a_boat_that_nobody_placed_is_not_said_to_be_home() -> None:
    found = told(TAIL + "---\nfate: roll start 3 seat=green\ngreen: move aft 4\n")
    assert "is not placed yet, and is moved" in " ".join(finding.breach for finding in found)


FOUGHT = [
    case
    for case in cases("windward")
    if case.breaks is not None and case.rule[3:].startswith(("BAT-", "CON-", "LOST-")) and "fate: roll " in case.log
]


@pytest.mark.parametrize("case", FOUGHT, ids=lambda case: f"{case.rule} {case.name}")
def test_what_is_wrong_with_a_battle_is_told_with_the_sum_of_both_sides(case: Case) -> None:
    found = audit(case.log.encode(), GAMES).findings
    (breach,) = (finding.breach for finding in found if (finding.seq, finding.rule) == (case.breaks, case.rule))
    nobody_fights = breach.endswith(("no battle.", "No battle is on."))
    assert len(re.findall(r"(attack|defend)s? with strength \d+", breach)) == (0 if nobody_fights else 2), breach
