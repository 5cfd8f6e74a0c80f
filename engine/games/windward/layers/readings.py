"""Layers of readings that turn a permission into a rule."""

from __future__ import annotations

from itertools import pairwise

from engine.games.windward.events import ACTIONS, Buy, Run, Sail
from engine.games.windward.reckoning import mine
from engine.games.windward.reckoning.sailing import is_drift, path_of
from engine.games.windward.reckoning.telling_battles import last_told
from engine.games.windward.sources import (
    FULL_BATTLE,
    FULL_CARD,
    FULL_DRIFT,
    FULL_SPEND_GAS,
    SHORT_CARD,
    SHORT_HOW_BATTLES_WORK,
)
from engine.games.windward.state import Table
from engine.kernel.events import Move
from engine.kernel.layers import Layer, Rank
from engine.kernel.rules import Breach, Chapter
from engine.kernel.unknown import is_known

purchases = Chapter("Gas and purchases")
# The order that each purchase carries out.
ORDER_OF = {"cannon": "cannon", "crew": "crew", "rum": "morale", "supplies": "supplies"}


@purchases.rule(
    "WW-GAS-04",
    on=Buy,
    says="What has been ordered in a turn is not also bought in it.",
    cite=(FULL_SPEND_GAS, FULL_CARD),
    rulings=("WW-AMB-057",),
)
def not_ordered_already(table: Table, event: Buy) -> Breach | None:
    turn, order = mine(table, event.by), ORDER_OF.get(event.service, "")
    if turn is None or order not in [one for one in turn.orders if is_known(one)]:
        return None
    return Breach(f"The order {order} was given in this turn already.", {"order": order})


PURCHASES_ARE_ORDERS = Layer(
    "purchases-are-orders", Rank.RULING, "A purchase counts as the order that it carries out.", replaces=(purchases,)
)


one_space, one_crossing = Chapter("Terrain", reads=("tiles", "planet")), Chapter("Terrain", reads=("tiles", "planet"))


@one_space.rule(
    "WW-TERR-03",
    on=(Sail, Run),
    says="Each Deadweight lets the ship pass one space of drift.",
    cite=(FULL_DRIFT, SHORT_CARD),
    rulings=("WW-AMB-018",),
)
def a_deadweight_for_each_space(table: Table, event: Sail | Run) -> Breach | None:
    turn = mine(table, event.by)
    spaces = sum(is_drift(table, space) for space in path_of(table, event))
    if turn is None or not spaces or not turn.deadweight or turn.drifted + spaces <= turn.deadweight:
        return None
    return _beyond(event, turn.drifted + spaces, turn.deadweight)


@one_crossing.rule(
    "WW-TERR-03",
    on=(Sail, Run),
    says="Each Deadweight lets the ship pass one row of drift spaces.",
    cite=(FULL_DRIFT, SHORT_CARD),
    rulings=("WW-AMB-018",),
)
def a_deadweight_for_each_crossing(table: Table, event: Sail | Run) -> Breach | None:
    turn, drift = mine(table, event.by), [is_drift(table, space) for space in path_of(table, event, whole=True)]
    rows = sum(now and not before for before, now in pairwise(drift))
    if turn is None or not rows or not turn.deadweight or turn.crossings + rows <= turn.deadweight:
        return None
    return _beyond(event, turn.crossings + rows, turn.deadweight)


def _beyond(event: Sail | Run, times: int, cards: int) -> Breach:
    says = f"{event.by} comes onto drift for the {times}. time, with {cards} Deadweight."
    return Breach(says, {"times": times, "cards": cards})


ONE_SPACE_A_DEADWEIGHT = Layer(
    "one-space-a-deadweight", Rank.RULING, "A Deadweight covers one space of drift.", replaces=(one_space,)
)
ONE_CROSSING_A_DEADWEIGHT = Layer(
    "one-crossing-a-deadweight", Rank.RULING, "A Deadweight covers one row of drift.", replaces=(one_crossing,)
)


after_loss = Chapter("Hits and ties")


@after_loss.rule(
    "WW-BAT-24",
    on=ACTIONS,
    says="A player who has attacked and lost ends the turn, and does nothing more in it.",
    cite=(FULL_BATTLE, SHORT_HOW_BATTLES_WORK),
    rulings=("WW-AMB-027",),
)
def ends_with_the_loss(table: Table, event: Move) -> Breach | None:
    turn = mine(table, event.by)
    if turn is None or not turn.lost_attack or turn.resting:
        return None
    says = f"{event.by} has attacked and lost in this turn, and goes on with it. {last_told(table)}".rstrip()
    return Breach(says, {"seat": event.by})


A_LOST_ATTACK_ENDS_THE_TURN = Layer(
    "a-lost-attack-ends-the-turn", Rank.RULING, "The turn ends with an attack that was lost.", replaces=(after_loss,)
)
