"""Final scores come with their sum; a wrong number comes with our sum and the event until which it was right."""

from __future__ import annotations

import json

import pytest

from audit import audit
from audit.model.findings import Finding
from audit.model.report import Report
from audit.report import render_html, render_json, render_sarif, render_text
from engine.games import GAMES
from fixtures.goldens import goldens
from fixtures.simulate import simulate


def winds() -> list[str]:
    return simulate("winds-of-plunder", 3, 3).splitlines()


def claiming(lines: list[str], claim: str, before: int | None = None) -> Report:
    at = len(lines) if before is None else before
    return audit("\n".join([*lines[:at], claim, *lines[at:], ""]).encode(), GAMES)


def mismatch(report: Report) -> Finding:
    (found,) = [finding for finding in report.findings if finding.status == "mismatch"]
    return found


def test_the_final_scores_add_up_and_are_those_that_a_claim_is_held_against() -> None:
    report = claiming(winds(), "record: note the end")
    scores = report.result.scores
    assert {score.seat for score in scores} == {player.seat for player in report.found.log.players}
    for score in scores:
        assert sum(score.parts.values()) == score.total
        right = claiming(winds(), f"claim: {score.seat}.vp {score.total}")
        assert not right.findings
        wrong = mismatch(claiming(winds(), f"claim: {score.seat}.vp {score.total + 1}"))
        assert wrong.sum is not None
        assert wrong.sum.comes_to == score.total


def test_a_sum_begins_with_what_was_there_and_ends_with_what_we_reckon() -> None:
    seat = winds()[2].removeprefix("players: ").partition("=")[0]
    whole = mismatch(claiming(winds(), f"claim: {seat}.vp 99")).sum
    assert whole is not None
    assert whole.begins + sum(line.amount for line in whole.lines) == whole.comes_to
    last = whole.lines[-1]
    assert sum(last.parts.values()) == last.amount, "the end bonuses, one by one"
    assert all(line.text for line in whole.lines)


def test_a_wrong_number_is_told_until_when_it_was_right() -> None:
    lines = winds()
    seat = lines[2].removeprefix("players: ").partition("=")[0]
    whole = mismatch(claiming(lines, f"claim: {seat}.vp 99")).sum
    assert whole is not None
    stale = whole.comes_to - whole.lines[-1].amount
    report = claiming(lines, f"claim: {seat}.vp {stale}")
    found = mismatch(report)
    assert found.last_right is not None
    assert (found.last_right.seq, found.last_right.line) == (whole.lines[-1].seq, whole.lines[-1].line)
    said = f"The log has {stale}, which was right until event {found.last_right.seq}, line {found.last_right.line}: "
    assert said in render_text(report, width=200, colour=False)
    assert said in render_html(report, "")
    assert said in json.loads(render_sarif([("a.log", report)]))["runs"][0]["results"][0]["message"]["text"]
    assert json.loads(render_json(report))["findings"][0]["last_right"]["seq"] == found.last_right.seq


def test_a_number_that_was_never_right_has_no_such_place() -> None:
    seat = winds()[2].removeprefix("players: ").partition("=")[0]
    assert mismatch(claiming(winds(), f"claim: {seat}.vp 999")).last_right is None


def test_a_number_that_the_record_leaves_open_on_its_way_has_no_sum() -> None:
    log = (
        "game: north-wind\npack: north-wind-reconstructed-1\nplayers: green=Ada, orange=Ben\n"
        "position: green.gold=3, turn=green, phase=income\n---\ngreen: sail north_cape\nclaim: green.gold 7\n"
    )
    found = mismatch(audit(log.encode(), GAMES))
    assert (found.sum, found.last_right) == (None, None)


@pytest.mark.parametrize("game", ["north-wind", "winds-of-plunder"])
def test_a_finished_golden_has_scores_and_the_winner_has_the_highest(game: str) -> None:
    seen = 0
    for golden in goldens(game):
        result = audit(golden.log, GAMES).found.result
        winners = str(result.reckoned["winner"]).split()
        if result.scores and set(winners) <= {score.seat for score in result.scores}:
            best = max(score.total for score in result.scores)
            seen += 1
            totals = {score.seat: score.total for score in result.scores}
            ended_early = game == "north-wind" and any(totals[winner] < best for winner in winners)
            assert ended_early or all(totals[winner] == best for winner in winners), golden
    assert seen >= 5
