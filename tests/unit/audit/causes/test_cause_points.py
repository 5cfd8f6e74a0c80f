"""Each aspect of causes, shown in each game where it can arise."""

from __future__ import annotations

import pytest

from audit import audit
from fixtures.causes import CauseCase, cannot_arise, causes
from fixtures.goldens import goldens
from fixtures.kits import GAMES

POINTS = (
    # The repairs of a place, by rank.
    *("repeat", "unstated", "missing", "amount", "name", "seat", "swap", "left out"),
    # Values stated in two lines, chance, claims of the table, and two rules broken by one line.
    *("pair", "chance", "decision", "claim", "claims", "together"),
    # Readings, corrections, and the effects of an illegal line.
    *("sure", "settled", "correction", "mark"),
)
CASES = [case for game in GAMES for case in causes(game)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.game} {case.point}: {case.name}")
def test_a_log_has_its_roots_what_follows_them_and_the_repair_that_lies_nearest(case: CauseCase) -> None:
    report = audit(case.log.encode(), GAMES)
    following = [(one.seq, one.rule, one.follows) for one in report.findings if one.follows is not None]
    assert [(one.seq, one.rule) for one in report.roots] == list(case.roots)
    assert following == list(case.follows)
    assert not case.repair or report.roots[0].repairs[0].line == case.repair
    assert next((root.cause.seq for root in report.roots if root.cause is not None), None) == case.cause
    assert tuple(one.id for root in report.roots for one in root.settled) == case.settled
    assert tuple(one.seq for one in report.findings if one.status == "contested") == case.contested


@pytest.mark.parametrize("game", [game for game in GAMES if causes(game) or cannot_arise(game)])
def test_each_point_is_shown_in_each_game_where_it_can_arise(game: str) -> None:
    shown, excused = {case.point for case in causes(game)}, cannot_arise(game)
    assert shown <= set(POINTS)
    assert shown | set(excused) == set(POINTS)
    assert not shown & set(excused)
    assert all(excused.values())


@pytest.mark.parametrize("true", ["blue: place 3", "blue: place 2", "green: place 3"])
def test_leaving_a_line_out_heals_nothing_that_nobody_can_check_any_more(true: str) -> None:
    demo = next(golden.log for golden in goldens("tailwinds") if golden.name == "demo")
    first = audit(demo.replace(true.encode(), f"{true[:-1]}9".encode(), 1), GAMES).roots[0]
    assert first.rule == "TW-SETUP-08"
    assert [repair.line for repair in first.repairs].index(f"record: retract {first.seq}") > 0
    assert first.repairs[0].line == true
