"""One unwritten line may cause several violations: these, and only these, are reported as one."""

from __future__ import annotations

import pytest

from audit import AuditOptions, audit
from audit.budget import Budget
from audit.causes.missing_lines import merge_roots
from audit.causes.trials import CauseSearch
from audit.findings.finding import SourceLines, collect_findings
from audit.findings.replay_outcome import Readings, replay_log
from audit.intake.preparation import prepare_log
from engine.games import GAMES
from tests.measure.thinning.laws import asked
from tests.support.logs.missing_lines import RESTED, ROWED, SKY, UNWRITTEN

# Green's boats are on 9, Orange's on 4 and 18; T1 ends with space 6.
# Orange's aft boat leaves T1 empty on its way to 7. A wind of 3 would carry it on to 10: Green would then be last and
# the first to move in the next round, as written. Without a wind Orange is last, on 7.


def roots(log: str) -> list[tuple[int | None, str, str]]:
    return [(found.seq, found.rule, found.status) for found in audit(log.strip().encode(), GAMES, AuditOptions()).roots]


def test_what_some_roll_of_a_missing_wind_would_heal_follows_from_it() -> None:
    report = audit(UNWRITTEN.strip().encode(), GAMES, AuditOptions())
    assert roots(UNWRITTEN) == [(3, "TW-WIND-01", "illegal")]
    assert [(found.seq, found.rule) for found in report.findings if found.follows == 3] == [(7, "TW-ORDER-01")]
    # Only the people at the table know what the die showed.
    assert report.roots[0].repairs[0].line == 'record: insert 2 "fate: wind ??"'


def test_what_no_roll_would_heal_is_a_root_of_its_own() -> None:
    overspent = UNWRITTEN.replace("green: move aft 5", "green: move aft 8")
    assert roots(overspent) == [(3, "TW-WIND-01", "illegal"), (7, "TW-MOVE-04", "illegal")]


# Green is on a22 as its turn begins, and Orange comes there later; no Red is near.
LAUNCHED = "green: order launch 1\ngreen: sail a44\ngreen: rest morale\n"
COMES = "orange: sail a11\norange: sail a22\norange: order launch 1\n"


def test_a_sail_left_out_before_a_longboat_is_dropped_is_looked_for_there_too() -> None:
    assert roots(SKY + "green: sail a33\n" + LAUNCHED + COMES) == []
    # If the ship sailed after the longboat was dropped, the longboat would be where Orange drops its own later.
    assert roots(SKY + LAUNCHED + COMES) == [(2, "WW-MOVE-02", "illegal")]
    # What no sail explains is a separate root.
    after = LAUNCHED.replace("green: sail a44\n", "green: sail a33\ngreen: sail a44\n")
    assert roots(SKY + after + COMES) == [(7, "WW-ORD-08", "illegal")]


def test_a_line_that_is_due_under_each_reading_and_stands_nowhere_is_not_contested() -> None:
    # Under one reading the wind blows when the turn ends: it is missing there as well.
    at_end = UNWRITTEN.replace("orange: done", "orange: done\nfate: wind 3")
    assert roots(UNWRITTEN)[0][2] == "illegal"
    assert audit(at_end.strip().encode(), GAMES, AuditOptions()).verdict == "contested"


@pytest.mark.parametrize(
    ("game", "number"),
    [
        ("tailwinds", 8),
        ("tailwinds", 17),
        ("tailwinds", 602),
        ("tailwinds", 2822),
        ("winds-of-plunder", 1184),
        ("winds-of-plunder", 5169),
        ("winds-of-plunder", 3420),
        ("winds-of-plunder", 3581),
        ("winds-of-plunder", 18462),
        ("north-wind", 242),
        ("north-wind", 749),
        ("north-wind", 3665),
        ("windward", 251),
        ("windward", 776),
        ("windward", 14510),
    ],
)
def test_a_thinned_log_that_accused_more_than_it_may_does_so_no_more(game: str, number: int) -> None:
    """A wind, a Rainbow card before a contested order, a move, the first of two winds; a card, the Largest Crew's draw.

    Then a boarding long before; a sale, a purchase, a tile that was turned up; hits before the next sail, and before
    that of another player. At last a Red that only an earlier space of the turn held.
    """
    assert asked(game, number).wrong == []


def test_without_any_work_left_every_root_stands_as_it_is() -> None:
    raw = UNWRITTEN.strip().encode()
    log = replay_log(prepare_log(raw, GAMES))
    met = collect_findings(log.prepared, log.outcome.judgements, SourceLines(raw, log.prepared))
    readings = Readings(log.prepared, Budget())
    assert merge_roots(CauseSearch(log, Budget(left=0)), met, readings) == met
    assert merge_roots(CauseSearch(log, Budget()), met, readings) != met


def test_claims_behind_a_line_that_nobody_wrote_follow_what_cannot_stand_without_it() -> None:
    assert roots(RESTED + "green: order row\n" + ROWED) == []
    report = audit((RESTED + ROWED).strip().encode(), GAMES, AuditOptions())
    assert [(one.seq, one.follows) for one in report.findings] == [(1, 3), (2, 3), (3, None), (4, 3)]
    assert report.roots[0].repairs[0].line == 'record: insert 0 "green: order row"'


def test_so_do_claims_alone_and_what_no_one_line_explains_is_a_root_of_its_own() -> None:
    claims = "".join(ROWED.splitlines(keepends=True)[:2])
    assert [seq for seq, _, _ in roots(RESTED + claims)] == [1]
    assert [seq for seq, _, _ in roots(RESTED + claims.replace("row\n", "row speed\n"))] == [1, 2]
    assert [seq for seq, _, _ in roots(RESTED + claims.replace("rowing 3", "rowing 5"))] == [1, 2]
