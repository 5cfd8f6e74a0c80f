"""How each event changes the table: one total function per event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.games.windward import events as e
from engine.games.windward.folds import (
    achievements,
    acting,
    battle,
    cargo,
    cresters,
    great_white,
    losing,
    resting,
    sailing,
    setting_up,
    stacks,
    together,
    turns,
    unseen,
)
from engine.games.windward.folds.naturalist import tags_known, tags_lost_sight, teeth_discarded
from engine.games.windward.reckoning.battle import idle_pass
from engine.games.windward.state import GREY_TOOTH, RED_TOOTH, Player, Table
from engine.kernel.events import Event
from engine.kernel.unknown import is_known

Fold = Callable[[Any, Any], None]

# Facts in which a claim may be wrong by forgetting the last event.
NUMBERS = ("morale", "notoriety", "gas", "cannons", "rowing")


def _numbers(player: Player) -> dict[str, int]:
    """Return a player's numbers, by fact."""
    numbers = {name: getattr(player, name) for name in NUMBERS}
    return numbers | {"teeth.red": player.cargo[RED_TOOTH], "teeth.grey": player.cargo[GREY_TOOTH]}


def _noted(fold: Fold) -> Fold:
    """Wrap a fold to record the event, and its player's numbers before it, which explain wrong claims."""

    def folded(table: Table, event: Event) -> None:
        if isinstance(event, e.Pass) and idle_pass(table, event.by):
            return
        by = getattr(event, "by", "")
        player = table.players.get(by) if is_known(by) else None
        before = _numbers(player) if player is not None else {}
        stacks.replaced_before(table, event)
        unseen.fought_unseen(table, event)
        tags = tags_known(table)
        fold(table, event)
        tags_lost_sight(table, tags)
        teeth_discarded(table)
        achievements.goals_noted(table, event)
        if not isinstance(event, e.Top):
            table.last, table.before = event, before

    return folded


_FOLDS: Mapping[type[Event], Fold] = {
    e.BuildPlanet: setting_up.planet_built,
    e.RollStart: setting_up.start_rolled,
    e.NameFirst: turns.first_named,
    e.Deal: setting_up.hand_dealt,
    e.LayStacks: setting_up.stacks_laid,
    e.Top: stacks.topped,
    e.ResetStacks: stacks.stacks_reset,
    e.RollWind: turns.wind_rolled,
    e.RollGrey: cresters.grey_rolled,
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
    e.PlaceRed: cresters.red_placed,
    e.Rest: resting.rest_taken,
    e.MoveRed: resting.red_moved,
    e.EndTurn: resting.turn_ended,
    e.RevealAchievements: achievements.achievements_revealed,
    e.Achieve: achievements.achieved,
    e.RollWhite: great_white.white_rolled,
    e.MoveWhite: great_white.white_moved,
    e.PlaceWhite: great_white.white_placed,
    e.SetDifficulty: together.difficulty_chosen,
    e.Give: together.cards_given,
    e.TradeTeeth: together.teeth_traded,
}
FOLDS: Mapping[type[Event], Fold] = {kind: _noted(fold) for kind, fold in _FOLDS.items()}
