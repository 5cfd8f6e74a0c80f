"""The case of a wrong claim about research or tags."""

from __future__ import annotations

from enum import Enum

from engine.games.windward.content import PORT
from engine.games.windward.events import GiveOrder
from engine.games.windward.reckoning.naturalist import researches
from engine.games.windward.rules.claims.order import more
from engine.games.windward.state import Player, Table
from engine.kernel.events import Claim


class OfResearch(Enum):
    """The case of a wrong claim; each rule names in its `claims` the cases that break it."""

    GAS = "gas after a Crester was researched"
    TOOTH = "a tooth, or a Crester in hold or stock, after one was researched"
    TEETH_HELD = "teeth in the hold of the Naturalist"
    TOO_LITTLE = "notoriety after a night, without all that tagged Cresters bring"
    TOO_MUCH = "notoriety after a night, as for tags that are not on the planet"


def _researched(table: Table) -> bool:
    return isinstance(table.last, GiveOrder) and table.last.order == "research"


def _gas(table: Table, player: Player, _: Claim) -> OfResearch | None:
    return OfResearch.GAS if _researched(table) and researches(table, player) else None


def _teeth(table: Table, player: Player, _: Claim) -> OfResearch | None:
    if not researches(table, player):
        return None
    return OfResearch.TOOTH if _researched(table) else OfResearch.TEETH_HELD


def _notoriety(table: Table, player: Player, claim: Claim) -> OfResearch | None:
    """Judge a night at sky: a difference of more than the one that every player gains."""
    off = more(claim, player.notoriety)
    night = table.rested == player.seat and player.at != PORT and not player.lost_ship
    if not night or abs(off) <= 1 or not researches(table, player):
        return None
    return OfResearch.TOO_MUCH if off > 0 else OfResearch.TOO_LITTLE


def _stock(table: Table, _: Claim) -> OfResearch | None:
    return OfResearch.TOOTH if _researched(table) else None


def _crester(table: Table, player: Player, _: Claim) -> OfResearch | None:
    return OfResearch.TOOTH if _researched(table) and researches(table, player) else None


SEAT = {"crester": _crester, "gas": _gas, "teeth.red": _teeth, "teeth.grey": _teeth, "notoriety": _notoriety}
TABLE = dict.fromkeys(("stock.red", "stock.grey"), _stock)
