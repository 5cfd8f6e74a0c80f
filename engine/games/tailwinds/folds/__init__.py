"""How each event changes the table: one total function per event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.games.tailwinds import events as e
from engine.games.tailwinds.folds import abilities, attacks, choosing, moving, rainbow, setting_up, stating, turns, wind
from engine.games.tailwinds.state import Table
from engine.kernel.events import Claim, Event

Fold = Callable[[Any, Any], None]


def turn_done(table: Table, event: e.Done) -> None:
    """A turn ends."""
    turns.turn_done(table, event.by)


def _beginning(fold: Fold) -> Fold:
    """Wrap a fold of set-up, so that set-up ends as soon as everything is ready."""

    def then_begin(table: Table, event: Event) -> None:
        fold(table, event)
        if table.phase == "set-up" and setting_up.set_up(table):
            table.phase, table.round = "choosing", 1

    return then_begin


FOLDS: Mapping[type[Event], Fold] = {
    Claim: stating.place_claimed,
    e.LayTrack: _beginning(setting_up.track_laid),
    e.RollDie: wind.die_rolled,
    e.PlaceBoat: _beginning(setting_up.boat_placed),
    e.ShuffleRainbow: rainbow.rainbow_shuffled,
    e.RevealMarket: _beginning(rainbow.market_revealed),
    e.Commit: choosing.committed,
    e.Reveal: choosing.revealed,
    e.Unseal: choosing.unsealed,
    e.MoveBoat: moving.boat_moved,
    e.Done: turn_done,
    e.YieldTurn: turns.turn_yielded,
    e.PlayRainbow: rainbow.rainbow_played,
    e.SpendRainbow: rainbow.rainbow_spent,
    e.TakeRainbow: rainbow.rainbow_taken,
    e.Refill: rainbow.refilled,
    e.FireCannons: attacks.cannons_fired,
    e.RaiseJollyRoger: attacks.jolly_roger_raised,
    e.CopyValue: abilities.value_copied,
    e.Shackle: abilities.shackled,
    e.Replace: abilities.replaced,
    e.Chase: abilities.chased,
    e.CallLongboat: abilities.longboat_called,
    e.SwapLanes: abilities.lanes_swapped,
    e.Parlay: abilities.parlay_asked,
    e.Answer: abilities.answered,
    e.ThrowDie: abilities.die_thrown,
    e.UseAbility: abilities.ability_used,
    e.RollWind: wind.wind_rolled,
}
