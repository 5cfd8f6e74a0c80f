"""How each event changes the table: one total function per event."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.games.winds_of_plunder import events as e
from engine.games.winds_of_plunder.folds import cards, claiming, marking, plundering, setting_up, voting
from engine.games.winds_of_plunder.state import Table
from engine.kernel.events import Claim, Event

Fold = Callable[[Any, Any], None]


def _beginning(fold: Fold) -> Fold:
    """Wrap a fold of set-up, so that set-up ends as soon as everything is ready."""

    def then_begin(table: Table, event: Event) -> None:
        fold(table, event)
        setting_up.begin_if_ready(table)

    return then_begin


FOLDS: Mapping[type[Event], Fold] = {
    e.DealPort: _beginning(setting_up.port_dealt),
    e.LayTiles: _beginning(setting_up.tiles_laid),
    e.LayBar: _beginning(setting_up.bar_laid),
    e.GiveBlackbeard: _beginning(setting_up.blackbeard_given),
    e.ShuffleDeck: cards.shuffled,
    e.SetCompass: voting.compass_set,
    e.RevealCompasses: voting.compasses_revealed,
    e.Bid: voting.bid_made,
    e.RevealBids: voting.bids_revealed,
    e.Unseal: voting.unsealed,
    e.AwardTile: voting.tile_awarded,
    e.ChooseWind: voting.wind_chosen,
    e.NameFirst: voting.first_named,
    e.DrawCard: cards.card_drawn,
    e.SeeCard: cards.card_seen,
    e.PlayCard: cards.card_played,
    e.AddCubes: plundering.cubes_added,
    e.Gust: plundering.gust_declared,
    e.DeclareWindlock: plundering.windlock_declared,
    e.Sail: plundering.sailed,
    e.DeclineTreasure: plundering.treasure_declined,
    e.Board: plundering.boarded,
    e.PlayTreasure: plundering.treasure_played,
    e.Arrived: plundering.arrived,
    e.GiveMarker: marking.marker_given,
    e.BonusPoint: plundering.bonus_begun,
    e.Done: plundering.done,
    Claim: claiming.stated,
}
