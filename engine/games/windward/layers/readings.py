"""What readings lay that turn a permission into a rule."""

from __future__ import annotations

from engine.games.windward.events import Buy
from engine.games.windward.reckoning import mine
from engine.games.windward.sources import FULL_CARD, FULL_SPEND_GAS
from engine.games.windward.state import Table
from engine.kernel.layers import Layer, Rank
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import known

purchases = Chapter("Gas and purchases")
# The order that each purchase carries out.
ORDER_OF = {"cannon": "cannon", "crew": "crew", "rum": "morale", "supplies": "supplies"}


@purchases.rule(
    "WW-GAS-04",
    on=Buy,
    says="What has been ordered in a turn is not bought in it as well.",
    cite=(FULL_SPEND_GAS, FULL_CARD),
    rulings=("WW-AMB-057",),
)
def not_ordered_already(table: Table, event: Buy) -> Breach | None:
    turn, order = mine(table, event.by), ORDER_OF.get(event.service, "")
    if turn is None or order not in [one for one in turn.orders if known(one)]:
        return None
    return Breach(f"The order {order} was given in this turn already.", {"order": order})


PURCHASES_ARE_ORDERS = Layer(
    "purchases-are-orders", Rank.RULING, "A purchase counts as the order that it carries out.", replaces=(purchases,)
)
