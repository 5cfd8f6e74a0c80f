"""Orders, purchases, crew and supply cards."""

from __future__ import annotations

from typing import Any

from engine.games.windward.content import PORT
from engine.games.windward.content.pieces import WINDS
from engine.games.windward.cresters import Crester
from engine.games.windward.events import Buy, GiveOrder, PlayCard, RollWind, TakeCard
from engine.games.windward.folds.battle import broken_off, discarded
from engine.games.windward.folds.cresters import grey_in_stock, home_of, red_in_stock
from engine.games.windward.folds.hold import unstow
from engine.games.windward.folds.naturalist import perhaps_researched, researched
from engine.games.windward.folds.sailing import meet
from engine.games.windward.folds.stacks import ran_out
from engine.games.windward.folds.standing import comes
from engine.games.windward.folds.turns import own_turn
from engine.games.windward.reckoning import (
    bought_supplies,
    cargo_stock,
    crester_stock,
    gas_slots,
    gas_stock,
    lowered,
    morale_of,
    raised,
    rum_of,
    supplies_of,
)
from engine.games.windward.reckoning.printed import crew_member, morale_top, price_of, rowing_top
from engine.games.windward.scoring import gain
from engine.games.windward.state import (
    ABOARD,
    ASIDE,
    GREY,
    GREY_TOOTH,
    MATES,
    RED,
    RED_TOOTH,
    STACKS,
    SUPPLIED_BY_GAS,
    SUPPLIED_BY_ORDER,
    TOOTH_OF,
    Player,
    Table,
    Turn,
)
from engine.kernel.table import Owed
from engine.kernel.unknown import UNKNOWN, is_known

BOAT_CREW = ("harpooner", "coxswain")


def order_given(table: Table, event: GiveOrder) -> None:
    """A marker is placed, and the order is carried out."""
    turn = own_turn(table, event.by)
    broken_off(table)
    player = table.players[event.by]
    by_coffee = (is_known(event.coffee) and event.coffee) or (is_known(turn.mates) and turn.mates >= MATES)
    if not is_known(event.coffee):
        turn.mates = turn.coffee_orders = UNKNOWN
        turn.by_mates.append(UNKNOWN)
    elif by_coffee:
        turn.coffee_orders += 1
    else:
        turn.mates += 1
        turn.by_mates.append(event.order)
    turn.orders.append(event.order)
    if not is_known(event.order):
        perhaps_researched(table, player)
        _any_order(turn, player)
    else:
        _carried_out(table, turn, player, event)


def _any_order(turn: Turn, player: Player) -> None:
    """The order is unknown, so everything that some order changes is unknown."""
    turn.granted = turn.takes = UNKNOWN
    player.rowing = player.gas = player.morale = player.cannons = player.crester = UNKNOWN
    player.more.clear()
    player.cargo = dict.fromkeys(player.cargo, UNKNOWN)
    player.boats = dict.fromkeys(player.boats, UNKNOWN)
    player.crew_untold = True


def _carried_out(table: Table, turn: Turn, player: Player, event: GiveOrder) -> None:
    order, box = event.order, table.content
    if order == "speed":
        turn.granted += 1
    elif order == "row":
        player.rowing = raised(player.rowing, box.board(player.colour).rowing, rowing_top(table))
    elif order == "launch":
        launched(table, player, event.what)
    elif order == "process":
        processed(table, player)
    elif order == "research":
        researched(table, turn, player, event.what)
    elif order == "supplies":
        turn.takes += supplies_of(table, player)
        turn.supplied = SUPPLIED_BY_ORDER
    elif order == "morale":
        player.morale = raised(player.morale, morale_of(table, player), morale_top(table))
    elif order == "cannon":
        player.cannons += _in_stock(table, 1)
    else:
        hired(table, player, event.what)


def launched(table: Table, player: Player, what: Any) -> None:  # noqa: ANN401 - a name, "" or UNKNOWN
    """A longboat comes onto the ship's space: the named one, else the first aboard. Under a reading it may attack."""
    aboard = [boat for boat, place in player.boats.items() if is_known(place) and place == ABOARD]
    boat = what if is_known(what) and what in player.boats else (aboard[0] if aboard and is_known(what) else UNKNOWN)
    if not is_known(boat):
        player.boats = dict.fromkeys(player.boats, UNKNOWN)
    elif not is_known(player.at) or player.at != PORT:
        player.boats[boat], player.tows[boat] = player.at, ""
        if is_known(player.at) and table.terms.drop_on_enemy == "starts-battle":
            meet(table, f"{player.seat}.{boat}", player.at, ABOARD, towing=False)


def processed(table: Table, player: Player) -> None:
    """The Crester in the hold becomes a tooth, and gas if there is room."""
    if not is_known(player.crester):
        player.cargo[RED_TOOTH] = player.cargo[GREY_TOOTH] = player.gas = UNKNOWN
        unstow(player)
        return
    if not player.crester:
        return
    tooth = TOOTH_OF[player.crester]
    left = cargo_stock(table, tooth) if table.terms.teeth_out == "no-tooth" else 1
    player.cargo[tooth] += min(1, left) if is_known(left) else UNKNOWN
    brought = _in_stock(table, player.morale + _processing(table, player))
    player.gas = raised(player.gas, brought, gas_slots(table, player))
    was = unstow(player)
    if was == GREY:
        grey_in_stock(table)
    elif was == RED:
        red_in_stock(table)


def _in_stock(table: Table, number: Any) -> Any:  # noqa: ANN401 - a number, or UNKNOWN
    """Limit tokens for gas or cannons to the stock, as one reading does."""
    left = gas_stock(table) if table.terms.gas_out == "none-gained" else number
    return min(number, left) if is_known(number) and is_known(left) else UNKNOWN


def _processing(table: Table, player: Player) -> Any:  # noqa: ANN401 - a number, or UNKNOWN
    if player.crew_untold or not all(map(is_known, player.crew)):
        return UNKNOWN
    return sum(crew_member(table, name).processing for name in player.crew)


def hired(table: Table, player: Player, name: Any) -> None:  # noqa: ANN401 - as above
    """A crew member comes aboard; some bring the second longboat."""
    if not is_known(name) or name not in table.content.crew:
        somebody_hired(table, player)
        return
    player.crew.append(name)
    if name in BOAT_CREW and is_known(player.boats["2"]) and player.boats["2"] == ASIDE:
        player.boats["2"] = ABOARD
    if name == "coxswain" and table.terms.coxswain_first == "hiring-turn":
        player.rowing = raised(player.rowing, crew_member(table, name).rowing, rowing_top(table))


def somebody_hired(table: Table, player: Player) -> None:
    """The crew member is unknown, and so is whether the second longboat or longboat speed came."""
    player.crew_untold = True
    if table.terms.coxswain_first == "hiring-turn":
        player.rowing = UNKNOWN
    if is_known(player.boats["2"]) and player.boats["2"] == ASIDE:
        player.boats["2"] = UNKNOWN


def bought(table: Table, event: Buy) -> None:
    """Gas is spent at the Trading Post."""
    turn = own_turn(table, event.by)
    broken_off(table)
    player = table.players[event.by]
    if not is_known(event.service):
        player.gas = player.morale = player.cannons = player.notoriety = turn.takes = UNKNOWN
        table.perhaps_over = True
        somebody_hired(table, player)
        return
    player.gas = lowered(player.gas, price_of(table, event.service))
    if event.service == "cannon":
        player.cannons += _in_stock(table, 1)
    elif event.service == "crew":
        hired(table, player, event.crew)
    elif event.service == "rum":
        player.morale = raised(player.morale, rum_of(table, player), morale_top(table))
    elif event.service == "notoriety":
        gain(table, event.by, 1)
    else:
        turn.takes += bought_supplies(table, player)
        turn.supplied = SUPPLIED_BY_GAS


def card_taken(table: Table, event: TakeCard) -> None:
    """The top card of a stack comes into a hand, seen by all. A stack that runs out renews all three."""
    turn = own_turn(table, event.by)
    broken_off(table)
    player = table.players[event.by]
    turn.takes = lowered(turn.takes, 1)
    player.hand.append(event.card)
    if is_known(event.card):
        player.seen.append(event.card)
    if not is_known(event.stack) or not 1 <= event.stack <= len(table.tops):
        table.tops, table.sizes = [UNKNOWN] * STACKS, [UNKNOWN] * STACKS
        return
    place = event.stack - 1
    table.tops[place] = UNKNOWN
    table.sizes[place] = lowered(table.sizes[place], 1)
    if is_known(table.sizes[place]) and not table.sizes[place]:
        ran_out(table)


def card_played(table: Table, event: PlayCard) -> None:
    """A supply card takes effect, and is discarded."""
    turn = own_turn(table, event.by)
    broken_off(table)
    discarded(table, table.players[event.by], event.card)
    piece = table.content.card(event.card) if is_known(event.card) else None
    if piece is None or not is_known(piece.effect):
        turn.granted = turn.fuel = turn.coffees = turn.deadweight = table.wind = UNKNOWN
        table.greys_untold = table.turning = True
        table.turned_from = UNKNOWN
    elif piece.effect == "speed":
        turn.granted += piece.amount
        turn.fuel += piece.amount
    elif piece.effect == "order":
        turn.coffees += 1
    elif piece.effect == "drift":
        turn.deadweight += 1
    elif piece.effect == "wind":
        _wind_turned(table, event.wind)
    elif piece.effect == "grey":
        _grey_baited(table, event.space)


def _wind_turned(table: Table, wind: Any) -> None:  # noqa: ANN401 - a number, 0 for none, or UNKNOWN
    """A card turns the wind as stated. If the log does not state it, a roll is due under some readings."""
    if not is_known(wind) or (wind and wind not in WINDS):
        table.wind = UNKNOWN
    elif wind:
        table.wind = wind
    elif table.terms.aerogenerator in {"roll-must-change", "roll-any"}:
        table.turning = True
        table.owed.append(Owed(RollWind, "WW-CARD-14", "The roll of the wind die for the card"))
    else:
        table.turning, table.turned_from, table.wind = True, table.wind, UNKNOWN


def _grey_baited(table: Table, space: Any) -> None:  # noqa: ANN401 - a space, "" or UNKNOWN
    left = crester_stock(table, GREY)
    if is_known(left) and left <= 0:
        return
    if is_known(space) and space:
        comes(table.greys, space, Crester(home_of(table, space)))
    else:
        table.greys_untold = True
