"""The chart: four areas from west to east, the ports in them from north to south, and the pieces in each port.

Ports in unknown places are in a list below it: single ones, or all of them if the map is unknown.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine.games.winds_of_plunder.content import Content, Port
from engine.games.winds_of_plunder.content.pieces import AREAS
from engine.games.winds_of_plunder.picture.pieces import SHIP, SIDE, plate, ship, tile
from engine.games.winds_of_plunder.picture.words import harbour, place
from engine.games.winds_of_plunder.state import Player, Table
from engine.kernel.drawing.lettering import BOLD, cut_to_fit, spell_value
from engine.kernel.drawing.marks import spot
from engine.kernel.drawing.part_cache import draw_once
from engine.kernel.drawing.pieces import CUBE, cube, row
from engine.kernel.drawing.seats import Livery
from engine.kernel.drawing.shapes import FAINT, INK, INNER, RULE, SEA, box, draw_caption, draw_text
from engine.kernel.drawing.svg import Markup, element
from engine.kernel.unknown import is_known

CHART = 840.0
SCALE = 24.0
BAND = (CHART - SCALE) / AREAS
HEADING = 28.0
PORT = (188.0, 66.0)
# The least distance of two ports in the picture: anywhere, and one below the other in the same area.
STEP, APART = 30.0, PORT[1] + 10
FOOT = 12.0
LINE = 30.0
SIDES = {1: " · west", AREAS: " · east"}
NOT_KNOWN = "Where the ports lie is not known, so they stand in a list. A content pack can tell the map."
NOT_PLACED = "Ports whose place on the map is not known"


@dataclass(frozen=True, slots=True)
class Anchorage:
    """The pieces in a port: the tile, the ships, the reputation cubes."""

    name: str
    tile: Any
    ships: tuple[str, ...]
    marks: tuple[str, ...]


def anchorage(table: Table, port: str) -> Anchorage:
    """Collect the pieces in a port."""
    ships = tuple(p.seat for p in table.players.values() if is_known(p.port) and p.port == port)
    marks = tuple(p.seat for p in table.players.values() if port in p.marks)
    return Anchorage(harbour(table, port), table.tiles.get(port, ""), ships, marks)


def charted(table: Table) -> list[Port]:
    """List the ports in known places, from north to south."""
    placed = [port for port in table.content.ports.values() if is_known(port.area) and is_known(port.rank)]
    return sorted(placed, key=lambda port: (port.rank, port.area))


def uncharted(table: Table) -> list[str]:
    """List the ports in unknown places: those of the pack, then those that only the log names."""
    named: list[str] = [*table.content.ports, *sorted(table.tiles), *sorted(_visited(table.players.values()))]
    placed = {port.id for port in charted(table)}
    return [port for port in dict.fromkeys(named) if port not in placed]


def _visited(players: Iterable[Player]) -> set[str]:
    ports = {player.port for player in players if is_known(player.port) and player.port}
    return ports.union(*(player.marks for player in players))


def draw_chart(table: Table, colours: dict[str, Livery], x: float, y: float) -> tuple[Markup, float]:
    """Draw the map, the ports missing on it, and ships in no port; return them and their lower end."""
    parts: list[Markup] = []
    low = y
    if charted(table):
        drawn, low = _map(table, colours, x, low)
        parts.append(drawn)
    if uncharted(table):
        drawn, low = _list(table, colours, x, low)
        parts.append(drawn)
    drawn, low = _adrift(table, colours, x, low)
    return element("g", *parts, drawn), low - y


def _latitudes(ports: list[Port]) -> dict[str, float]:
    """Find how far south each port is drawn: further than all north of it, and clear of those in its area."""
    south: dict[str, float] = {}
    bottom: dict[int, float] = {}
    at = -STEP
    for port in ports:
        at = max(at + STEP, bottom.get(port.area, 0.0))
        south[port.id], bottom[port.area] = at, at + APART
    return south


def _map(table: Table, colours: dict[str, Livery], x: float, y: float) -> tuple[Markup, float]:
    ports = charted(table)
    latitudes = _latitudes(ports)
    top, high = y + HEADING, max(latitudes.values()) + PORT[1] + 2 * FOOT
    left = x + SCALE
    parts = [*_bands(left, y, HEADING + high), _north(x, y)]
    parts.extend(_latitude(port, x, top + FOOT + latitudes[port.id] + PORT[1] / 2) for port in ports)
    for port in ports:
        corner = left + (port.area - 1) * BAND + (BAND - PORT[0]) / 2
        parts.append(_anchored(table, colours, port.id, corner, top + FOOT + latitudes[port.id]))
    return element("g", *parts), top + high + FOOT


def _bands(left: float, y: float, height: float) -> list[Markup]:
    parts = []
    for area in range(1, AREAS + 1):
        at = left + (area - 1) * BAND
        ground = SEA if area % 2 else INNER
        parts.append(element("rect", x=at, y=y, width=BAND, height=height, fill=ground))
        title = f"Area {area}{SIDES.get(area, '')}"
        parts.append(draw_text(at + BAND / 2, y + 19, title, 13, text_anchor="middle", font_weight="bold"))
    parts.append(box(left, y, BAND * AREAS, height, fill="none", stroke=INK, stroke_width=1.4))
    return parts


def _north(x: float, y: float) -> Markup:
    """Mark where north is: the scale counts from there."""
    return element(
        "g",
        element("title", "North is up; the ports are numbered from north to south."),
        element("path", d=f"M{x + 10} {y + 20}v-14m-4 5l4 -6l4 6", fill="none", stroke=FAINT, stroke_width=1.5),
        draw_caption(x + 10, y + 33, "N", 12, text_anchor="middle"),
        transform="translate(2 0)",
    )


@draw_once
def _latitude(port: Port, x: float, y: float) -> Markup:
    """Draw the line of a port's latitude, numbered from the north."""
    across = f"M{x + SCALE:.2f} {y:.2f}h{BAND * AREAS:.2f}"
    return element(
        "g",
        element("path", d=across, stroke=FAINT, stroke_width=0.7, stroke_dasharray="2 5"),
        draw_text(x + SCALE - 6, y + 4, str(port.rank), 11, text_anchor="end", fill=FAINT),
    )


def _anchored(table: Table, colours: dict[str, Livery], port: str, x: float, y: float) -> Markup:
    lying = anchorage(table, port)
    ships = {seat: place(table, table.players[seat]) for seat in lying.ships}
    return _port(table.content, port, lying.name, lying.tile, ships, lying.marks, colours, x, y)


@draw_once
def _port(  # noqa: PLR0913, PLR0917 - everything in the port, and its place in the picture
    content: Content,
    port: str,
    name: str,
    lies: Any,  # noqa: ANN401 - a tile, or UNKNOWN
    ships: dict[str, str],
    marks: tuple[str, ...],
    colours: dict[str, Livery],
    x: float,
    y: float,
) -> Markup:
    left, room = SIDE + 15, PORT[0] - SIDE - 18
    parts = [
        plate(0, 0, *PORT),
        tile(content, lies, 8, 8),
        draw_text(left, 18, cut_to_fit(name, 13 * BOLD, room), 13, font_weight="bold"),
        row([_ship(seat, says, colours) for seat, says in ships.items()], left, 22, room - 3, SHIP[0]),
        row([_cube(seat, port, name, colours) for seat in marks], left, 48, room - 3, CUBE),
        spot(f"tile.{port}", spell_value(lies) or "none", 8, 8, SIDE, SIDE),
    ]
    return element("g", *parts, transform=f"translate({x:.2f} {y:.2f})")


def _ship(seat: str, says: str, colours: dict[str, Livery]) -> Markup:
    return element("g", ship(0, 0, colours[seat]), spot(f"{seat}.port", says, 0, 0, *SHIP))


def _cube(seat: str, port: str, name: str, colours: dict[str, Livery]) -> Markup:
    says = spot(f"{seat}.reputation#{port}", f"in {name}", 0, 0, CUBE, CUBE)
    return element("g", cube(0, 0, colours[seat]), says)


def _list(table: Table, colours: dict[str, Livery], x: float, y: float) -> tuple[Markup, float]:
    """List the ports in unknown places."""
    ports = uncharted(table)
    says = NOT_PLACED if charted(table) else NOT_KNOWN
    parts = [draw_text(x + 12, y + 22, says, 13)]
    pitch = (CHART - 24 - PORT[0]) / 3
    for number, port in enumerate(ports):
        line, column = divmod(number, 4)
        parts.append(_anchored(table, colours, port, x + 12 + column * pitch, y + 36 + line * APART))
    low = y + 36 + -(-len(ports) // 4) * APART + 2
    return element("g", box(x, y, CHART, low - y, fill=SEA, stroke=INK), *parts), low + FOOT


def _adrift(table: Table, colours: dict[str, Livery], x: float, y: float) -> tuple[Markup, float]:
    """Draw the ships that are in no port, or in an unknown one."""
    nowhere = [p.seat for p in table.players.values() if is_known(p.port) and not p.port]
    somewhere = [p.seat for p in table.players.values() if not is_known(p.port)]
    parts: list[Markup] = []
    doubtful = [p.seat for p in table.players.values() if p.doubtful]
    for says, seats in (("Not yet placed", nowhere), ("Port not known", somewhere), ("Reputation: ?", doubtful)):
        if not seats:
            continue
        if seats is doubtful:
            cubes = row([cube(0, 0, colours[seat]) for seat in seats], x + 112, y + 8, CHART - 112, CUBE + 8)
            note = "may have reputation in ports that nobody wrote down"
            after = x + 124 + len(seats) * (CUBE + 10)
            parts += [element("path", d=f"M{x} {y:.2f}h{CHART}", stroke=RULE), draw_caption(x, y + 19, says, 12), cubes]
            parts.append(draw_caption(after, y + 19, note, 12))
            y += LINE
            continue
        parts.append(element("path", d=f"M{x} {y:.2f}h{CHART}", stroke=RULE))
        parts.append(draw_caption(x, y + 19, says, 12))
        parts.append(
            row(
                [_ship(seat, place(table, table.players[seat]), colours) for seat in seats],
                x + 112,
                y + 4,
                CHART - 112,
                SHIP[0] + 8,
            )
        )
        y += LINE
    return element("g", *parts), y
