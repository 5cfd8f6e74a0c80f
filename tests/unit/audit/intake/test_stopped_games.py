"""Games stopped before the end: later obligations are not owed, and the winner is that of the last state."""

from __future__ import annotations

import re

import pytest

from audit import Report, audit
from audit.model.document import convert_to_builtins
from audit.report import render_html, render_sarif, render_text
from engine.games import GAMES as REAL
from engine.kernel.log import LogError
from fixtures.goldens import goldens
from tests.support.games.pebbles import GAMES, log

SHA = "3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b8556"
# Tailwinds: orange's aft boat, on 5, is in last place, so orange has lost; green's foremost boat is on 13.
TAILWINDS = """\
game: tailwinds
pack: tailwinds-reconstructed-1
players: green=Ada/sailor, orange=Ben/crew
position: round=2, phase=choosing, rear=T1, market=anchor rum telescope, pile=17
position: green.aft=11 inside, green.fore=13 inside, green.played=sailor-2
position: orange.aft=5 inside, orange.fore=14 inside, orange.played=crew-5
---
green: commit sailor-4
"""
# Winds of Plunder: 14, 12 and 16 points; the points that the end would add belong to no player yet.
WINDS = """\
game: winds-of-plunder
players: green=Ada, orange=Ben, blue=Cleo
position: round=5, phase=plunder, wind=N, blackbeard=blue, first=green, acted=none
position: green.vp=14, orange.vp=12, blue.vp=16
---
"""
# North Wind: a token of orange's is on the board, none of green's.
NORTH = """\
game: north-wind
players: green=Ada, orange=Ben
position: phase=income, turn=green, first=green
position: column.north_cape=orange, column.fort_haven=none, column.olsand=none
position: most.north_cape=none, most.fort_haven=none, most.olsand=none, bonus.supply=none, bonus.crew=none
---
"""
STANDINGS = [(TAILWINDS, "green"), (WINDS, "blue"), (NORTH, "orange")]
STOP = 'record: stopped why=time who="Dan, organiser"\n'


def told(text: str) -> Report:
    return audit(text.encode(), REAL)


@pytest.mark.parametrize(("text", "leads"), STANDINGS)
def test_a_claim_of_the_winner_is_compared_with_who_leads_as_it_stood(text: str, leads: str) -> None:
    for lines in (f"{STOP}claim: winner {leads}\n", f"claim: winner {leads}\n{STOP}"):
        report = told(text + lines)
        assert (report.result.status, report.result.reckoned["winner"]) == ("confirmed", leads)
        assert not [finding for finding in report.findings if finding.status in {"illegal", "mismatch"}]
    other = next(player for player in ("green", "orange", "blue") if player != leads)
    report = told(f"{text}{STOP}claim: winner {other}\n")
    assert report.result.status == "refuted"
    # In Tailwinds another reading of losing puts orange first.
    wrong = next(finding for finding in report.findings if finding.status in {"mismatch", "contested"})
    assert wrong.breach.endswith(f"by our count it is {leads}, as the table stood when play was stopped.")
    # Without the stop the game goes on, and no player has won.
    assert told(f"{text}claim: winner {leads}\n").result.status != "confirmed"


def test_several_lead_where_they_are_equal() -> None:
    report = told(WINDS.replace("blue.vp=16", "blue.vp=14") + STOP)
    assert report.result.reckoned["winner"] == "blue green"


def test_who_leads_is_unknown_where_the_record_lacks_it() -> None:
    report = told(WINDS.replace("blue.vp=16", "blue.vp=??") + STOP + "claim: winner blue\n")
    assert (report.result.status, report.result.reckoned["winner"]) == ("unproven", "??")


def test_a_game_that_cannot_say_who_leads_leaves_the_claim_open() -> None:
    report = audit(log("ada: take 3", "record: stopped why=time", "claim: winner ada"), GAMES)
    assert (report.verdict, report.result.status) == ("incomplete", "unproven")


def test_after_the_end_the_winner_is_who_has_won() -> None:
    for golden in goldens("winds-of-plunder"):
        before = audit(golden.log, REAL)
        if before.result.reckoned["winner"] not in {"none", "??"} and before.verdict == "clean":
            after = audit(golden.log + STOP.encode(), REAL)
            assert (after.verdict, after.result) == (before.verdict, before.result), golden.name


@pytest.mark.parametrize("game", ["tailwinds", "winds-of-plunder", "north-wind"])
def test_a_legal_game_stopped_anywhere_owes_nothing(game: str) -> None:
    golden = next(one for one in goldens(game) if audit(one.log, REAL).verdict == "clean" and len(one.log) > 3_000)
    head, _, events = golden.log.decode().partition("---\n")
    lines = [line for line in events.splitlines(keepends=True) if not line.startswith(("claim", "record"))]
    for end in range(5, len(lines), max(1, len(lines) // 12)):
        report = told(f"{head}---\n{''.join(lines[:end])}{STOP}")
        assert not [(end, f.seq, f.rule) for f in report.findings if f.status in {"illegal", "mismatch"}]


def test_what_is_played_after_the_stop_is_told_once() -> None:
    report = audit(log("ada: take 3", "record: stopped", "ben: take 1", "cleo: take 1"), GAMES)
    (finding,) = report.findings
    assert (finding.seq, finding.line, finding.status) == (3, 6, "malformed")
    assert "record: retract 2" in finding.instead
    taken_back = audit(log("ada: take 3", "record: stopped", "ben: take 1", "record: retract 2 who=Judge"), GAMES)
    assert taken_back.verdict == "clean"
    assert "stopped" not in convert_to_builtins(taken_back.document)


def test_every_form_says_where_play_was_stopped_and_by_whom() -> None:
    report = told(TAILWINDS + STOP)
    assert convert_to_builtins(report.document)["stopped"] == {
        "seq": 2,
        "line": 9,
        "why": "time",
        "who": "Dan, organiser",
    }
    for form in (render_text(report), render_html(report), render_sarif([("x.log", report)])):
        flowing = re.sub(r"\s+", " ", form)
        assert "Play was stopped (time) at event 2, line 9, says Dan, organiser" in flowing


def test_an_adjourned_game_goes_on_in_a_log_that_names_the_first() -> None:
    report = audit(log("ada: take 3", header=f"continues: {SHA}\n"), GAMES)
    assert convert_to_builtins(report.document)["log"]["continues"] == SHA
    assert SHA in render_text(report)
    with pytest.raises(LogError, match="SHA-256"):
        audit(log("ada: take 3", header="continues: yesterday\n"), GAMES)
