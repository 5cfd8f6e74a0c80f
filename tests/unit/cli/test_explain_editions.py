"""`explain` shows both texts of a rule that two editions word or print differently."""

from __future__ import annotations

import pytest

from audit import audit
from engine.games import GAMES
from fixtures.cases import examples
from tests.support.command_line import asked

FULL, CLASSIC = "Windward rulebook (full edition)", "Windward rulebook (classic edition)"


def explained(rule: str) -> str:
    return " ".join(asked("explain", rule).stdout.split())


def test_the_wording_of_another_edition_is_explained_with_its_page() -> None:
    found = explained("WW-SET-18")
    assert f"Written in {FULL}, “Global Setup”, page 2" in found
    assert f"Written in {CLASSIC}, “Setup”, page 3" in found
    assert "Not in" not in found


@pytest.mark.parametrize(("rule", "lacks"), [("WW-CON-11", CLASSIC), ("WW-BAT-13", None), ("WW-INV-08", None)])
def test_a_rule_that_one_edition_alone_prints_says_where_it_is_not(rule: str, lacks: str | None) -> None:
    found = explained(rule)
    assert ("Not in" in found) == (lacks is not None)
    assert lacks is None or f"Not in {lacks}" in found


def test_whoever_shares_a_board_is_shown_the_page_of_the_edition_in_force() -> None:
    _, breaking = examples("windward", "WW-SET-07", "full")
    assert breaking is not None
    (finding,) = audit(breaking.log.replace("pack:", "layers: classic\npack:").encode(), GAMES).roots
    assert (finding.cites[0].source, finding.cites[0].page) == ("classic", 3)
