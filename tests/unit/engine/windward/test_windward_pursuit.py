"""How far pursuing Reds and the White are searched for: only as far as they are, and once for each place."""

from __future__ import annotations

from audit.intake.preparation import prepare_log
from engine.games import GAMES
from engine.games.windward.content.pieces import DRIFT
from engine.games.windward.reckoning import chasing
from engine.games.windward.state import Table

ALONE = b"""game: windward
layers: solo
pack: windward-reconstructed-1
players: green=Ada
position: planet=a b c d e f, turn=green, green.place=a11, green.morale=3, reds=a22 a55 d55, beaten=1, white=parked
---
green: rest morale
"""


def laid() -> Table:
    """One ship, with a Red next to it and two further off."""
    table = prepare_log(ALONE, GAMES).replay_all().table
    assert isinstance(table, Table)
    return table


def test_a_look_at_a_red_reaches_no_further_than_the_red() -> None:
    table = laid()
    for red, far in (("a22", 1), ("a55", 4)):
        steps = chasing.chase_of(table, "green", red).steps()
        assert steps[red] == far == max(steps.values())


def test_one_that_no_way_leads_to_is_looked_for_on_the_whole_planet() -> None:
    table = laid()
    apart = chasing.chase_of(table, "green", "d55")
    walled = apart._replace(reds=frozenset(apart.laid.near["d55"].values()))
    dry = {space for space, shown in apart.laid.shows.items() if shown != DRIFT}
    assert walled.blocked
    assert walled.steps().keys() <= dry - walled.reds


def test_where_reds_may_come_to_is_reckoned_once_for_each_place() -> None:
    table = laid()
    ends = chasing.goals(table, chasing.chase_of(table, "green", "d55"))
    before = chasing._goals.cache_info()
    assert chasing.goals(table, chasing.chase_of(table, "green", "d55")) == ends
    after = chasing._goals.cache_info()
    assert (after.hits - before.hits, after.misses - before.misses) == (1, 0)
