"""What is proposed under a finding of Windward, and what follows from it."""

from __future__ import annotations

import pytest

from audit import audit
from engine.games import GAMES

# Orange has rolled highest; hands and turns go by that, and Green is named.
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
