"""Names boats and lanes in findings and pictures."""

from __future__ import annotations

from engine.games.tailwinds.state import LANES, UNSETTLED
from engine.kernel.unknown import is_known


def called(seat: str, name: str) -> str:
    """Name a boat in a sentence: `aft` is the aft boat of the given seat, `orange.aft` that of orange."""
    if not is_known(name):
        return f"a boat of {seat}"
    owner, _, which = name.rpartition(".")
    return f"{owner or seat}'s {'lost' if which == 'out' else which} boat"


def lane_called(lane: int) -> str:
    """Name a lane. A boat may be in no lane, or under one reading in none yet."""
    if not is_known(lane):
        return "lane ?"
    if lane == UNSETTLED:
        return "lane not settled"
    return f"{LANES[lane]} lane" if lane else "no lane"
