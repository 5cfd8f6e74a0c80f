"""A kind of line that a log never writes is reported once, at the first place where it is due, with a count."""

from __future__ import annotations

import pytest

from audit import Report, audit
from engine.games import GAMES
from engine.games.tailwinds.events import RollWind
from engine.kernel.events import Event
from engine.kernel.log import Log
from engine.kernel.spellings import write
from fixtures.simulate import play


def told(seed: int, without: type[Event], keep: int = 0) -> tuple[Report, int]:
    """Play a game, and write it without its lines of one kind, except the first few."""
    log = play(GAMES["tailwinds"], 3, seed)
    of_kind = [event for event in log.events if type(event) is without]
    left = [event for event in log.events if type(event) is not without or event in of_kind[:keep]]
    raw = write(Log(log.header, left, range(len(left)), "text"), "text", GAMES["tailwinds"].vocabulary)
    return audit(raw.encode(), GAMES), len(of_kind)


@pytest.mark.parametrize("seed", [1, 3, 13])
def test_a_kind_that_is_never_written_is_one_root_with_the_number_of_places(seed: int) -> None:
    report, count = told(seed, RollWind)
    roots = [finding for finding in report.roots if finding.rule.startswith("TW-WIND")]
    assert count >= 2
    assert len(roots) == 1
    assert "This log has no “wind” at all, and one was due in" in roots[0].breach
    others = [finding for finding in report.findings if finding.follows == roots[0].seq]
    assert f"in {1 + sum(finding.rule == roots[0].rule for finding in others)} places" in roots[0].breach


def test_a_kind_that_is_written_sometimes_is_missed_at_each_place() -> None:
    report, count = told(3, RollWind, keep=1)
    roots = [finding for finding in report.roots if finding.rule.startswith("TW-WIND")]
    assert count >= 2
    assert len(roots) > 1
    assert not any("No “wind” stands" in finding.breach for finding in roots)
