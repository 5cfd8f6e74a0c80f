"""How each event changes the table: one total function per event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.games.north_wind import events as e
from engine.games.north_wind.folds import fog, harbors, setting_up, tokens, trading, turns, voyage
from engine.kernel.events import Event
from engine.kernel.unknown import is_known

Fold = Callable[[Any, Any], None]


def somebodys(fold: Fold) -> Fold:
    """Wrap a fold of an act that any player may do: if its seat is unknown, it changes nothing."""

    def of_whom(table: Any, event: Any) -> None:  # noqa: ANN401 - this game's table, and any of its moves
        if is_known(event.by):
            fold(table, event)

    return of_whom


FOLDS: Mapping[type[Event], Fold] = {
    e.BuildStack: setting_up.stack_built,
    e.NameFirst: setting_up.first_named,
    e.TakeIncome: turns.income_taken,
    e.SailInto: turns.voyage_begun,
    e.CutStack: somebodys(voyage.stack_cut),
    e.UseLookout: voyage.looked,
    e.RevealTile: voyage.tile_revealed,
    e.Pass: somebodys(voyage.passed),
    e.Buy: somebodys(trading.bought),
    e.Sell: somebodys(trading.sold),
    e.Exchange: somebodys(trading.exchanged),
    e.Equip: somebodys(trading.equipped),
    e.ThrowOverboard: somebodys(trading.thrown_overboard),
    e.SpendLetter: somebodys(trading.letter_spent),
    e.ExamineWreck: harbors.wreck_examined,
    e.CompleteTask: harbors.task_completed,
    e.RollEvent: fog.event_rolled,
    e.PayPirate: fog.pirate_paid,
    e.Fight: fog.battle_begun,
    e.RollBattle: fog.battle_rolled,
    e.TakeCaptain: fog.captain_taken,
    e.TakeGold: fog.gold_taken,
    e.LeaveReward: fog.reward_left,
    e.ReleaseCaptain: somebodys(fog.captain_released),
    e.PlaceBonus: somebodys(tokens.bonus_placed),
    e.TakeBack: somebodys(tokens.bonus_taken_back),
    e.EndVoyage: turns.voyage_ended,
    e.ReceiveLetter: turns.letter_received,
    e.ShuffleStack: turns.stack_shuffled,
}
