"""Battles of unknown pieces: everything that they may have changed is unknown."""

from __future__ import annotations

from engine.games.windward.content import PORT
from engine.games.windward.events import STEPS, Row
from engine.games.windward.folds.cresters import white_perhaps_beaten
from engine.games.windward.folds.losing import items_lost_sight, perhaps_lost, reds_lost_sight
from engine.games.windward.reckoning import boats_at_sky
from engine.games.windward.reckoning.untold import (
    boat_perhaps_fights,
    perhaps_in_battle,
    ship_perhaps_fights,
    white_perhaps_fights,
)
from engine.games.windward.state import TOKEN, Player, Table
from engine.kernel.events import Event
from engine.kernel.unknown import UNKNOWN, is_known


def fought_unseen(table: Table, event: Event) -> None:
    """A step of a battle is written though none is known to be on, so unknown pieces fight."""
    turn = table.turn
    if not isinstance(event, STEPS) or table.battle is not None or turn is None or not perhaps_in_battle(table):
        return
    if isinstance(table.last, STEPS) and table.outcome is None:
        # The last event was a step of the same battle: every piece that may have fought in it is uncertain.
        return
    if not is_known(turn.seat):
        for player in table.players.values():
            _white_fought(table, player)
            _fought(table, player)
        return
    attacker = table.players[turn.seat]
    if ship_perhaps_fights(table, attacker):
        _ships_fought(table, attacker)
    if boat_perhaps_fights(table, attacker):
        _boats_fought(table, attacker)


def _ships_fought(table: Table, attacker: Player) -> None:
    """The White, a Red, or another ship at sky may have fought."""
    _white_fought(table, attacker)
    met = [
        one
        for one in table.players.values()
        if one is not attacker and not (is_known(one.at) and is_known(attacker.at))
    ]
    for player in (attacker, *met):
        if not is_known(player.at) or player.at != PORT:
            _fought(table, player)
    reds_lost_sight(table)
    table.reds_beaten = UNKNOWN


def _fought(table: Table, player: Player) -> None:
    player.morale = UNKNOWN
    perhaps_lost(table, player)


def _white_fought(table: Table, player: Player) -> None:
    if white_perhaps_fights(table, player):
        white_perhaps_beaten(table, player.seat)


def _boats_fought(table: Table, attacker: Player) -> None:
    """A Grey, or another longboat, may have fought."""
    attacker.boats = dict.fromkeys(attacker.boats, UNKNOWN)
    for player in table.players.values():
        player.cargo[TOKEN] = UNKNOWN
        if player is not attacker:
            _perhaps_beaten(table, player)
    table.greys.clear()
    table.greys_untold = True
    items_lost_sight(table, UNKNOWN)


def _perhaps_beaten(table: Table, player: Player) -> None:
    """An enemy longboat may be back on its board: on the attacker's space, if that is known."""
    last = table.last
    if isinstance(last, STEPS):
        # The first step has determined the enemy.
        return
    met = last.to if isinstance(last, Row) else UNKNOWN
    for boat, place in boats_at_sky(player):
        if not is_known(met) or met == place:
            player.boats[boat] = player.tows[boat] = UNKNOWN
