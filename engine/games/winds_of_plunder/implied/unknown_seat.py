"""Moves by an unknown seat: marks what becomes uncertain after them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.games.winds_of_plunder import events as e
from engine.games.winds_of_plunder.folds.marking import in_doubt
from engine.games.winds_of_plunder.folds.missing import take_unseen_tile
from engine.games.winds_of_plunder.folds.voting import first_named, tile_awarded, wind_chosen
from engine.games.winds_of_plunder.state import ANY_PORT, NOT_WRITTEN, Player, Table
from engine.kernel.events import Event
from engine.kernel.unknown import UNKNOWN, is_known


def by_somebody(table: Table, event: Event) -> None:
    """Apply a move that any player who could make it may have made."""
    if isinstance(event, e.TURN):
        if table.phase == "plunder":
            _in_a_turn(table, event)
        return
    run = SPOKEN.get(type(event))
    if run is not None:
        run(table, event)


def _in_a_turn(table: Table, event: Event) -> None:
    """From here on it is unknown whose turn it is, and which players have had one."""
    run = ACTS.get(type(event))
    for player in table.players.values():
        if run is not None and player.seat not in table.acted:
            run(table, player, event)
    if event.seq == NOT_WRITTEN:
        # Inferred from a card's face, which the log may name late.
        return
    table.somebody, table.turn, table.active = True, None, UNKNOWN


def _drew(table: Table, player: Player, _event: e.DrawCard) -> None:
    player.untold, table.action_deck = True, UNKNOWN
    table.unseen = [*(one for one in table.unseen if is_known(one[1])), ("action", UNKNOWN)]


def _played(table: Table, player: Player, event: e.PlayCard) -> None:
    player.untold, player.actions = True, [UNKNOWN for _ in player.actions]
    in_doubt(table, *table.players.values())
    table.tiles = dict.fromkeys(table.tiles, UNKNOWN)
    table.bar = [UNKNOWN for _ in table.bar]
    if is_known(event.card) and event.card not in [card for card in table.discard if is_known(card)]:
        table.discard.append(event.card)


def _added(_table: Table, player: Player, _event: e.AddCubes) -> None:
    player.wind = player.reserve = UNKNOWN


def _sailed(table: Table, player: Player, event: e.Sail) -> None:
    """The ship of any player may be in another port now, with another tile's items, and may have made its mark."""
    player.port = UNKNOWN
    player.doubtful.add(event.to if is_known(event.to) else ANY_PORT)
    player.reserve = UNKNOWN
    take_unseen_tile(table, player)


def _boarded(table: Table, player: Player, _event: e.Board) -> None:
    in_doubt(table, *table.players.values(), player)


def _dug_up(table: Table, player: Player, _event: e.PlayTreasure) -> None:
    player.treasures, player.unsure = [UNKNOWN for _ in player.treasures], True
    player.vp = player.booty = table.treasure_deck = UNKNOWN
    table.adrift = True


def _arrived(_table: Table, player: Player, _event: e.Arrived) -> None:
    player.reserve = player.vp = UNKNOWN
    player.doubtful.add(ANY_PORT)


ACTS: Mapping[type[Event], Callable[[Table, Player, Any], None]] = {
    e.DrawCard: _drew,
    e.PlayCard: _played,
    e.AddCubes: _added,
    e.Sail: _sailed,
    e.Board: _boarded,
    e.PlayTreasure: _dug_up,
    e.DeclineTreasure: _dug_up,
    e.Arrived: _arrived,
}


def _voted(table: Table, _event: Event) -> None:
    table.somebody = True


# Events that mean the same for every actor.
SPOKEN: Mapping[type[Event], Callable[[Table, Any], None]] = {
    e.SetCompass: _voted,
    e.Bid: _voted,
    e.AwardTile: tile_awarded,
    e.ChooseWind: wind_chosen,
    e.NameFirst: first_named,
}
