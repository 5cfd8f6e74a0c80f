"""The rules of the chapter “The Trading Post”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.content import PORT
from engine.games.windward.events import Buy, GiveOrder, Rest, RollBattle, Sail, SpendCannons
from engine.games.windward.rules.claims.cargo import OfCargo
from engine.games.windward.rules.port import gas, orders
from engine.games.windward.rules.positions.declared import crester_in_port
from engine.games.windward.rules.turn import rest
from engine.games.windward.scoring import redeem
from engine.games.windward.sources import (
    FULL_BATTLE,
    FULL_REWARDS,
    FULL_SPEND_GAS,
    FULL_TRADING_POST,
    SHORT_COOP,
    SHORT_ORDERS,
    SHORT_TRADING_POST,
)
from engine.games.windward.state import PORT_ORDERS, SKY_ORDERS, Table
from engine.kernel.events import Start
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("The Trading Post")


@chapter.rule(
    "WW-PORT-01",
    on=(Start, Sail),
    says="No ship comes into port with a Crester in its hold.",
    cite=(FULL_TRADING_POST, SHORT_TRADING_POST),
)
def no_crester_aboard(table: Table, event: Start | Sail) -> Breach | None:
    if isinstance(event, Start):
        return crester_in_port(table)
    if event.to != PORT:
        return None
    crester = table.players[event.by].crester
    says = f"{event.by} comes into port with a {crester.capitalize()} in the hold." if crester else ""
    return Breach(says, {"crester": crester}) if crester else None


chapter.upheld(
    "WW-PORT-02",
    says="A ship that comes into port trades all the teeth in its hold for notoriety at once.",
    cite=(FULL_TRADING_POST, FULL_REWARDS, SHORT_TRADING_POST),
    by=redeem,
    claims=(OfCargo.TEETH_KEPT,),
)


@chapter.rule(
    "WW-PORT-03",
    on=(RollBattle, SpendCannons),
    says="Ships in port are on their own boards, as many as like, and nobody attacks them there.",
    cite=(FULL_TRADING_POST, FULL_BATTLE, SHORT_TRADING_POST, SHORT_COOP),
    narrows=("WW-BAT-10",),
)
def no_battle_in_port(table: Table, _: RollBattle | SpendCannons) -> Breach | None:
    """Report dice rolled after a ship came into port, as if it had met the ships there."""
    last = table.last
    if table.battle is not None or not isinstance(last, Sail) or last.to != PORT:
        return None
    there = [seat for seat, player in table.players.items() if seat != last.by and player.at == PORT]
    return Breach(f"{last.by} comes into port, and meets {there[0]} there.", {"there": there[0]}) if there else None


def misplaced(table: Table, event: GiveOrder | Buy | Rest) -> bool:
    """Return whether a player orders, buys or rests as if the ship were in another place."""
    in_port = table.players[event.by].at == PORT
    if isinstance(event, GiveOrder):
        return event.order in (SKY_ORDERS if in_port else PORT_ORDERS)
    return not in_port if isinstance(event, Buy) else in_port and bool(event.pay)


chapter.repeats(
    "WW-PORT-04",
    on=(GiveOrder, Buy, Rest),
    says="A ship is in port or on one space at sky, and by that go its orders, its purchases and its rest.",
    cite=(FULL_SPEND_GAS, SHORT_ORDERS),
    where=misplaced,
    chapters=(orders.chapter, gas.chapter, rest.chapter),
)
