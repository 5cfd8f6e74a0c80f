"""What is the case where the table claims a fact wrongly over which several rules compete."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.games.north_wind.rules.claims import board, end, fog, ship, trade, voyage
from engine.games.north_wind.rules.wrong import Wrong
from engine.games.north_wind.state import Player, Table
from engine.kernel.events import Claim

# How to tell what is the case; None where this teller cannot say, and the next one is asked.
OfTable = Callable[[Table, Claim], Wrong | None]
OfSeat = Callable[[Table, Player, Claim], Wrong | None]
# Who knows of a fact, in the order in which they are asked: of a seat's fact by what stands behind the dot, of the
# table's by its name or by what stands before the dot (column.olsand).
_SEAT: tuple[Mapping[str, OfSeat], ...] = (
    voyage.SEAT,
    trade.SEAT,
    fog.SEAT,
    ship.SEAT,
    board.SEAT,
)
_TABLE: tuple[Mapping[str, OfTable], ...] = (
    voyage.TABLE,
    trade.TABLE,
    fog.TABLE,
    ship.TABLE,
    board.TABLE,
    end.TABLE,
)


def wrong(table: Table, claim: Claim, _reckoned: object) -> Wrong | None:
    """Say what is the case; None where one rule settles the fact, whatever has happened."""
    first, _, what = claim.fact.partition(".")
    if first in table.players and what:
        player = table.players[first]
        cases = (teller[what](table, player, claim) for teller in _SEAT if what in teller)
    else:
        cases = (teller[at](table, claim) for teller in _TABLE for at in (claim.fact, first) if at in teller)
    return next((case for case in cases if case is not None), None)
