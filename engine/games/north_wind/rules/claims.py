"""Which rule settles a fact that the table claims wrongly."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.games.north_wind.rules import board_claims, ship_claims, trade_claims, voyage_claims
from engine.games.north_wind.state import Player, Table
from engine.kernel.events import Claim
from engine.kernel.unknown import Undetermined, known

ANY = "NW-LOG-02"
# How to tell which rule settles a fact here; "" where this teller cannot say, and the next one is asked.
OfTable = Callable[[Table, Claim], str]
OfSeat = Callable[[Table, Player, Claim], str]
# Who knows of a fact, in the order in which they are asked: of a seat's fact by what stands behind the dot, of the
# table's by its name or by what stands before the dot (column.olsand).
_SEAT: tuple[Mapping[str, OfSeat], ...] = (voyage_claims.SEAT, trade_claims.SEAT, ship_claims.SEAT, board_claims.SEAT)
_TABLE: tuple[Mapping[str, OfTable], ...] = (
    voyage_claims.TABLE,
    trade_claims.TABLE,
    ship_claims.TABLE,
    board_claims.TABLE,
)


def blame(table: Table, claim: Claim, reckoned: object) -> str:
    """Name the special rule that the claim gets wrong, and the general one where there is none."""
    if reckoned is None or not known(reckoned):
        return ANY
    first, _, what = claim.fact.partition(".")
    try:
        if first in table.players and what:
            player = table.players[first]
            told = (teller[what](table, player, claim) for teller in _SEAT if what in teller)
        else:
            told = (teller[at](table, claim) for teller in _TABLE for at in (claim.fact, first) if at in teller)
        return next((rule for rule in told if rule), ANY)
    except Undetermined:
        return ANY
