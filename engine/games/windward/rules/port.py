"""The rules of the chapter “The Trading Post”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.sources import (
    FULL_BATTLE,
    FULL_REWARDS,
    FULL_SPEND_GAS,
    FULL_TRADING_POST,
    SHORT_COOP,
    SHORT_ORDERS,
    SHORT_TRADING_POST,
)
from engine.kernel.rules import Chapter

chapter = Chapter("The Trading Post")

chapter.not_modelled(
    "WW-PORT-01",
    says="A ship may not enter port with a Crester in its hold.",
    cite=(FULL_TRADING_POST, SHORT_TRADING_POST),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-PORT-02",
    says="On moving into port all teeth in the hold are at once exchanged for notoriety (solo, co-op and Naturalist "
    "differ).",
    cite=(FULL_TRADING_POST, FULL_REWARDS, SHORT_TRADING_POST),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-PORT-03",
    says="A ship At Port is on its own board, not on a space; it cannot be attacked and any number of ships may be "
    "in port. Co-op's White attack on port is the one exception.",
    cite=(FULL_TRADING_POST, FULL_BATTLE, SHORT_TRADING_POST, SHORT_COOP),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-PORT-04",
    says="A ship is either At Port or At Sky on one hex; that decides orders, purchases and rest.",
    cite=(FULL_SPEND_GAS, SHORT_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
