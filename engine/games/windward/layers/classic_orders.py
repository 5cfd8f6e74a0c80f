"""Rules about orders and crew that differ in the classic edition."""

from __future__ import annotations

from engine.games.windward.events import ACTIONS, GiveOrder, Rest
from engine.games.windward.folds.acting import hired, order_given
from engine.games.windward.folds.turns import begin_turn
from engine.games.windward.rules.claims.order import Wrong
from engine.games.windward.rules.port.orders import UNLESS_TAKING, cards_to_take, dropped_into_the_clear
from engine.games.windward.sources import SHORT_PORT_ORDERS, SHORT_SKY_ORDERS
from engine.kernel.rules import Chapter

orders = Chapter("Orders")
orders.rule(
    "WW-ORD-08",
    on=GiveOrder,
    says="A longboat is not dropped where the other one of the player is; what else may be in its way is left open.",
    cite=SHORT_SKY_ORDERS,
    narrows=("WW-LB-05",),
    rulings=("WW-AMB-029", "WW-AMB-030"),
)(dropped_into_the_clear)
orders.rule(
    "WW-ORD-12",
    on=(*ACTIONS, Rest),
    under=UNLESS_TAKING,
    says="Take 3 Supplies brings any 3 of the top cards, also several of one stack, and no more than the hand holds.",
    cite=SHORT_PORT_ORDERS,
    claims=(Wrong.SUPPLIES_ORDERED,),
    rulings=("WW-AMB-054",),
)(cards_to_take)
orders.upheld(
    "WW-ORD-13",
    says="The order for morale raises it by 1; how high it goes is left to the board.",
    cite=SHORT_PORT_ORDERS,
    by=order_given,
    claims=(Wrong.MORALE_ORDERED,),
    rulings=("WW-AMB-052", "WW-AMB-053"),
)
crew = Chapter("Crew")
crew.upheld(
    "WW-CREW-12",
    says="A Coxswain may bring 1 longboat speed in each own turn, from that of the hiring on.",
    cite=SHORT_PORT_ORDERS,
    by=(begin_turn, hired),
    claims=(Wrong.COXSWAIN,),
    rulings=("WW-AMB-062", "WW-AMB-063"),
)
CHAPTERS = (orders, crew)
