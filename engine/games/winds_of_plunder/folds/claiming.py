"""Takes facts from claims about what the record lacks: nothing contradicts them, so they are believed."""

from __future__ import annotations

from engine.games.winds_of_plunder.folds.marking import settle_marker
from engine.games.winds_of_plunder.state import DIRECTIONS, MARKERS, Player, Table
from engine.kernel.events import Claim
from engine.kernel.replay.claims import fold_claim
from engine.kernel.unknown import is_known

OF_A_SEAT = ("port", "vp", "wind", "reserve", "booty", *MARKERS)
# The value of a claim that no player has something.
NOBODY = "none"


def stated(table: Table, claim: Claim) -> None:
    """Take the claimed value for an unknown fact. A claim never changes a known one."""
    fold_claim(table, claim)
    if not (is_known(claim.fact) and is_known(claim.value)):
        return
    family, _, name = claim.fact.partition(".")
    if family in table.players and name in OF_A_SEAT:
        _of_a_seat(table, table.players[family], name, claim.value)
    elif family == "marker" and name in MARKERS and not is_known(table.markers[name]):
        if claim.value in {NOBODY, *table.players}:
            table.markers[name] = "" if claim.value == NOBODY else claim.value
    elif family == "tile" and name in table.tiles and not is_known(table.tiles[name]):
        elsewhere = [tile for tile in (*table.tiles.values(), *table.bar) if is_known(tile)]
        if claim.value in table.content.tile_names and claim.value not in elsewhere:
            table.tiles[name] = claim.value
    elif claim.fact == "wind" and not is_known(table.wind) and claim.value in DIRECTIONS:
        table.wind = claim.value
    elif claim.fact == "blackbeard" and not is_known(table.blackbeard) and claim.value in table.players:
        table.blackbeard = claim.value


def _of_a_seat(table: Table, player: Player, name: str, value: int | str) -> None:
    # A port that no pack lists may have any name but no number, and a number is no name.
    if is_known(getattr(player, name)) or isinstance(value, str) != (name == "port") or value == NOBODY:
        return
    setattr(player, name, value)
    if name in MARKERS and not is_known(table.markers[name]):
        settle_marker(table, name, player.seat)
