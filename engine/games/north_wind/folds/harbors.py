"""Wrecks and Destination Harbors: gold found, tasks paid and tokens earned."""

from __future__ import annotations

from typing import Any

from engine.games.north_wind import events as e
from engine.games.north_wind.content import HARBORS
from engine.games.north_wind.folds.tokens import token_placed, token_somewhere
from engine.games.north_wind.folds.turns import action_done, done, own_turn, pay
from engine.games.north_wind.reckoning import (
    WRECK_GOLD,
    lowered,
    mine,
    newest,
    wreck_gold,
)
from engine.games.north_wind.state import (
    Table,
    Turn,
)
from engine.games.north_wind.task_board import current_field, current_task, demands, owns
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known

# Possible payments in a harbor if the log does not name them.
MAY_ASK = {"north_cape": ("wine", "gold"), "fort_haven": ("captain", "wine", "gold")}


def wreck_examined(table: Table, event: e.ExamineWreck) -> None:
    """A wreck brings gold."""
    turn = own_turn(table, event.by)
    gold = event.gold
    if is_known(gold) and not gold:
        tile = newest(table)
        stated = tile is not None and is_known(tile.tile)
        gold = wreck_gold(table.content.tile(tile.tile)) if tile is not None and stated else WRECK_GOLD
    table.players[event.by].gold += gold
    action_done(table, turn, event.by)
    done(turn, "wreck", event.by, gold=gold)


def task_completed(table: Table, event: e.CompleteTask) -> None:
    """The payment of the task goes to the supply, and a token goes on its field."""
    turn = own_turn(table, event.by)
    if not is_known(event.harbor):
        _some_task_completed(table, turn, event.by)
        return
    number = current_field(table, event.harbor)
    if event.paid:
        _deliver(table, event.by, event.paid)
    else:
        _deliver_due(table, event.by, event.harbor)
    if mine(turn, event.by):
        turn.tasks += 1
        action_done(table, turn, event.by)
    done(turn, "task", event.by, field=number, harbor=event.harbor)
    owner = event.token if is_known(event.token) and event.token else event.by
    token_placed(table, event.harbor, owner)


def _some_task_completed(table: Table, turn: Turn, seat: str) -> None:
    """The harbor is unknown: anything may have been paid, for a token in any column."""
    for harbor in HARBORS:
        _deliver_unknown(table, seat, harbor)
    turn.tasks += 1
    action_done(table, turn, seat)
    done(turn, "task", seat)
    token_somewhere(table, seat)


def _deliver(table: Table, seat: str, paid: tuple[Any, ...]) -> None:
    for goods in paid:
        if is_known(goods):
            given(table, seat, goods, 1)
        else:
            for one in ("captain", "gold", *table.players[seat].hold):
                given(table, seat, one, UNKNOWN)


def _deliver_due(table: Table, seat: str, harbor: str) -> None:
    """Pay what the field asks for. If that is unknown, anything that the harbor may ask for may be gone."""
    try:
        task = current_task(table, harbor)
        if task is None:
            return
        ways = demands(table, task)
        way = next((way for way in ways if owns(table.players[seat], way)), ways[0])
    except Undetermined:
        _deliver_unknown(table, seat, harbor)
        return
    for goods, number in way.items():
        given(table, seat, goods, number)


def _deliver_unknown(table: Table, seat: str, harbor: str) -> None:
    for goods in MAY_ASK.get(harbor, tuple(table.players[seat].hold)):
        given(table, seat, goods, UNKNOWN)


def given(table: Table, seat: str, goods: str, number: Any) -> None:  # noqa: ANN401 - a number, or UNKNOWN
    """Return a delivery: gold to the bank, captains and goods to the supply."""
    player = table.players[seat]
    if goods == "gold":
        pay(table, seat, number)
    elif goods == "captain":
        player.brig = lowered(player.brig, number)
    else:
        player.hold[goods] = lowered(player.hold[goods], number)
