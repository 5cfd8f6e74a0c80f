"""North Wind from a position in mid-game: what it may state, what is refused, and what stays unknown."""

from __future__ import annotations

import pytest

from audit import audit
from engine.games import GAMES
from engine.kernel.log import LogError

HEADER = """\
game: north-wind
pack: north-wind-reconstructed-1
players: green=Ada, orange=Ben, blue=Cleo
position: {position}
---
{log}
"""
VOYAGE = "turn=green, phase=voyage, stack=olsand, green.sail=4, green.crew=none"
REFUSED = {
    "a turn of nobody": "turn=none",
    "a seat that there is not": "turn=white",
    "a phase in mid-roll": "turn=green, phase=fog",
    "a game that is over": "turn=green, phase=over",
    "less gold than none": "turn=green, green.gold=-1",
    "gold that is no number": "turn=green, green.gold=lots",
    "a ship without a sail": "turn=green, green.sail=0",
    "a fifth cannon": "turn=green, green.cannons=5",
    "a role twice": "turn=green, green.crew=boatswain boatswain",
    "a role that there is not": "turn=green, green.crew=cook",
    "goods that there are not": "turn=green, green.hold=rum",
    "nine salt": "turn=green, green.salt=9",
    "a token of nobody": "turn=green, column.olsand=white",
    "a tenth task": f"turn=green, column.olsand={'green ' * 10}",
    "a bonus token twice": "turn=green, bonus.crew=green green",
    "a tile that there is not": f"{VOYAGE}, row=rum-1",
    "a stack that there is not": "turn=green, phase=voyage, stack=bergen",
    "a third action": f"{VOYAGE}, actions=3",
    "a row before the voyage": "turn=green, row=fish-1",
    "a stack before it is chosen": "turn=green, stack=olsand",
    "nine tiles in a stack": f"turn=green, contents.olsand={'?? ' * 8}ol",
}


def findings(position: str, log: str) -> list[tuple[str, int | None, str]]:
    report = audit(HEADER.format(position=position, log=log).encode(), GAMES)
    return [(finding.status, finding.seq, finding.rule) for finding in report.findings]


@pytest.mark.parametrize("position", REFUSED.values(), ids=REFUSED)
def test_a_position_that_cannot_be_is_refused_with_its_line_and_a_remedy(position: str) -> None:
    with pytest.raises(LogError) as refused:
        findings(position, "green: sail olsand")
    assert refused.value.fault.line == 4
    assert refused.value.fault.says
    assert refused.value.fault.hint


def test_what_a_position_leaves_out_breaks_no_rule() -> None:
    assert (
        findings("turn=green", "green: sail olsand\nfate: tile fish-1\nfate: shuffle olsand\norange: sail olsand") == []
    )


def test_whose_turn_nobody_wrote_down_cannot_be_checked() -> None:
    assert findings("turn=??", "green: sail olsand") == [("unverifiable", 1, "NW-TURN-03")]


def test_into_which_stack_a_ship_has_sailed_cannot_be_checked_where_nobody_wrote_it_down() -> None:
    found = findings("turn=green, phase=voyage, row=fish-1, green.sail=4", "fate: shuffle olsand")
    assert found == [("unverifiable", 1, "NW-VOYAGE-15")]


def test_with_an_unknown_sail_four_tiles_are_within_range_and_a_fifth_cannot_be_checked() -> None:
    tiles = ("fish-1", "lumber-1", "salt-1", "wine-1", "grain-1")
    log = "\n".join(("green: sail olsand", *(f"fate: tile {tile}" for tile in tiles)))
    assert findings("turn=green, green.crew=none", log) == [("unverifiable", 6, "NW-VOYAGE-04")]


def test_tiles_in_the_row_count_for_the_range() -> None:
    log = "fate: tile wine-1\nfate: tile grain-1"
    assert findings(f"{VOYAGE}, row=fish-1 lumber-1 salt-1", log) == [("illegal", 2, "NW-VOYAGE-04")]


def test_a_tile_in_the_row_does_not_come_from_another_stack_later() -> None:
    log = "fate: shuffle olsand\norange: sail north_cape\nfate: tile fish-1"
    assert findings(f"{VOYAGE}, row=fish-1", log) == [("illegal", 3, "NW-VOYAGE-18")]


def test_the_gold_for_the_poor_is_not_given_where_nobody_wrote_the_gold_down() -> None:
    assert findings("turn=green, green.gold=??", "green: sail olsand\nclaim: green.gold 1") == [
        ("unverifiable", 2, "NW-LOG-02")
    ]


def test_an_income_that_cannot_be_checked_is_no_breach() -> None:
    found = findings("turn=green, green.crew=none", "green: income 1")
    assert {(status, seq) for status, seq, _ in found} == {("unverifiable", 1)}
    assert "NW-INCOME-03" in {rule for _, _, rule in found}
