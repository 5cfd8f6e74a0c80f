"""How each event changes the table: one total function per event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.games.windward import events as e
from engine.games.windward.folds import acting, battle, cargo, losing, resting, sailing, setting_up, turns
from engine.kernel.events import Event

Fold = Callable[[Any, Any], None]

FOLDS: Mapping[type[Event], Fold] = {
    e.BuildPlanet: setting_up.planet_built,
    e.RollStart: setting_up.start_rolled,
    e.NameFirst: turns.first_named,
    e.Deal: setting_up.hand_dealt,
    e.LayStacks: setting_up.stacks_laid,
    e.Top: acting.topped,
    e.ResetStacks: acting.stacks_reset,
    e.RollWind: turns.wind_rolled,
    e.RollGrey: losing.grey_rolled,
    e.Sail: sailing.sailed,
    e.Run: sailing.ran,
    e.Row: sailing.rowed,
    e.GiveOrder: acting.order_given,
    e.TakeCard: acting.card_taken,
    e.Buy: acting.bought,
    e.PlayCard: acting.card_played,
    e.PickUp: cargo.picked_up,
    e.LiftBoat: cargo.boat_lifted,
    e.DropCargo: cargo.dropped,
    e.SpendCannons: battle.cannons_spent,
    e.RollBattle: battle.battle_rolled,
    e.SpendHits: battle.hits_spent,
    e.FlyFlag: battle.flag_flown,
    e.Pass: battle.passed,
    e.Loot: losing.looted,
    e.PlaceRed: losing.red_placed,
    e.Rest: resting.rest_taken,
    e.MoveRed: resting.red_moved,
    e.EndTurn: resting.turn_ended,
}
