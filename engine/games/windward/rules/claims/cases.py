"""What is the case where a claim is wrong about a fact over which several rules compete."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum

from engine.games.windward.rules.claims import achievements as achieving_claims
from engine.games.windward.rules.claims import battle as battle_claims
from engine.games.windward.rules.claims import boat as boat_claims
from engine.games.windward.rules.claims import card as card_claims
from engine.games.windward.rules.claims import cargo as cargo_claims
from engine.games.windward.rules.claims import co_op as allied_claims
from engine.games.windward.rules.claims import crester as crester_claims
from engine.games.windward.rules.claims import end as end_claims
from engine.games.windward.rules.claims import great_white as white_claims
from engine.games.windward.rules.claims import naturalist as research_claims
from engine.games.windward.rules.claims import order as order_claims
from engine.games.windward.rules.claims import outcome as outcome_claims
from engine.games.windward.rules.claims import rest as rest_claims
from engine.games.windward.rules.claims import set_up as set_up_claims
from engine.games.windward.rules.claims import sky as sky_claims
from engine.games.windward.rules.claims import solo as lone_claims
from engine.games.windward.rules.claims import turn as turn_claims
from engine.games.windward.state import Player, Table
from engine.kernel.events import Claim

# How to tell what is the case; None where this teller cannot say, and the next one is asked.
OfTable = Callable[[Table, Claim], Enum | None]
OfSeat = Callable[[Table, Player, Claim], Enum | None]
# Who knows of a fact, in the order in which they are asked: of a seat's fact by what stands behind the dot. Each
# module of claims has a SEAT and a TABLE, and an enumeration of its own for the cases that rules name.
_SEAT: tuple[Mapping[str, OfSeat], ...] = (
    allied_claims.SEAT,
    lone_claims.SEAT,
    achieving_claims.SEAT,
    white_claims.SEAT,
    research_claims.SEAT,
    set_up_claims.SEAT,
    turn_claims.SEAT,
    rest_claims.SEAT,
    outcome_claims.FIRST,
    card_claims.SEAT,
    sky_claims.SEAT,
    cargo_claims.SEAT,
    outcome_claims.SEAT,
    boat_claims.SEAT,
    order_claims.SEAT,
    boat_claims.LAST,
    cargo_claims.LAST,
)
_TABLE: tuple[Mapping[str, OfTable], ...] = (
    allied_claims.TABLE,
    lone_claims.TABLE,
    white_claims.TABLE,
    set_up_claims.TABLE,
    research_claims.TABLE,
    outcome_claims.LOST,
    turn_claims.TABLE,
    end_claims.TABLE,
    rest_claims.TABLE,
    card_claims.TABLE,
    crester_claims.TABLE,
    sky_claims.TABLE,
    cargo_claims.TABLE,
    boat_claims.TABLE,
    battle_claims.TABLE,
    outcome_claims.TABLE,
    order_claims.TABLE,
    battle_claims.FORCES,
)


def wrong(table: Table, claim: Claim, _reckoned: object) -> Enum | None:
    """Say what is the case; None where one rule settles the fact, whatever has happened."""
    first, _, what = claim.fact.partition(".")
    if first in table.players and what:
        player = table.players[first]
        cases = (teller[what](table, player, claim) for teller in _SEAT if what in teller)
    else:
        cases = (teller[claim.fact](table, claim) for teller in _TABLE if claim.fact in teller)
    return next((case for case in cases if case is not None), None)
