"""How each event changes the table: one total function per event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.games.north_wind import events as e
from engine.games.north_wind.folds import fog, harbors, setting_up, tokens, trading, turns, voyage
from engine.kernel.events import Event

Fold = Callable[[Any, Any], None]


FOLDS: Mapping[type[Event], Fold] = {
    e.BuildStack: setting_up.stack_built,
    e.NameFirst: setting_up.first_named,
    e.TakeIncome: turns.income_taken,
    e.SailInto: turns.voyage_begun,
    e.CutStack: voyage.stack_cut,
    e.UseLookout: voyage.looked,
    e.RevealTile: voyage.tile_revealed,
    e.Pass: voyage.passed,
    e.Buy: trading.bought,
    e.Sell: trading.sold,
    e.Exchange: trading.exchanged,
    e.Equip: trading.equipped,
    e.ThrowOverboard: trading.thrown_overboard,
    e.SpendLetter: trading.letter_spent,
    e.ExamineWreck: harbors.wreck_examined,
    e.CompleteTask: harbors.task_completed,
    e.RollEvent: fog.event_rolled,
    e.PayPirate: fog.pirate_paid,
    e.Fight: fog.battle_begun,
    e.RollBattle: fog.battle_rolled,
    e.TakeCaptain: fog.captain_taken,
    e.TakeGold: fog.gold_taken,
    e.LeaveReward: fog.reward_left,
    e.ReleaseCaptain: fog.captain_released,
    e.PlaceBonus: tokens.bonus_placed,
    e.TakeBack: tokens.bonus_taken_back,
    e.EndVoyage: turns.voyage_ended,
    e.ReceiveLetter: turns.letter_received,
    e.ShuffleStack: turns.stack_shuffled,
}
