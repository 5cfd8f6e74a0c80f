"""The rules of the chapter “Orders”, in the order of the rulebook."""

from __future__ import annotations

from engine.games.windward.content import PORT
from engine.games.windward.events import ACTIONS, Buy, GiveOrder, Rest, TakeCard
from engine.games.windward.folds.acting import order_given
from engine.games.windward.folds.resting import tidied
from engine.games.windward.reckoning import cannon_slots, cards_held, hand_limit, mine
from engine.games.windward.reckoning.dropping import in_the_way
from engine.games.windward.reckoning.printed import morale_top, rowing_top
from engine.games.windward.rules.claims.order import Wrong
from engine.games.windward.rules.port import crew
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
from engine.games.windward.state import ABOARD, BOATS, MATES, PORT_ORDERS, SKY_ORDERS, SUPPLIED_BY_GAS, Player, Table
from engine.games.windward.terms import Terms
from engine.kernel.events import Event, Move
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import is_known

chapter = Chapter("Orders")


@chapter.rule(
    "WW-ORD-01",
    on=GiveOrder,
    says="A player's two mates give one order each; a mate that has given its order is spent until the rest.",
    cite=(FULL_ORDERS, SHORT_ORDERS),
    claims=(Wrong.ORDERS_MISCOUNTED,),
)
def a_marker_is_left(table: Table, event: GiveOrder) -> Breach | None:
    turn = mine(table, event.by)
    given = 0 if turn is None else turn.mates + turn.coffee_orders
    if turn is None or given < MATES or given < MATES + turn.coffees:
        return None
    says = f"{event.by} has given {given} orders already."
    return Breach(says, {"given": given, "coffees": turn.coffees}, f"{MATES}, and one for each Coffee.")


@chapter.rule(
    "WW-ORD-02",
    on=GiveOrder,
    says="An order that a mate or a Coffee has given already is not given again in the same turn; the classic edition "
    "puts one mate only on each order, and bars a Coffee from what the mates have done.",
    cite=(FULL_CARD, SHORT_ORDERS, SHORT_CARD),
    rulings=("WW-AMB-133",),
)
def order_not_repeated(table: Table, event: GiveOrder) -> Breach | None:
    turn = mine(table, event.by)
    if turn is None:
        return None
    given = turn.orders if table.terms.coffee_repeat == "as-full" else turn.by_mates
    if event.order not in [order for order in given if is_known(order)]:
        return None
    return Breach(f"The order {event.order} was given in this turn already.", {"order": event.order})


@chapter.rule(
    "WW-ORD-03",
    on=GiveOrder,
    says="Drop Longboat, +X Longboat Speed, +1 Ship Speed and Process (or Research) Crester are orders for a ship at "
    "sky.",
    cite=(FULL_ORDERS, SHORT_SKY_ORDERS),
)
def sky_orders_at_sky(table: Table, event: GiveOrder) -> Breach | None:
    if event.order not in SKY_ORDERS or table.players[event.by].at != PORT:
        return None
    return Breach(f"{event.by} is in port, and gives the order {event.order}.", {"order": event.order})


@chapter.rule(
    "WW-ORD-04",
    on=GiveOrder,
    says="Supplies, morale, a cannon and crew are ordered by a ship in port.",
    cite=(FULL_ORDERS, SHORT_PORT_ORDERS),
)
def port_orders_in_port(table: Table, event: GiveOrder) -> Breach | None:
    at = table.players[event.by].at
    if event.order not in PORT_ORDERS or at == PORT:
        return None
    return Breach(f"{event.by} is on {at}, and gives the order {event.order}.", {"order": event.order, "at": at})


chapter.permission(
    "WW-ORD-05",
    says="A player who comes to both places in a turn may give orders of both kinds with the two mates.",
    cite=(FULL_ORDERS, SHORT_ORDERS),
)


@chapter.rule(
    "WW-ORD-06",
    on=(GiveOrder, TakeCard),
    says="An order is carried out as soon as its marker is placed.",
    cite=(FULL_ORDERS, SHORT_ORDERS),
    claims=(Wrong.NOT_CARRIED_OUT,),
    rulings=("WW-AMB-052", "WW-AMB-053"),
)
def carried_out_at_once(table: Table, event: GiveOrder | TakeCard) -> Breach | None:
    player = table.players[event.by]
    if isinstance(event, GiveOrder):
        idle = table.terms.no_effect == "illegal" and changes_nothing(table, player, event.order)
        return Breach(f"The order {event.order} changes nothing.", {"order": event.order}) if idle else None
    turn = mine(table, event.by)
    if turn is None or turn.takes <= 0 or not isinstance(table.last, Move) or _supplied(table.last):
        return None
    return Breach(f"{event.by} did something else before taking {event.card}.", {"card": event.card}, "Cards at once.")


def _supplied(last: Event | None) -> bool:
    """Return whether the last event ordered, bought or took cards."""
    if isinstance(last, GiveOrder):
        return last.order == "supplies"
    return last.service == "supplies" if isinstance(last, Buy) else isinstance(last, TakeCard)


def changes_nothing(table: Table, player: Player, order: str) -> bool:
    """Return whether an order could have no effect, because the track or the hand is full."""
    if order == "morale":
        return bool(player.morale >= morale_top(table))
    if order == "row":
        return bool(player.rowing >= rowing_top(table))
    return order == "supplies" and bool(cards_held(player) >= hand_limit(table, player))


@chapter.rule(
    "WW-ORD-07",
    on=GiveOrder,
    says="Drop Longboat puts one longboat from the player's board onto the ship's space.",
    cite=(FULL_ORDERS, SHORT_SKY_ORDERS),
    rulings=("WW-AMB-051",),
)
def boat_is_aboard(table: Table, event: GiveOrder) -> Breach | None:
    player = table.players[event.by]
    if event.order != "launch" or player.at == PORT:
        return None
    if event.what and event.what not in BOATS:
        return Breach(f"{event.what} is no longboat.", {"what": event.what}, f"{' or '.join(BOATS)}.")
    asked = [player.boats[event.what]] if event.what else list(player.boats.values())
    if ABOARD in asked:
        return None
    which = f"longboat {event.what}" if event.what else "no longboat"
    says = f"{event.by} drops {which}, which is not aboard." if event.what else f"{event.by} has {which} aboard."
    return Breach(says, {"what": event.what})


@chapter.rule(
    "WW-ORD-08",
    on=GiveOrder,
    says="A longboat is not dropped where there is anything but the own ship.",
    cite=FULL_ORDERS,
    narrows=("WW-LB-05",),
    rulings=("WW-AMB-029", "WW-AMB-030", "WW-AMB-082"),
)
def dropped_into_the_clear(table: Table, event: GiveOrder) -> Breach | None:
    player = table.players[event.by]
    if event.order != "launch" or player.at == PORT:
        return None
    there = in_the_way(table, player)
    if not there:
        return None
    return Breach(
        f"{event.by} drops a longboat on {player.at}, where {there} is.", {"space": player.at, "there": there}
    )


chapter.upheld(
    "WW-ORD-09",
    says="+X Longboat Speed raises longboat speed by the number printed on the board, and never above 8; the classic "
    "edition leaves the top to the board.",
    cite=(FULL_ORDERS, SHORT_SKY_ORDERS),
    by=order_given,
    claims=(Wrong.ROWERS_MISCOUNTED,),
    reads=("boards",),
    rulings=("WW-AMB-052",),
)
chapter.upheld(
    "WW-ORD-10",
    says="+1 Ship Speed gives the ship one more speed for this turn: 5 in place of 4.",
    cite=(FULL_ORDERS, SHORT_SKY_ORDERS),
    by=order_given,
    claims=(Wrong.SPEED_MISCOUNTED,),
)
chapter.permission(
    "WW-ORD-11",
    says="At sky a Crester in the hold may be processed by an order, as the chapter on processing says; the "
    "Naturalist has the order Research in its place.",
    cite=(FULL_ORDERS, SHORT_SKY_ORDERS, FULL_NATURALIST),
)


def must_take_all(terms: Terms) -> bool:
    """Return whether all cards that an order gives must be taken."""
    return terms.supplies_short == "must-max"


_OTHER_ACTS: tuple[type[Event], ...] = (*(kind for kind in ACTIONS if kind is not TakeCard), Rest)
# Other acts leave cards untaken only where all must be taken.
UNLESS_TAKING = dict.fromkeys(_OTHER_ACTS, must_take_all)


@chapter.rule(
    "WW-ORD-12",
    on=(*ACTIONS, Rest),
    under=UNLESS_TAKING,
    says="Take Supplies brings up to as many cards from the stacks as the board says, one at a time, and no more than "
    "the hand holds.",
    cite=FULL_ORDERS,
    claims=(Wrong.SUPPLIES_ORDERED,),
    reads=("boards",),
    rulings=("WW-AMB-054",),
)
def cards_to_take(table: Table, event: Move) -> Breach | None:
    turn = mine(table, event.by)
    if turn is None:
        return None
    if not isinstance(event, TakeCard):
        return _left_lying(table, event, turn.takes)
    if turn.takes > 0 or turn.supplied == SUPPLIED_BY_GAS:
        return None
    return Breach(f"{event.by} has no more cards to take.", {"card": str(event.card)})


def _left_lying(table: Table, event: Move, number: int) -> Breach | None:
    player = table.players[event.by]
    if not number or not _supplied(table.last) or cards_held(player) >= hand_limit(table, player):
        return None
    return Breach(f"{event.by} leaves {number} cards lying.", {"takes": number}, "All that the order brings.")


chapter.upheld(
    "WW-ORD-13",
    says="The order for morale raises it by the number printed on the board, and never above 4.",
    cite=FULL_ORDERS,
    by=order_given,
    claims=(Wrong.MORALE_ORDERED,),
    reads=("boards",),
    rulings=("WW-AMB-052", "WW-AMB-053"),
)


@chapter.rule(
    "WW-ORD-14",
    on=GiveOrder,
    says="Fill Cannon puts one cannon from the stock into an empty cannon slot; without one it is not ordered.",
    cite=(FULL_ORDERS, SHORT_PORT_ORDERS),
    reads=("boards",),
)
def room_for_the_cannon(table: Table, event: GiveOrder) -> Breach | None:
    return no_slot_left(table, event.by) if event.order == "cannon" else None


def no_slot_left(table: Table, seat: str) -> Breach | None:
    """Report that all cannon slots of a ship are taken, if they are."""
    player = table.players[seat]
    slots = cannon_slots(table, player)
    if player.cannons < slots:
        return None
    return Breach(f"All {slots} cannon slots of {seat} are taken.", {"cannons": player.cannons, "slots": slots})


def hires(_: Table, event: GiveOrder) -> bool:
    """Return whether an order hires."""
    return event.order == "crew"


chapter.repeats(
    "WW-ORD-15",
    on=GiveOrder,
    says="Hire Crew takes one crew tile from the Trading Post and puts it on a free crew slot that it fits.",
    cite=(FULL_ORDERS, SHORT_PORT_ORDERS),
    where=hires,
    chapters=(crew.chapter,),
    rulings=("WW-AMB-061",),
)
chapter.upheld(
    "WW-ORD-16",
    says="At the rest both mates come home, used or not, so that the next turn begins with two.",
    cite=(FULL_TURN_END, SHORT_TURN_END),
    by=tidied,
    claims=(Wrong.MATES_STAYED,),
)
