"""No log makes anything fail, however it is damaged or read: a sample of what `make fuzz` draws."""

from __future__ import annotations

import pytest

from audit import AuditOptions, audit
from engine.games import GAMES
from engine.kernel.log import LogError
from fixtures import kits
from tests.measure.fuzzing.drawn_logs import SHARING, drawn, reading_of
from tests.measure.fuzzing.scenes import other_readings
from tests.measure.fuzzing.tally import tally

SHARES = [range(share * SHARING, (share + 1) * SHARING) for share in (0, 1)]
WINDSWEPT = b"""game: tailwinds
pack: tailwinds-reconstructed-1
players: white=Cleo/admiral, blue=Dan/gambler
position: phase=resolving, rear=T1, white.aft=5 inside, white.fore=10 inside, blue.aft=9 inside, blue.fore=13 inside
position: white.card=admiral-3, blue.card=gambler-4
---
white: move aft 3
fate: wind 2 white.aft@10/middle blue.fore@11/inside
claim: winner white
"""


@pytest.mark.parametrize("share", SHARES, ids=str)
@pytest.mark.parametrize("game", list(kits.GAMES))
def test_nothing_that_is_asked_about_a_drawn_log_fails(game: str, share: range) -> None:
    counted = tally(game, share)
    assert not counted.failures, "\n".join(counted.lines())
    assert counted.counted["logs"] == len(share)


def test_a_failure_is_counted_by_its_kind_with_the_number_of_a_log(monkeypatch: pytest.MonkeyPatch) -> None:
    def draw(_table: object) -> str:
        raise KeyError("planted")

    monkeypatch.setattr("engine.games.tailwinds.picture.draw", draw)
    counted = tally("tailwinds", range(2))
    assert counted.counted["failed"] == 2
    assert {number for number, _ in counted.failures.values()} == {0}
    assert all(kind.startswith("KeyError in tests/laws/test_no_crash.py") for kind in counted.failures)


def test_the_same_number_draws_the_same_log() -> None:
    assert drawn("north-wind", 31) == drawn("north-wind", 31)
    assert drawn("north-wind", 31) != drawn("north-wind", 31, attempt=1)


@pytest.mark.parametrize("game", list(GAMES))
def test_the_lot_falls_on_every_reading_as_often(game: str) -> None:
    others = other_readings(game)
    assert {reading_of(game, number) for number in range(len(others), 2 * len(others))} == set(others)


def test_a_wind_that_finds_a_boat_in_no_lane_yet_is_told() -> None:
    late = AuditOptions(rulings={"TW-AMB-07": "at-turn-end"})
    report = audit(WINDSWEPT, GAMES, late)
    assert [(finding.seq, finding.rule) for finding in report.roots] == [(3, "TW-ROUND-03")]
    taken = WINDSWEPT.replace(b"white.aft@10/middle", b"white.aft@9/inside")
    (found, *_) = audit(taken, GAMES, late).roots
    assert "It goes to space 10, lane not settled." in found.instead


def test_points_left_in_a_turn_of_nobody_known_are_those_of_who_is_next() -> None:
    assert audit(WINDSWEPT.replace(b"rear=T1", b"rear=T1, turn=??, left=2"), GAMES).verdict == "broken"
    with pytest.raises(LogError, match="The position says 'turn' is 'none'"):
        audit(WINDSWEPT.replace(b"rear=T1", b"rear=T1, turn=none, left=2"), GAMES)


def test_where_nobody_is_left_to_act_nobody_is_told_to_be_due() -> None:
    nobody = WINDSWEPT.replace(b"white.card=admiral-3", b"white.card=none, acted=blue").replace(
        b"blue.card", b"blue.played"
    )
    report = audit(nobody, GAMES, AuditOptions())
    assert not any("before ," in finding.breach for finding in report.findings)
    assert not any('"":' in repair.line for finding in report.findings for repair in finding.repairs)
