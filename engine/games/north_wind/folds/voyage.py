"""The voyage: tiles moved under the stack, looked at, revealed or passed by."""

from __future__ import annotations

from engine.games.north_wind import events as e
from engine.games.north_wind.content import Tile
from engine.games.north_wind.folds.fog import battle_told
from engine.games.north_wind.folds.turns import action_done, done, uses_untold
from engine.games.north_wind.reckoning import (
    mine,
    open_tile,
)
from engine.games.north_wind.state import (
    Drawn,
    Stack,
    Table,
    Turn,
)
from engine.games.north_wind.task_board import current_task, demands, owns
from engine.kernel.unknown import UNKNOWN, Undetermined, is_known


def stack_cut(table: Table, event: e.CutStack) -> None:
    """Tiles move from the top of the stack to its bottom."""
    turn = table.turn
    if turn is None:
        return
    turn.cut = True
    for name, stack in table.stacks.items():
        if is_known(turn.stack) and turn.stack != name:
            continue
        if is_known(event.count) and is_known(turn.stack):
            at = max(0, event.count) % max(1, len(stack.order))
            stack.order = [*stack.order[at:], *stack.order[:at]]
        else:
            stack.order = [UNKNOWN] * len(stack.order)
    done(turn, "cut", event.by)


def looked(table: Table, event: e.UseLookout) -> None:
    """The Lookout has seen the top tile, and may have put it under the stack."""
    turn = table.turn
    if turn is None:
        return
    if mine(turn, event.by):
        turn.looks += 1
        turn.looked_at = len(turn.row)
        turn.looked = event.what
    done(turn, "look", event.by)
    stack = table.stacks.get(turn.stack) if is_known(turn.stack) else None
    if stack is None or not stack.order:
        return
    if is_known(event.tile) and event.tile:
        _peeked(stack, event.by, event.tile)
    if not is_known(event.what):
        stack.order = [UNKNOWN] * len(stack.order)
    elif event.what == "under":
        stack.order.append(stack.order.pop(0))
        turn.put_under += 1


def _peeked(stack: Stack, seat: str, tile: str) -> None:
    """One seat learns the tile on top, and that the stack holds it."""
    stack.order[0] = tile
    stack.seen_by.add(seat)
    for known_here in (stack.holds, stack.peeked.setdefault(seat, {})):
        known_here[tile] = max(1, known_here.get(tile, 0))


def tile_revealed(table: Table, event: e.RevealTile) -> None:
    """The top tile is revealed in the row, and proves what this stack holds."""
    turn = table.turn
    if turn is None or table.phase in {"set-up", "income", "over"}:
        table.unapplied.append("a tile is revealed while no ship sails")
        return
    battle_told(table, turn)
    uses_untold(table, turn)
    turn.row.append(Drawn(event.tile))
    turn.reward, turn.reward_said, turn.looked, turn.joined = "", False, "", ""
    turn.strength, turn.paid, turn.fought, turn.battle, turn.rolls = 0, False, False, "", 0
    turn.thrown.clear()
    table.earned.clear()
    stack = table.stacks.get(turn.stack) if is_known(turn.stack) else None
    if stack is not None and stack.order:
        stack.order.pop(0)
    if stack is not None and is_known(event.tile):
        stack.show(event.tile, sum(is_known(d.tile) and d.tile == event.tile for d in turn.row))
    table.phase = "voyage"
    done(turn, "tile", turn.seat)
    _met(table, turn)


def _met(table: Table, turn: Turn) -> None:
    """Fog asks for the die. Under one reading, reaching a task that cannot be paid counts as an action."""
    try:
        tile = open_tile(table)
        if tile is None:
            return
        if tile.kind == "fog":
            table.phase = "fog"
        elif tile.kind == "destination" and table.terms.unpayable_task == "action":
            _reached(table, turn, tile)
    except Undetermined:
        return


def _reached(table: Table, turn: Turn, tile: Tile) -> None:
    """Under one reading it is an action to reach a harbor whose task cannot be paid; whether it can may be unknown."""
    try:
        if not _payable(table, turn, tile):
            action_done(table, turn, turn.seat)
    except Undetermined:
        turn.actions = UNKNOWN


def _payable(table: Table, turn: Turn, tile: Tile) -> bool:
    task = current_task(table, tile.harbor)
    return task is not None and any(owns(table.players[turn.seat], way) for way in demands(table, task))


def passed(table: Table, event: e.Pass) -> None:
    """The tile is not used: by the player who sails, or by an opponent with a letter."""
    turn = table.turn
    if turn is None or not turn.row:
        return
    if mine(turn, event.by):
        turn.row[-1].passed = True
    else:
        turn.row[-1].declined.append(event.by)
    turn.thrown.pop(event.by, None)
    done(turn, "pass", event.by)
