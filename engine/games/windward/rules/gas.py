"""The rules of the chapter “Gas and purchases”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.content import PORT
from engine.games.windward.events import Buy
from engine.games.windward.sources import (
    FULL_CREW,
    FULL_EPIC_TURN,
    FULL_GLOBAL_SETUP,
    FULL_ORDERS,
    FULL_POCKETS,
    FULL_SPEND_GAS,
    FULL_TRADING_POST,
    SHORT_COMPONENTS,
    SHORT_NOTORIETY,
    SHORT_PORT_ORDERS,
    SHORT_SKY_ORDERS,
    SHORT_SPEND_GAS,
)
from engine.games.windward.state import Table
from engine.kernel.rules import Breach, Chapter

chapter = Chapter("Gas and purchases")


@chapter.rule(
    "WW-GAS-01",
    on=Buy,
    says="Gas may be spent only by the active player while At Port.",
    cite=(FULL_SPEND_GAS, FULL_TRADING_POST, SHORT_SPEND_GAS),
)
def bought_in_port(table: Table, event: Buy) -> Breach | None:
    at = table.players[event.by].at
    return None if at == PORT else Breach(f"{event.by} is on {at}, and buys {event.service}.", {"at": at})


chapter.not_modelled(
    "WW-GAS-02",
    says="In the full edition: 1 cannon 1 gas, 1 crew 2 gas, +1 morale (rum) 1 gas, 1 notoriety 2 gas, 3 supply "
    "cards 1 gas. The classic edition leaves prices to the Trading Post Board.",
    cite=(FULL_SPEND_GAS, SHORT_SPEND_GAS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)


@chapter.rule(
    "WW-GAS-03",
    on=Buy,
    says="Spent gas goes to the stockpile and cannot exceed gas held.",
    cite=(FULL_SPEND_GAS, SHORT_SPEND_GAS),
)
def enough_gas(table: Table, event: Buy) -> Breach | None:
    price, gas = table.content.prices[event.service], table.players[event.by].gas
    if gas >= price:
        return None
    return Breach(f"{event.service} costs {price} gas, and {event.by} has {gas}.", {"price": price, "gas": gas})


chapter.not_modelled(
    "WW-GAS-04",
    says="Any number of purchases, also of the same service, as long as gas lasts; no mate is used. The classic "
    "edition says outright that no mate token is needed.",
    cite=(FULL_SPEND_GAS, SHORT_SPEND_GAS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-GAS-05",
    says="1 gas gives the Fill Cannon effect, so it needs a free cannon slot.",
    cite=(FULL_SPEND_GAS, FULL_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-GAS-06",
    says="2 gas gives the Hire Crew effect with all its limits.",
    cite=(FULL_SPEND_GAS, FULL_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-GAS-07",
    says="1 gas gives +1 morale, never above 4.",
    cite=(FULL_SPEND_GAS, FULL_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-GAS-08",
    says="2 gas gives 1 notoriety.",
    cite=(FULL_SPEND_GAS, FULL_EPIC_TURN, SHORT_NOTORIETY),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-GAS-09",
    says="1 gas lets the buyer take 3 supply cards under the Take Supplies rules and the hand limit.",
    cite=(FULL_SPEND_GAS, FULL_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-GAS-10",
    says="Gas held never exceeds the board's gas slots plus crew slots (+2 Purser or +2 Gas Worker).",
    cite=(FULL_POCKETS, FULL_ORDERS, FULL_CREW, SHORT_SKY_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-GAS-11",
    says="Cannons held never exceed board slots plus 2 for a Marine or Sergeant.",
    cite=(FULL_ORDERS, FULL_CREW, SHORT_PORT_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-GAS-12",
    says="Gas and cannon tokens come from one common supply, but a token in a gas slot is gas and one in a cannon "
    "slot is a cannon; one becomes the other only through a purchase or order.",
    cite=(FULL_GLOBAL_SETUP, FULL_SPEND_GAS, FULL_ORDERS, SHORT_COMPONENTS, SHORT_PORT_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
