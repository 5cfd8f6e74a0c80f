"""The rules of the chapter “Orders”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.content import PORT
from engine.games.windward.events import GiveOrder, TakeCard
from engine.games.windward.reckoning import mine
from engine.games.windward.sources import (
    FULL_CARD,
    FULL_NATURALIST,
    FULL_ORDERS,
    FULL_TURN_END,
    SHORT_CARD,
    SHORT_ORDERS,
    SHORT_PORT_ORDERS,
    SHORT_SKY_ORDERS,
    SHORT_TURN_END,
)
from engine.games.windward.state import MATES, PORT_ORDERS, SKY_ORDERS, Table
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import known

chapter = Chapter("Orders")


@chapter.rule(
    "WW-ORD-01",
    on=GiveOrder,
    says="Each player has two mates; placing one on an order space gives that order. A placed mate is spent until "
    "the rest steps.",
    cite=(FULL_ORDERS, SHORT_ORDERS),
)
def a_marker_is_left(table: Table, event: GiveOrder) -> Breach | None:
    turn = mine(table, event.by)
    if turn is None or turn.mates + turn.coffee_orders < MATES + turn.coffees:
        return None
    given = turn.mates + turn.coffee_orders
    says = f"{event.by} has given {given} orders already."
    return Breach(says, {"given": given, "coffees": turn.coffees}, f"{MATES}, and one for each Coffee.")


@chapter.rule(
    "WW-ORD-02",
    on=GiveOrder,
    says="An order space takes one mate only, and an order already given is not repeated this turn. The full "
    "edition (under Coffee) bars every order covered by a mate or coffee token; the classic edition limits "
    "each space to one mate (Give Orders) and bars extra Coffee orders only from repeating what the mates did.",
    cite=(FULL_CARD, SHORT_ORDERS, SHORT_CARD),
)
def order_not_repeated(table: Table, event: GiveOrder) -> Breach | None:
    turn = mine(table, event.by)
    if turn is None or event.order not in [order for order in turn.orders if known(order)]:
        return None
    return Breach(f"The order {event.order} was given in this turn already.", {"order": event.order})


@chapter.rule(
    "WW-ORD-03",
    on=GiveOrder,
    says="Drop Longboat, +X Longboat Speed, +1 Ship Speed and Process (or Research) Crester only while the ship is "
    "At Sky.",
    cite=(FULL_ORDERS, SHORT_SKY_ORDERS),
)
def sky_orders_at_sky(table: Table, event: GiveOrder) -> Breach | None:
    if event.order not in SKY_ORDERS or table.players[event.by].at != PORT:
        return None
    return Breach(f"{event.by} is in port, and gives the order {event.order}.", {"order": event.order})


@chapter.rule(
    "WW-ORD-04",
    on=GiveOrder,
    says="Take Supplies, Morale, Fill Cannon and Hire Crew only while the ship is At Port.",
    cite=(FULL_ORDERS, SHORT_PORT_ORDERS),
)
def port_orders_in_port(table: Table, event: GiveOrder) -> Breach | None:
    at = table.players[event.by].at
    if event.order not in PORT_ORDERS or at == PORT:
        return None
    return Breach(f"{event.by} is on {at}, and gives the order {event.order}.", {"order": event.order, "at": at})


chapter.not_modelled(
    "WW-ORD-05",
    says="A player who is in both places during a turn may give orders of both kinds with the two mates.",
    cite=(FULL_ORDERS, SHORT_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-ORD-06",
    says="Placing the marker is followed directly by carrying out that order.",
    cite=(FULL_ORDERS, SHORT_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-ORD-07",
    says="Move one longboat from the board to the ship's space.",
    cite=(FULL_ORDERS, SHORT_SKY_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-ORD-08",
    says="In the full edition: a boat may not be dropped where anything other than the own ship is. In the classic "
    "edition: the only stated limit is that own boats never share a space.",
    cite=(FULL_ORDERS, SHORT_SKY_ORDERS, SHORT_CARD),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-ORD-09",
    says="Raise longboat speed by the number on the order space, at most to 8 (the full edition). X is printed on "
    "the board only.",
    cite=(FULL_ORDERS, SHORT_SKY_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-ORD-10",
    says="Raises ship speed by 1 for this turn (5 in place of 4). Because orders are not repeated it is gained once "
    "per turn.",
    cite=(FULL_ORDERS, SHORT_SKY_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-ORD-11",
    says="Gives the processing procedure (see Processing a Crester). Naturalist uses Research instead.",
    cite=(FULL_ORDERS, SHORT_SKY_ORDERS, FULL_NATURALIST),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)


@chapter.rule(
    "WW-ORD-12",
    on=TakeCard,
    says="Take up to X cards from the stacks, one at a time, stopping at the hand limit. In the full edition: X as "
    "printed on the board; in the classic edition: 3.",
    cite=(FULL_ORDERS, SHORT_PORT_ORDERS),
)
def cards_to_take(table: Table, event: TakeCard) -> Breach | None:
    turn = mine(table, event.by)
    if turn is None or turn.takes > 0:
        return None
    return Breach(f"{event.by} has no more cards to take.", {"card": str(event.card)})


chapter.not_modelled(
    "WW-ORD-13",
    says="In the full edition: raise morale by the printed number, maximum 4. In the classic edition: raise by 1, "
    "maximum not printed in the text.",
    cite=(FULL_ORDERS, SHORT_PORT_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-ORD-14",
    says="Put one cannon token from stock on a free cannon slot; with no free slot the order cannot be given. The "
    "classic edition speaks of an empty cannon circle.",
    cite=(FULL_ORDERS, SHORT_PORT_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-ORD-15",
    says="Take one crew tile from the Trading Post Board and put it on a free, matching crew slot (see Crew).",
    cite=(FULL_ORDERS, SHORT_PORT_ORDERS),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
chapter.not_modelled(
    "WW-ORD-16",
    says="At turn end both mates move to the rest space that fits the ship's location, used or not.",
    cite=(FULL_TURN_END, SHORT_TURN_END),
    why="What it speaks of is folded as played, and no check asks about it yet.",
)
