"""Marks what becomes uncertain after a move by an unknown seat."""

from __future__ import annotations

from msgspec.structs import replace

from engine.games.north_wind import events as e
from engine.games.north_wind.folds import FOLDS
from engine.games.north_wind.folds.tokens import bonus_untold
from engine.games.north_wind.folds.turns import cargo_untold, stack_shuffled
from engine.games.north_wind.reckoning import waiting
from engine.games.north_wind.state import Table, Turn
from engine.kernel.events import Event, Move
from engine.kernel.unknown import UNKNOWN, is_known


def by_somebody(table: Table, event: Event) -> None:
    """Apply a move for the only seat that may have made it. If there are several, what each has left is unknown."""
    turn = table.turn
    if turn is None or not isinstance(event, Move) or not is_known(turn.seat):
        return
    if isinstance(event, (e.PlaceBonus, e.TakeBack)):
        bonus_untold(table)
        return
    if isinstance(event, (e.SailInto, e.TakeIncome)) and table.phase in {"voyage", "home"}:
        stack_shuffled(table, e.ShuffleStack(turn.stack))
        turn = table.turn or turn
    seats = _perhaps(table, turn, event)
    if len(seats) == 1:
        FOLDS[type(event)](table, replace(event, by=seats[0]))
        return
    for seat in seats:
        _left_open(table, turn, event, seat)


def _perhaps(table: Table, turn: Turn, event: Move) -> list[str]:
    """List the seats that may have made a move.

    These are the player who sails, players who returned a letter, or all opponents.
    """
    drawn = turn.row[-1] if turn.row else None
    if isinstance(event, (*e.TRADES, e.ThrowOverboard)):
        joiners = waiting(drawn) if drawn is not None else []
        sailing = drawn is None or not is_known(drawn.uses) or not drawn.uses or not joiners
        return [*([turn.seat] if sailing else []), *joiners]
    if isinstance(event, (e.SpendLetter, e.CutStack, e.Pass)):
        others = [seat for seat in table.seats if seat != turn.seat]
        if isinstance(event, e.SpendLetter):
            return [seat for seat in others if not is_known(held := table.players[seat].letters) or held]
        return list(table.seats)
    return [turn.seat]


def _left_open(table: Table, turn: Turn, event: Move, seat: str) -> None:
    """Mark what is uncertain of one seat that may or may not have made a move."""
    player = table.players[seat]
    if isinstance(event, (*e.TRADES, e.ThrowOverboard)):
        cargo_untold(player)
        if isinstance(event, e.Equip):
            player.sail = player.cannons = UNKNOWN
            player.crew_untold = True
        if seat == turn.seat and turn.row and not isinstance(event, e.ThrowOverboard):
            turn.actions, turn.row[-1].uses = UNKNOWN, UNKNOWN
    elif isinstance(event, e.SpendLetter):
        player.letters = UNKNOWN
        if turn.row:
            turn.row[-1].joiners.append(seat)
            turn.row[-1].overdue.append(seat)
    elif isinstance(event, e.CutStack):
        for stack in table.stacks.values():
            stack.order = [UNKNOWN] * len(stack.order)
