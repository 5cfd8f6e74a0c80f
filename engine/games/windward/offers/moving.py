"""Where ship and longboats could go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

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
from engine.games.windward.reckoning.sailing import downwind, is_drift, passages, reachable
from engine.games.windward.state import (
    GREY,
    RED,
    Player,
    Table,
    Turn,
)
from engine.kernel.events import Event
from engine.kernel.facts import sure


def sails(table: Table, turn: Turn, player: Player) -> Iterator[Event]:
    """Each place that one move reaches with the speed there is, and each run before the wind."""
    left = sure(speed_left(turn))
    for to in reachable(table, player):
        ways = passages(table, player.at, to)
        if ways and ways[0].speed <= left and _may_enter(table, turn, player, to, left - ways[0].speed):
            yield e.Sail(player.seat, to)
    if player.at == PORT:
        return
    for number, space in enumerate(downwind(table, player.at)):
        if not _may_enter(table, turn, player, space, left):
            return
        if number:
            yield e.Run(player.seat, space)
        if space in table.reds or ships_on(table, space):
            return


def _may_enter(table: Table, turn: Turn, player: Player, to: str, left: int) -> bool:
    """Say whether a ship may come to a place; on drift, whether it can get off again with the speed that is left."""
    if to == PORT:
        return not sure(player.crester)
    if _barred(table, turn, player, to):
        return False
    if not is_drift(table, to):
        return True
    return (
        bool(sure(turn.deadweight)) and left > 0 and any(_leads_off(table, to, there) for there in _beside(table, to))
    )


def _beside(table: Table, space: str) -> Iterable[str]:
    return sure_planet(table).near[space].values()


def _leads_off(table: Table, start: str, to: str) -> bool:
    """Say whether a ship on drift can go on to a space where nobody stands and a turn may end."""
    free = not is_drift(table, to) and to not in table.reds and not ships_on(table, to)
    return free and bool(passages(table, start, to))


def _barred(table: Table, turn: Turn, player: Player, to: str) -> bool:
    """Say whether a battle waits there that may not be started again this turn."""
    enemies = [f"{RED} {to}"] if to in table.reds else []
    enemies += [seat for seat in ships_on(table, to) if seat != player.seat]
    return any((player.seat, enemy) in turn.barred for enemy in enemies)


def rows(table: Table, player: Player) -> Iterator[Event]:
    """Each longboat at sky, to each space beside it where it may come."""
    if not sure(player.rowing):
        return
    laid, turn = sure_planet(table), table.turn
    own = {at for _, at in boats_at_sky(player)}
    barred = turn.barred if turn is not None else []
    for boat, at in boats_at_sky(player):
        towing = bool(sure(lying(table, at, GREY)))
        for to in laid.near.get(at, {}).values():
            grey = to in table.greys or bool(sure(lying(table, to, GREY)))
            again = any(one == f"{player.seat}.{boat}" and _there(table, enemy, to) for one, enemy in barred)
            if laid.shows[to] != DRIFT and to not in own and not (towing and grey) and not again:
                yield e.Row(player.seat, boat, to)


def _there(table: Table, enemy: str, space: str) -> bool:
    """Say whether an enemy with whom a battle was drawn is on a space."""
    if enemy == f"{GREY} {space}":
        return True
    seat, _, boat = enemy.partition(".")
    return bool(boat) and table.players[seat].boats[boat] == space
