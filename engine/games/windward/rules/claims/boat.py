"""The case of a wrong claim about longboats: their speed and places, and their tows."""

from __future__ import annotations

from enum import Enum

from engine.games.windward.content import PORT
from engine.games.windward.events import GiveOrder, LiftBoat, Rest, Row
from engine.games.windward.reckoning import lying, mine, owner
from engine.games.windward.reckoning.aftermath import BEATEN
from engine.games.windward.reckoning.printed import rowing_top
from engine.games.windward.rules.claims.order import last_of, more
from engine.games.windward.state import ABOARD, ASIDE, CARGO, GAS, GREY, RED, Battle, Player, Table
from engine.kernel.events import Claim
from engine.kernel.unknown import is_known


class OfBoats(Enum):
    """The case of a wrong claim; each rule names in its `claims` the cases that break it."""

    ABOVE_THE_TOP = "longboat speed above the end of its track"
    ROWED = "longboat speed after a longboat has moved"
    NOT_KEPT = "less longboat speed, and nobody has spent any"
    NOT_BROUGHT = "the second longboat in use, and nobody has brought it"
    GONE = "a longboat in another place, and nobody has moved it"
    CARRIED = "something that went along with a longboat, and is no Crester"
    TOW_LEFT = "a Grey where it lay, and its longboat has moved"
    TOW_GONE = "a Grey that went with the longboat that was beaten"
    RED_TOWED = "a Red that went along with a longboat"
    TWO_TOWED = "two Greys that went along with one longboat"


# Facts of one player


def _rowing(table: Table, player: Player, claim: Claim) -> OfBoats | None:
    """Judge longboat speed that a longboat has used."""
    return OfBoats.ROWED if isinstance(last_of(table, player), Row) and more(claim, player.rowing) else None


def _kept(table: Table, player: Player, claim: Claim) -> OfBoats | None:
    """Judge longboat speed that nothing has just changed."""
    if more(claim, rowing_top(table)) > 0:
        return OfBoats.ABOVE_THE_TOP
    last = last_of(table, player)
    idle = last is None or isinstance(last, Rest)
    return OfBoats.NOT_KEPT if idle and more(claim, player.rowing) < 0 else None


def _boat(table: Table, player: Player, claim: Claim) -> OfBoats | None:
    """Judge the place of a longboat: in use without a crew member, or moved without a line."""
    place, last = player.boats[claim.fact[-1]], last_of(table, player)
    if place == ASIDE:
        return OfBoats.NOT_BROUGHT if last is None or not isinstance(last, GiveOrder) or last.order != "crew" else None
    moved = isinstance(last, Row | LiftBoat) and last.boat == claim.fact[-1]
    return OfBoats.GONE if place not in {ABOARD, PORT} and not moved else None


def _crester(table: Table, player: Player, claim: Claim) -> OfBoats | None:
    """Judge a hold with a Grey for which longboats have fought."""
    battle = _won_by_a_boat(table)
    part = battle is not None and player.seat in {owner(battle.attacker), owner(battle.defender)}
    return OfBoats.TOW_GONE if part and claim.value == GREY else None


def _won_by_a_boat(table: Table) -> Battle | None:
    """Return the last battle, if a longboat has lost it and a Grey is there."""
    end = table.outcome
    if end is None or end.battle is None or end.how != BEATEN or "." not in end.loser:
        return None
    there = lying(table, end.battle.space, GREY)
    return end.battle if is_known(there) and there else None


SEAT = {"rowing": _rowing, "crester": _crester, "boat.1": _boat, "boat.2": _boat}
# Used last.
LAST = {"rowing": _kept}


# Facts of the table


def _items(table: Table, claim: Claim) -> OfBoats | None:
    """Judge what has gone along with a longboat, or has not."""
    listed, last = str(claim.value).split(), table.last
    battle = _won_by_a_boat(table)
    if battle is not None:
        there = f"{battle.space}.{GREY}"
        return OfBoats.TOW_GONE if listed.count(there) < lying(table, battle.space, GREY) else None
    turn = mine(table, last.by) if isinstance(last, Row) else None
    if not isinstance(last, Row) or turn is None or not is_known(last.to) or not is_known(last.boat):
        return None
    back = turn.previous.get(f"{last.by}.{last.boat}", "")
    return _along(table, listed, back, last.to) if is_known(back) and back else None


def _along(table: Table, listed: list[str], back: str, to: str) -> OfBoats | None:
    """Judge what has gone from one space to another, as claimed."""
    for item, wrong in ((RED, OfBoats.RED_TOWED), *((one, OfBoats.CARRIED) for one in (GAS, *CARGO))):
        if listed.count(f"{to}.{item}") > lying(table, to, item):
            return wrong
    if listed.count(f"{back}.{GREY}") > lying(table, back, GREY):
        return OfBoats.TOW_LEFT
    towed = lying(table, to, GREY)
    return OfBoats.TWO_TOWED if towed and listed.count(f"{to}.{GREY}") > towed else None


TABLE = {"items": _items}
