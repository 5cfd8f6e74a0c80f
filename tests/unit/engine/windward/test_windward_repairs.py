"""The repairs proposed under a finding of Windward, and their consequences."""

from __future__ import annotations

import pytest

from audit import audit
from engine.games import GAMES

# Orange has rolled highest; hands and turns follow from that, but Green is named.
LOG = """\
game: windward
pack: windward-reconstructed-1
{layers}players: green=Ada, orange=Ben, blue=Cleo
---
fate: planet a b c d e f
fate: start 3 green
fate: start 5 orange
fate: start 1 blue
fate: first green
fate: deal orange fuel bait
fate: deal blue coffee fuel bait
fate: deal green coffee harpoon bait fuel
{rolls}
orange: rest
blue: rest
green: rest
fate: wind 2
orange: rest
"""
ROLLS = ("fate: wind 1\nfate: grey 2\nfate: grey 4", "fate: grey 2\nfate: grey 4\nfate: wind 1")


@pytest.mark.parametrize(
    ("layers", "rolls"), [("", ROLLS[0]), ("layers: classic\n", ROLLS[1])], ids=["full", "classic"]
)
def test_whoever_the_rolls_name_is_proposed_first_and_explains_hands_and_turns(layers: str, rolls: str) -> None:
    report = audit(LOG.format(layers=layers, rolls=rolls).encode(), GAMES)
    (root,) = report.roots
    assert (root.seq, root.rule, root.repairs[0].line) == (5, "WW-SET-14", "fate: first orange")
    assert {finding.rule for finding in report.findings if finding.follows == 5} >= {"WW-SET-16"}


# The White has been beaten, and the corner to which it comes back was not written.
NOT_BACK = """\
game: windward
layers: co-op
pack: windward-reconstructed-1
players: green=Ada, blue=Ben
position: planet=a b c d e f, wind=1, turn=green, first=green, round=2, white=c61, lives.captains=2, lives.white=2
position: reds=none, greys=none, items=none, difficulty=normal, green.place=c11, green.morale=2, green.cannons=1
position: green.hand=fuel harpoon harpoon, green.tokens=0, green.crew=none, green.crester=none, green.gas=2
position: green.teeth.red=0, green.teeth.grey=0, green.notoriety=0, blue.place=port, blue.morale=2, blue.gas=2
position: blue.cannons=1, blue.hand=fuel, blue.tokens=0, blue.crew=none, blue.crester=none, blue.notoriety=0
position: blue.teeth.red=0, blue.teeth.grey=0
---
green: rest fuel
green: white c11
fate: roll attack 1 1 1 1 1 1 1 1
green: cannons 1
fate: roll defend 3 3 3
green: hits harpoon
blue: rest
"""


def test_a_repair_does_not_decide_a_game_that_goes_on() -> None:
    (root,) = audit(NOT_BACK.encode(), GAMES).roots
    assert (root.rule, root.seq) == ("WW-COOP-17", 7)
    assert root.outcome is not None
    assert (root.outcome.changes, root.outcome.then) == (False, {"winner": "none"})
