"""Sets a table in mid-game from the facts that a header declares; everything else is unknown."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any

from engine.games.winds_of_plunder.content.pieces import AREAS, BOOTY_STEPS, TREASURE_CARDS
from engine.games.winds_of_plunder.reckoning.formulas import clockwise_from
from engine.games.winds_of_plunder.state import (
    ANY_PORT,
    BAR,
    CUBES_OUT,
    DIRECTIONS,
    MARKERS,
    POINTS,
    ROUNDS,
    Player,
    Table,
    Turn,
)
from engine.kernel.events import MAX_NUMBER
from engine.kernel.log import LogError
from engine.kernel.positions import (
    Value,
    read_names,
    read_number,
    read_one_of,
    read_phase,
    refuse_out_of_bounds,
    refuse_repeats,
    refuse_strangers,
)
from engine.kernel.unknown import UNKNOWN, is_known

# The largest hand of Action cards if the pack does not count them.
MAX_HAND = 99
PHASES = ("compass", "bid", "plunder")
NUMBERS = ("vp", "wind", "reserve", "weapons", "crew", "provisions", "booty")


def declare(table: Table, position: Mapping[str, Value]) -> None:
    """Set the table as the header says. Every fact that it leaves out is unknown."""
    zones = _zones(table)
    refuse_strangers(position, zones)
    # A card in two places is a finding. A list of players or of marks is refused if it repeats a name.
    single = [zone for zone in zones if not zone.endswith(("discard", "hand", "treasure"))]
    refuse_repeats(position, single, "something", "Write each of them once.")
    refuse_out_of_bounds(position, _bounds(table))
    table.phase = read_phase(position, PHASES)
    table.round = read_number(position, "round")
    table.wind = read_one_of(position, "wind", DIRECTIONS)
    table.blackbeard = read_one_of(position, "blackbeard", (*table.seats, "none"))
    for seat, player in table.players.items():
        _player(table, player, {k.removeprefix(f"{seat}."): v for k, v in position.items() if k.startswith(f"{seat}.")})
    for name in MARKERS:
        table.markers[name] = read_one_of(position, f"marker.{name}", (*table.seats, "none"))
    _tiles(table, position)
    table.discard = read_names(position.get("discard", "none"))
    table.discard_untold = str(position.get("discard", "??")) == "??"
    table.action_deck = read_number(position, "action.deck") if "action.deck" in position else UNKNOWN
    held = [len(p.treasures) for p in table.players.values() if not p.unsure]
    all_stated = len(held) == len(table.seats)
    table.treasure_deck = TREASURE_CARDS - sum(held) if all_stated else read_number(position, "treasure.deck")
    _areas(table, position)
    _whose(table, position)
    _refuse_more_than_the_box_holds(table)


def _zones(table: Table) -> dict[str, Container[str]]:
    """Map the facts that list cards, ports and players to their allowed names."""
    seats, ports, cards = table.seats, table.content.port_names, table.content.action_names
    zones: dict[str, Container[str]] = {"acted": seats, "discard": cards}
    zones |= {f"area.{area}": seats for area in range(1, AREAS + 1)}
    for seat in seats:
        zones |= {f"{seat}.hand": cards, f"{seat}.treasure": ports, f"{seat}.marks": ports}
    return zones


def _bounds(table: Table) -> dict[str, tuple[int, int]]:
    """Return the bounds of the numbers in a position; the VP track has no end."""
    total, cap, ruled = table.content.action_total, table.content.tally_cap, table.header.rulings
    cards = total if is_known(total) else MAX_HAND
    top = cap if is_known(cap) and cap is not None and "WP-AMB-01" not in ruled else MAX_NUMBER
    # A header that names a reading with negative scores may start below zero.
    lowest = -MAX_NUMBER if {"WP-AMB-02", "WP-AMB-22"} & set(ruled) else 0
    bounds = {
        "round": (1, ROUNDS),
        "left": (0, POINTS + 1),
        # Once, by a gust or the Largest Crew's point, and by a card for each point.
        "sailed": (0, POINTS + 2),
        "action.deck": (0, cards),
        "treasure.deck": (0, TREASURE_CARDS),
    }
    for seat in table.seats:
        bounds |= {f"{seat}.{tally}": (0, top) for tally in MARKERS}
        bounds |= {f"{seat}.{cubes}": (0, CUBES_OUT) for cubes in ("wind", "reserve")}
        bounds |= {f"{seat}.vp": (lowest, MAX_NUMBER), f"{seat}.booty": (0, BOOTY_STEPS)}
        bounds |= {f"{seat}.actions": (0, cards), f"{seat}.treasures": (0, TREASURE_CARDS)}
    return bounds


def _refuse_more_than_the_box_holds(table: Table) -> None:
    """Refuse more cards in hands, decks and discards than there are."""
    players, total = table.players.values(), table.content.action_total
    piles = len(table.discard) + (table.action_deck if is_known(table.action_deck) else 0)
    for what, count, most in (
        ("Action", piles + sum(len(player.actions) for player in players), total),
        ("Treasure", sum(len(player.treasures) for player in players), TREASURE_CARDS),
    ):
        if is_known(most) and count > most:
            raise LogError(f"The position states {count} {what} cards; there are {most}.", "Count them again.")


def _player(table: Table, player: Player, said: Mapping[str, Value]) -> None:
    for name in NUMBERS:
        setattr(player, name, read_number(said, name, of=player.seat))
    port = str(said.get("port", "??"))
    if port != "??" and port not in table.content.port_names:
        says = f"The position puts {player.seat} in {port}, which the pack does not have."
        raise LogError(says, "Name one of its ports.", fact=f"{player.seat}.port")
    player.port = UNKNOWN if port == "??" else port
    # Once the compasses are revealed, each shows a direction.
    player.compass = read_one_of(said, "compass", DIRECTIONS, of=player.seat) if table.phase == "bid" else None
    player.actions, player.untold = _cards(player.seat, said, "hand", "actions")
    player.treasures, player.unsure = _cards(player.seat, said, "treasure", "treasures")
    marks = read_names(said.get("marks", ANY_PORT))
    player.marks = {mark for mark in marks if is_known(mark)}
    player.doubtful = {ANY_PORT} if len(player.marks) < len(marks) else set()


def _cards(seat: str, said: Mapping[str, Value], named: str, counted: str) -> tuple[list[Any], bool]:
    """Read a hand by name or by number, and whether neither is given."""
    if str(said.get(named, "??")) != "??":
        return read_names(said[named]), False
    count = read_number(said, counted, of=seat)
    return ([UNKNOWN] * count, False) if is_known(count) else ([], True)


def _tiles(table: Table, position: Mapping[str, Value]) -> None:
    said = {name.removeprefix("tile."): str(v) for name, v in position.items() if name.startswith("tile.")}
    table.tiles = dict.fromkeys(table.content.ports, UNKNOWN)
    table.tiles |= {port: tile for port, tile in said.items() if tile != "??"}
    bar = read_names(position.get("bar", "??"))
    table.bar = [UNKNOWN] * BAR if len(bar) == 1 and not is_known(bar[0]) else bar
    if len(table.bar) != BAR:
        remedy = f"Write all {BAR} from left to right, ?? for one that nobody knows."
        raise LogError(f"The position lays {len(table.bar)} tiles on the bar.", remedy, fact="bar")
    strange = next(
        (t for t in (*table.tiles.values(), *table.bar) if is_known(t) and t not in table.content.tile_names), None
    )
    if strange is not None:
        raise LogError(
            f"The position names tile {strange}, which the pack does not have.", "Name one of its tiles, or ??."
        )


def _areas(table: Table, position: Mapping[str, Value]) -> None:
    for name, value in position.items():
        if name.startswith("area."):
            table.completed[int(name.removeprefix("area."))] = [s for s in read_names(value) if is_known(s)]


def _whose(table: Table, position: Mapping[str, Value]) -> None:
    """In the middle of plundering, set the first player, the players who have acted, and the active one."""
    if table.phase != "plunder":
        return
    # If only the first player is declared, no player has had a turn.
    acted = read_names(position.get("acted", "??" if "turn" in position else "none"))
    table.acted = {seat for seat in acted if is_known(seat)}
    table.first = read_one_of(position, "first", table.seats)
    table.order = clockwise_from(table.seats, table.first) if is_known(table.first) else table.seats
    table.active = read_one_of(position, "turn", table.seats)
    if not all(map(is_known, acted)):
        _who_has_acted(table)
    left = [seat for seat in table.order if seat not in table.acted]
    if not is_known(table.active) and is_known(table.first) and left:
        table.active = left[0]
    if is_known(table.active) and ("left" in position or "sailed" in position):
        table.turn = Turn(table.active, markers_then=dict(table.markers))
        table.turn.spent = POINTS - read_number(position, "left") if "left" in position else 0
        table.turn.sailed = read_number(position, "sailed") if "sailed" in position else 0


def _who_has_acted(table: Table) -> None:
    """If the header does not list who has acted, infer the seats between the first and the active player."""
    if is_known(table.first) and is_known(table.active):
        table.acted |= set(table.order[: table.order.index(table.active)])
    else:
        table.first = UNKNOWN
