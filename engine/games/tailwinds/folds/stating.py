"""Places boats whose place was unknown where a later line states it."""

from __future__ import annotations

from engine.games.tailwinds.folds.sailing import put
from engine.games.tailwinds.reckoning import OWN
from engine.games.tailwinds.state import AFLOAT, LANE_NUMBER, Table
from engine.kernel.events import Claim
from engine.kernel.replay.claims import fold_claim
from engine.kernel.unknown import UNKNOWN, is_known


def place_claimed(table: Table, claim: Claim) -> None:
    """A claim changes nothing, except that it places a boat whose place was unknown."""
    fold_claim(table, claim)
    if not (table.blurred and is_known(claim.fact) and is_known(claim.value)):
        return
    seat, _, boat = claim.fact.partition(".")
    space, _, lane = str(claim.value).partition(" ")
    if seat in table.players and space.isdigit() and (not lane or lane in LANE_NUMBER):
        lies_at(table, seat, boat, int(space), LANE_NUMBER[lane] if lane else UNKNOWN)


def lies_at(table: Table, seat: str, name: str, space: int, lane: int) -> None:
    """A line states the place of a boat that was unknown: believe it, unless it cannot be that boat."""
    if not is_known(name) or name not in OWN:
        return
    racing = [b for b in table.players[seat].boats if b.state is AFLOAT]
    lost = [b for b in racing if not is_known(b.space)]
    placed = next((b.space for b in racing if is_known(b.space)), space)
    if lost and (space <= placed if name == "aft" else space >= placed):
        put(table, lost[0 if name == "aft" else -1], space, lane)
