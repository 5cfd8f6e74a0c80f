"""Things are picked up, dropped and brought back aboard."""

from __future__ import annotations

from typing import Any

from engine.games.windward.events import DropCargo, LiftBoat, PickUp
from engine.games.windward.folds.battle import broken_off
from engine.games.windward.folds.hold import stow, unstow
from engine.games.windward.folds.losing import items_lost_sight, put_down, take_up
from engine.games.windward.folds.turns import own_turn
from engine.games.windward.reckoning import gas_slots, lowered, lying
from engine.games.windward.state import ABOARD, CARGO, GAS, GREY, RED, Player, Table, Turn
from engine.kernel.unknown import UNKNOWN, is_known


def picked_up(table: Table, event: PickUp) -> None:
    """Things on the ship's space come aboard, no more than there are."""
    turn = own_turn(table, event.by)
    player, item = table.players[event.by], event.item
    _picks_on_its_way(turn, player)
    if not is_known(item) or not is_known(player.at):
        _anything(table, player)
        return
    there = lying(table, player.at, item)
    number = _number(table, player, item, there, event.number)
    take_up(table, player.at, item, number)
    if item == GAS:
        player.gas += number
        _left_over(table, player)
    elif item in CARGO:
        player.cargo[item] += number
    elif not is_known(number):
        player.crester = UNKNOWN
    elif number:
        stow(player, item)
        player.held_home = UNKNOWN


def _picks_on_its_way(turn: Turn, player: Player) -> None:
    """Record that a ship has picked something up on the space that it reached in this turn."""
    turn.picked = turn.picked or (player.seat in turn.previous and not turn.sent_back)


def _left_over(table: Table, player: Player) -> None:
    """Under a reading, gas without a free slot returns to the stock."""
    if table.terms.gas_beyond_slots == "excess-lost" and not lowered(gas_slots(table, player), player.gas):
        take_up(table, player.at, GAS, lying(table, player.at, GAS))


def _number(table: Table, player: Player, item: str, there: Any, stated: Any) -> Any:  # noqa: ANN401 - numbers, or UNKNOWN
    """Return how many come aboard: as stated, else all, a single Crester, and gas as far as there is room."""
    if not is_known(stated):
        return UNKNOWN
    if item in {RED, GREY}:
        return 1 if not is_known(there) else min(1, there)
    if stated > 0:
        return min(stated, there) if is_known(there) else stated
    if item != GAS:
        return there
    if table.terms.pocket_slots == "processing-only":
        return there
    room = lowered(gas_slots(table, player), player.gas)
    return min(there, room) if is_known(there) and is_known(room) else UNKNOWN


def _anything(table: Table, player: Player) -> None:
    """Unknown things came aboard, or came from an unknown space."""
    items_lost_sight(table, player.at)
    player.gas = player.crester = UNKNOWN
    player.more.clear()
    player.cargo = dict.fromkeys(player.cargo, UNKNOWN)


def boat_lifted(table: Table, event: LiftBoat) -> None:
    """A longboat returns to its board; a Grey that it towed stays."""
    turn = own_turn(table, event.by)
    _picks_on_its_way(turn, table.players[event.by])
    boats = table.players[event.by].boats
    if is_known(event.boat) and event.boat in boats:
        boats[event.boat], table.players[event.by].tows[event.boat] = ABOARD, ""
    elif is_known(event.boat):
        table.unapplied.append(f"{event.by} has no longboat {event.boat}")
    else:
        table.players[event.by].boats = dict.fromkeys(boats, UNKNOWN)


def _crester_dropped(table: Table, player: Player, kind: str, number: Any) -> None:  # noqa: ANN401 - a number, or UNKNOWN
    """Put Cresters of a kind onto the ship's space; from an unknown hold, one."""
    aboard = [player.crester, *player.more].count(kind) if is_known(player.crester) else 1
    for _ in range(min(number, aboard) if is_known(number) else 1):
        put_down(table, player.at, kind, 1)
        unstow(player, kind)


def dropped(table: Table, event: DropCargo) -> None:
    """Put cargo onto the ship's space, no more than there is."""
    own_turn(table, event.by)
    broken_off(table)
    player, item = table.players[event.by], event.item
    if not is_known(item) or not is_known(player.at):
        _anything(table, player)
    elif item in {RED, GREY}:
        _crester_dropped(table, player, item, event.number)
    elif item in CARGO:
        had = player.cargo[item]
        number = min(event.number, had) if is_known(had) and is_known(event.number) else event.number
        put_down(table, player.at, item, number)
        player.cargo[item] = lowered(had, number)
    else:
        put_down(table, player.at, item, event.number)
        player.gas = lowered(player.gas, event.number)
