"""Determines the case of a wrong claim about a fact that several rules share."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.games.north_wind.rules.claims import board, end, fog, ship, trade, voyage
from engine.games.north_wind.rules.wrong import Wrong
from engine.games.north_wind.state import Player, Table
from engine.kernel.events import Claim

# Determines the case; None passes the claim to the next function.
OfTable = Callable[[Table, Claim], Wrong | None]
OfSeat = Callable[[Table, Player, Claim], Wrong | None]
# The functions for each fact, in the order of their use. A seat's fact goes by the part after the dot; a table's fact
# by its name or by the part before the dot (column.olsand).
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
    """Return the case; None if one rule settles the fact in all cases."""
    first, _, what = claim.fact.partition(".")
    if first in table.players and what:
        player = table.players[first]
        cases = (teller[what](table, player, claim) for teller in _SEAT if what in teller)
    else:
        cases = (teller[at](table, claim) for teller in _TABLE for at in (claim.fact, first) if at in teller)
    return next((case for case in cases if case is not None), None)
