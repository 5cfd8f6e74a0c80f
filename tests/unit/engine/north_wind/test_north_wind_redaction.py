"""What the Lookout has shown the player who sails stays hidden from all others, at every later place of the game."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from audit.live import NOBODY, LiveSetup, View, begin_game, fold_game
from engine.games import GAMES
from engine.kernel.spellings import parse_log
from tests.support.logs.hostile_logs import ASHORE

LATER = (
    "green: sail olsand\ngreen: look {what} {tile}\nfate: tile {shown}\ngreen: pass\n"
    "fate: shuffle olsand\norange: sail north_cape\nfate: tile wine-1\nclaim: contents.olsand ol\n"
)
TILES = ("grain-1", "wreck", "eq-1", "??")


def live_game(what: str, tile: str) -> tuple[LiveSetup, Any]:
    """Write a voyage in which this tile was looked at."""
    text = ASHORE + LATER.format(what=what, tile=tile, shown="fish-1")
    read = parse_log(text.encode(), lambda name: GAMES[name].vocabulary)
    live = begin_game(msgspec.json.encode(read.header), GAMES)
    return live, fold_game(live, read.events)


def told(what: str, tile: str, seat: str) -> list[Any]:
    """Return everything that a reader can request."""
    _, live_state = live_game(what, tile)
    view = View(live_state, seat=seat)
    steps = [view.step_document(seq) for seq in range(1, live_state.seq + 1)]
    pictures = [view.picture_after(seq) for seq in range(live_state.seq + 1)]
    return [*steps, *pictures, list(view.event_documents()), view.findings(), view.legal_document()]


@pytest.mark.parametrize("what", ["keep", "under"])
@pytest.mark.parametrize("seat", ["orange", "blue", NOBODY])
def test_another_tile_looked_at_changes_nothing_that_others_are_told(seat: str, what: str) -> None:
    views = [told(what, tile, seat) for tile in TILES]
    assert all(view == views[0] for view in views[1:])


@pytest.mark.parametrize("what", ["keep", "under"])
def test_who_has_looked_sees_the_tile_and_what_the_stack_holds(what: str) -> None:
    _, live_state = live_game(what, "grain-1")
    own, other = View(live_state, seat="green"), View(live_state, seat="orange")
    assert next(own.event_documents(1))["event"]["tile"] == "grain-1"
    assert next(other.event_documents(1))["event"]["tile"] == "??"
    assert "grain-1" in own.facts_after()["contents.olsand"].split()
    assert "grain-1" not in other.facts_after()["contents.olsand"].split()
    assert own.picture_after(2) != other.picture_after(2)


def test_a_tile_revealed_to_all_is_seen_by_all() -> None:
    _, live_state = live_game("under", "fish-1")
    for seat in ("green", "orange", NOBODY):
        assert "fish-1" in View(live_state, seat=seat).facts_after()["contents.olsand"].split()
