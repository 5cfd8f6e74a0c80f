"""Deals ports, lays tiles, and gives Blackbeard's tile."""

from __future__ import annotations

from engine.games.winds_of_plunder import events as e
from engine.games.winds_of_plunder.folds.marking import mark
from engine.games.winds_of_plunder.folds.turns import begin_round
from engine.games.winds_of_plunder.state import ANY_PORT, BAR, Table
from engine.kernel.unknown import UNKNOWN, is_known

PORTS = 12


def port_dealt(table: Table, event: e.DealPort) -> None:
    """A ship starts at the port of its dealt card."""
    if not is_known(event.seat):
        table.loose_ports += [event.port] if is_known(event.port) else []
        return
    player = table.players[event.seat]
    player.port = event.port
    if table.phase != "set-up":
        # The ship's port is known only when it sails from there.
        return
    if table.terms.starting_port != "mark-at-setup":
        return
    player.reserve -= 1
    if is_known(event.port):
        mark(table, player, event.port)
    else:
        player.doubtful.add(ANY_PORT)


def tiles_laid(table: Table, event: e.LayTiles) -> None:
    """VP tiles are laid face up on ports."""
    for placement in () if says_nothing(event.tiles) else event.tiles:
        # A placement that is not named is still a tile.
        port, _, tile = placement.partition("/") if is_known(placement) else (f"??{len(table.tiles)}", "", "??")
        table.tiles[port] = tile if tile != "??" else UNKNOWN


def says_nothing(tiles: tuple[object, ...]) -> bool:
    """Return whether a list of tiles is a single `??`, which stands for all of them."""
    return len(tiles) == 1 and not is_known(tiles[0])


def bar_laid(table: Table, event: e.LayBar) -> None:
    """The Rotation Bar is laid, left to right."""
    table.bar = [UNKNOWN] * BAR if says_nothing(event.tiles) else list(event.tiles)


def blackbeard_given(table: Table, event: e.GiveBlackbeard) -> None:
    """Blackbeard's tile has its first holder."""
    table.blackbeard = event.seat


def set_up(table: Table) -> bool:
    """Return whether everything is ready for the first round."""
    ships = all(not is_known(p.port) or p.port for p in table.players.values())
    return (
        ships
        and len(table.tiles) >= PORTS
        and bool(table.bar)
        and (not is_known(table.blackbeard) or table.blackbeard != "")
    )


def begin_if_ready(table: Table) -> None:
    """The first vote begins once everything is ready."""
    if table.phase == "set-up" and set_up(table):
        begin_round(table)


def begin_unready(table: Table) -> None:
    """The first vote begins although set-up is incomplete: the missing pieces are unknown."""
    for player in table.players.values():
        player.port = UNKNOWN if is_known(player.port) and not player.port else player.port
    table.tiles = {port: table.tiles.get(port, UNKNOWN) for port in (*table.content.ports, *table.tiles)}
    table.bar = table.bar or [UNKNOWN] * BAR
    table.blackbeard = UNKNOWN if is_known(table.blackbeard) and not table.blackbeard else table.blackbeard
    begin_round(table)
