"""A log that starts in mid-game: its header declares facts, and what it leaves out is unknown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.games.winds_of_plunder.reckoning import clockwise_from
from engine.games.winds_of_plunder.state import ANY_PORT, DIRECTIONS, MARKERS, Player, Table, Turn
from engine.kernel.facts import Value, names, number
from engine.kernel.log import LogError
from engine.kernel.unknown import UNKNOWN, known

PHASES = ("compass", "bid", "plunder")
NUMBERS = ("vp", "wind", "reserve", "weapons", "crew", "provisions", "booty")


def declare(table: Table, position: Mapping[str, Value]) -> None:
    """Set the table as the header says. Everything it does not say is unknown from here on."""
    table.phase = str(position.get("phase", "compass"))
    if table.phase not in PHASES:
        raise LogError(
            f"A position cannot start in phase “{table.phase}”.", f"Write phase={' or phase='.join(PHASES)}."
        )
    table.round = number(position, "round")
    table.wind = _one_of(position, "wind", DIRECTIONS)
    table.blackbeard = _one_of(position, "blackbeard", (*table.seats, "none"))
    for seat, player in table.players.items():
        _player(table, player, {k.removeprefix(f"{seat}."): v for k, v in position.items() if k.startswith(f"{seat}.")})
    for name in MARKERS:
        table.markers[name] = _one_of(position, f"marker.{name}", (*table.seats, "none"))
    _tiles(table, position)
    table.discard = names(position.get("discard", "none"))
    table.discard_untold = str(position.get("discard", "??")) == "??"
    table.action_deck = number(position, "action.deck") if "action.deck" in position else UNKNOWN
    held = [len(p.treasures) for p in table.players.values() if not p.unsure]
    told = len(held) == len(table.seats)
    table.treasure_deck = len(table.content.ports) - sum(held) if told else number(position, "treasure.deck")
    _areas(table, position)
    _whose(table, position)


def _one_of(position: Mapping[str, Value], name: str, among: tuple[str, ...]) -> Any:  # noqa: ANN401 - as above
    value = str(position.get(name, "??"))
    if value == "??":
        return UNKNOWN
    if value not in among:
        raise LogError(f"The position says {name}={value}.", f"It is one of {', '.join(among)}, or ??.")
    return "" if value == "none" else value


def _player(table: Table, player: Player, said: Mapping[str, Value]) -> None:
    for name in NUMBERS:
        setattr(player, name, number(said, name))
    port = str(said.get("port", "??"))
    if port != "??" and port not in table.content.port_names:
        raise LogError(
            f"The position puts {player.seat} in {port}, which the pack does not have.", "Name one of its ports."
        )
    player.port = UNKNOWN if port == "??" else port
    # Once the compasses are turned up, each shows something.
    player.compass = _one_of(said, "compass", DIRECTIONS) if table.phase == "bid" else None
    player.actions, player.untold = _cards(said, "hand", "actions")
    player.treasures, player.unsure = _cards(said, "treasure", "treasures")
    marks = names(said.get("marks", ANY_PORT))
    player.marks = {mark for mark in marks if known(mark)}
    player.doubtful = {ANY_PORT} if len(player.marks) < len(marks) else set()


def _cards(said: Mapping[str, Value], named: str, counted: str) -> tuple[list[Any], bool]:
    """A hand by name, or by number; and whether neither is told."""
    if str(said.get(named, "??")) != "??":
        return names(said[named]), False
    count = number(said, counted)
    return ([UNKNOWN] * count, False) if known(count) else ([], True)


def _tiles(table: Table, position: Mapping[str, Value]) -> None:
    said = {name.removeprefix("tile."): str(v) for name, v in position.items() if name.startswith("tile.")}
    table.tiles = dict.fromkeys(table.content.ports, UNKNOWN)
    table.tiles |= {port: tile for port, tile in said.items() if tile != "??"}
    table.bar = names(position.get("bar", "?? ?? ?? ?? ?? ??"))
    strange = next(
        (t for t in (*table.tiles.values(), *table.bar) if known(t) and t not in table.content.tile_names), None
    )
    if strange is not None:
        raise LogError(
            f"The position names tile {strange}, which the pack does not have.", "Name one of its tiles, or ??."
        )


def _areas(table: Table, position: Mapping[str, Value]) -> None:
    for name, value in position.items():
        if name.startswith("area."):
            table.completed[int(name.removeprefix("area."))] = [s for s in names(value) if known(s)]


def _whose(table: Table, position: Mapping[str, Value]) -> None:
    """In the middle of plundering: who was first, who has had a turn, and whose it is."""
    if table.phase != "plunder":
        return
    table.acted = {s for s in names(position.get("acted", "none")) if known(s)}
    table.first = _one_of(position, "first", table.seats)
    table.order = clockwise_from(table.seats, table.first) if known(table.first) else table.seats
    left = [seat for seat in table.order if seat not in table.acted]
    table.active = _one_of(position, "turn", table.seats)
    if not known(table.active) and known(table.first) and left:
        table.active = left[0]
    if known(table.active) and ("left" in position or "sailed" in position):
        table.turn = Turn(table.active, crew_then=table.markers["crew"])
        table.turn.spent = 3 - number(position, "left") if "left" in position else 0
        table.turn.sailed = number(position, "sailed") if "sailed" in position else 0
