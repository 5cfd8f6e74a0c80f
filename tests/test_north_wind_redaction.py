"""What the Lookout has shown the player who sails is told to nobody else, at any later place of the game."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from audit.live import NOBODY, Live, View, begin, fold
from engine.games import GAMES
from engine.kernel.spellings import parse
from tests.hostile import ASHORE

LATER = (
    "green: sail olsand\ngreen: look {what} {tile}\nfate: tile {shown}\ngreen: pass\n"
    "fate: shuffle olsand\norange: sail north_cape\nfate: tile wine-1\nclaim: contents.olsand ol\n"
)
TILES = ("grain-1", "wreck", "eq-1", "??")


def live_game(what: str, tile: str) -> tuple[Live, Any]:
    """Write of a voyage in which this tile was looked at."""
    text = ASHORE + LATER.format(what=what, tile=tile, shown="fish-1")
    read = parse(text.encode(), lambda name: GAMES[name].vocabulary)
    live = begin(msgspec.json.encode(read.header), GAMES)
    return live, fold(live, read.events)


def told(what: str, tile: str, seat: str) -> list[Any]:
    """All that a reader can ask for."""
    _, live_state = live_game(what, tile)
    view = View(live_state, seat=seat)
    steps = [view.step(seq) for seq in range(1, live_state.seq + 1)]
    pictures = [view.picture(seq) for seq in range(live_state.seq + 1)]
    return [*steps, *pictures, list(view.events()), view.findings(), view.legal()]


@pytest.mark.parametrize("what", ["keep", "under"])
@pytest.mark.parametrize("seat", ["orange", "blue", NOBODY])
def test_another_tile_looked_at_changes_nothing_that_others_are_told(seat: str, what: str) -> None:
    views = [told(what, tile, seat) for tile in TILES]
    assert all(view == views[0] for view in views[1:])


@pytest.mark.parametrize("what", ["keep", "under"])
def test_who_has_looked_sees_the_tile_and_what_the_stack_holds(what: str) -> None:
    _, live_state = live_game(what, "grain-1")
    own, other = View(live_state, seat="green"), View(live_state, seat="orange")
    assert next(own.events(1))["event"]["tile"] == "grain-1"
    assert next(other.events(1))["event"]["tile"] == "??"
    assert "grain-1" in own.facts()["contents.olsand"].split()
    assert "grain-1" not in other.facts()["contents.olsand"].split()
    assert own.picture(2) != other.picture(2)


def test_a_tile_revealed_to_all_is_seen_by_all() -> None:
    _, live_state = live_game("under", "fish-1")
    for seat in ("green", "orange", NOBODY):
        assert "fish-1" in View(live_state, seat=seat).facts()["contents.olsand"].split()
