"""Determines the case of a wrong claim about a fact that several rules share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum

from engine.games.windward.rules.claims import (
    achievements,
    battle,
    boat,
    card,
    cargo,
    co_op,
    crester,
    end,
    great_white,
    naturalist,
    order,
    outcome,
    rest,
    set_up,
    sky,
    solo,
    turn,
)
from engine.games.windward.state import Player, Table
from engine.kernel.events import Claim

# Determines the case; None passes the claim to the next function.
OfTable = Callable[[Table, Claim], Enum | None]
OfSeat = Callable[[Table, Player, Claim], Enum | None]
# The functions for each fact, in the order of their use; a seat's fact goes by the part after the dot. Each module of
# claims has a SEAT and a TABLE, and an enumeration of the cases that rules name.
_SEAT: tuple[Mapping[str, OfSeat], ...] = (
    co_op.SEAT,
    solo.SEAT,
    achievements.SEAT,
    great_white.SEAT,
    naturalist.SEAT,
    set_up.SEAT,
    turn.SEAT,
    rest.SEAT,
    outcome.FIRST,
    card.SEAT,
    sky.SEAT,
    cargo.SEAT,
    outcome.SEAT,
    boat.SEAT,
    order.SEAT,
    boat.LAST,
    cargo.LAST,
)
_TABLE: tuple[Mapping[str, OfTable], ...] = (
    co_op.TABLE,
    solo.TABLE,
    great_white.TABLE,
    set_up.TABLE,
    naturalist.TABLE,
    outcome.LOST,
    turn.TABLE,
    end.TABLE,
    rest.TABLE,
    card.TABLE,
    crester.TABLE,
    sky.TABLE,
    cargo.TABLE,
    boat.TABLE,
    battle.TABLE,
    outcome.TABLE,
    order.TABLE,
    battle.FORCES,
)


def wrong(table: Table, claim: Claim, _reckoned: object) -> Enum | None:
    """Return the case; None if one rule settles the fact in all cases."""
    first, _, what = claim.fact.partition(".")
    if first in table.players and what:
        player = table.players[first]
        cases = (teller[what](table, player, claim) for teller in _SEAT if what in teller)
    else:
        cases = (teller[claim.fact](table, claim) for teller in _TABLE if claim.fact in teller)
    return next((case for case in cases if case is not None), None)
