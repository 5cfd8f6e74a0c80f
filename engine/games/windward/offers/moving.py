"""Moves of ships and longboats."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.windward import events as e
from engine.games.windward.content import PORT
from engine.games.windward.content.pieces import DRIFT
from engine.games.windward.reckoning import (
    boats_at_sky,
    lying,
    ships_on,
    speed_left,
    sure_planet,
)
from engine.games.windward.reckoning.boats import greys_beside, may_be_left
from engine.games.windward.reckoning.meeting import barred, met_by_boat, met_by_ship
from engine.games.windward.reckoning.sailing import downwind, is_drift, passages, reachable
from engine.games.windward.state import (
    GREY,
    Player,
    Table,
    Turn,
)
from engine.kernel.events import Event
from engine.kernel.facts import NOTHING, require_known
from engine.kernel.unknown import Undetermined, is_known


def sails(table: Table, turn: Turn, player: Player) -> Iterator[Event]:
    """List each place that one move reaches with the available speed, and each run before the wind."""
    left = require_known(speed_left(turn))
    for to in reachable(table, player):
        ways = passages(table, player.at, to)
        if ways and ways[0].speed <= left and _may_enter(table, turn, player, to):
            yield e.Sail(player.seat, to)
    if player.at == PORT:
        return
    for number, space in enumerate(downwind(table, player.at)):
        if not _may_enter(table, turn, player, space):
            return
        if number:
            yield e.Run(player.seat, space)
        if space in table.reds or ships_on(table, space) or (is_known(table.white) and space == table.white):
            return


def _may_enter(table: Table, turn: Turn, player: Player, to: str) -> bool:
    """Return whether a ship may enter a place; on drift it may find itself at a dead end."""
    if to == PORT:
        return not require_known(player.crester)
    enemy = met_by_ship(table, player.seat, to)
    if enemy and barred(table, turn, player.seat, enemy, to):
        return False
    return not is_drift(table, to) or bool(require_known(turn.deadweight))


def rows(table: Table, player: Player) -> Iterator[Event]:
    """List each longboat at sky with each adjacent space that it may enter."""
    if not require_known(player.rowing):
        return
    laid, turn = sure_planet(table), table.turn
    own = {at for _, at in boats_at_sky(player)}
    for boat, at in boats_at_sky(player):
        tows = _tows(table, player, boat)
        for to in laid.near.get(at, {}).values():
            grey = to in table.greys or bool(require_known(lying(table, to, GREY)))
            enemy = met_by_boat(table, player.seat, to)
            again = enemy and turn is not None and barred(table, turn, f"{player.seat}.{boat}", enemy, to)
            if laid.shows[to] != DRIFT and to not in own and not again:
                yield from (e.Row(player.seat, boat, to, tow) for tow, towing in tows.items() if not (towing and grey))


def _tows(table: Table, player: Player, boat: str) -> dict[str, bool]:
    """Map what may be stated about a longboat's tow to whether it then tows; usually nothing need be stated."""
    towing = bool(require_known(greys_beside(table, player, boat)))
    try:
        return {GREY: True, NOTHING: False} if towing and may_be_left(table, player, boat) else {"": towing}
    except Undetermined:
        return {GREY: True}
