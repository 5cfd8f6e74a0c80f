"""The column next to the chart: round, wind, holders of Blackbeard's tile and the markers, completed areas."""

from __future__ import annotations

from typing import Any, Final

from engine.games.winds_of_plunder.content.pieces import AREAS, REPUTATION_RANKS
from engine.games.winds_of_plunder.picture.pieces import icon
from engine.games.winds_of_plunder.picture.words import DIRECTION, ICON_OF, MARKER, completed, course, gust, holder, way
from engine.games.winds_of_plunder.state import ROUNDS, Table
from engine.kernel.drawing.lettering import BOLD, Told, cut_to_fit, list_names, spell_value
from engine.kernel.drawing.marks import spot
from engine.kernel.drawing.part_cache import draw_once
from engine.kernel.drawing.pieces import CUBE, cube
from engine.kernel.drawing.seats import Livery
from engine.kernel.drawing.shapes import FAINT, INK, RULE, WHITE, box, draw_caption, draw_text
from engine.kernel.drawing.svg import Markup, element
from engine.kernel.unknown import is_known

SIDE = 292.0
HEADING = 22.0
LINE = 26.0
BETWEEN = 18.0
ROUND = 13.0
ROSE = 50.0
CELL = (44.0, 24.0)
WEST_OF_CELLS = SIDE - REPUTATION_RANKS * CELL[0]
TURNED: Final = {"N": 0, "E": 90, "S": 180, "W": 270}
RED: Final = "#c0392b"


def draw_side(table: Table, colours: dict[str, Livery], x: float, y: float) -> tuple[Markup, float]:
    """Draw all parts, one below the other; return them and their height."""
    parts = []
    low = y
    for drawn, high in (
        _rounds(table.round),
        _wind(table),
        _holders(table.blackbeard, table.markers, colours),
        _areas(table, colours),
    ):
        parts.append(element("g", drawn, transform=f"translate({x:.2f} {low:.2f})"))
        low += high + BETWEEN
    return element("g", *parts), low - BETWEEN - y


def _title(text: str) -> Markup:
    return draw_text(0, 13, text, 13, font_weight="bold")


@draw_once
def _rounds(now: Told) -> tuple[Markup, float]:
    """Draw the round track; the marker is on the current round."""
    parts = [_title("Round"), draw_caption(52, 13, f"{spell_value(now)} of {ROUNDS}", 12)]
    pitch = (SIDE - 2 * ROUND) / (ROUNDS - 1)
    for number in range(1, ROUNDS + 1):
        here = is_known(now) and now == number
        middle = ROUND + (number - 1) * pitch
        fill, ink = (INK, WHITE) if here else (WHITE, INK)
        parts.append(element("circle", cx=middle, cy=HEADING + ROUND, r=ROUND - 1, fill=fill, stroke=INK))
        look: dict[str, str | float | None] = {"fill": ink, "font_weight": "bold" if here else None}
        parts.append(draw_text(middle, HEADING + ROUND + 4.5, str(number), 12, text_anchor="middle", **look))
    return element("g", *parts), HEADING + 2 * ROUND


def _wind(table: Table) -> tuple[Markup, float]:
    """Draw the compass of the board, and the arrow on it."""
    middle, low = ROSE + 14, HEADING + ROSE + 8
    left = 2 * middle + 14
    blown = gust(table.turn) if table.turn is not None else ""
    parts = [
        _title("Wind"),
        _rose(middle, low),
        _arrow(table, middle, low),
        spot("wind", way(table.wind), left, low - 24, 90, 26),
        draw_text(left, low - 4, way(table.wind), 22, font_weight="bold"),
        draw_caption(left, low + 15, cut_to_fit(course(table), 12, SIDE - left), 12),
        draw_text(left, low + 34, cut_to_fit(f"gust: {blown}", 12, SIDE - left) if blown else ""),
    ]
    return element("g", *parts), HEADING + 2 * ROSE + 12


@draw_once
def _rose(x: float, y: float) -> Markup:
    """Draw the card of the compass with its four points."""
    star = "".join(f"M{x:.2f} {y:.2f}{_point(turned)}" for turned in TURNED.values())
    letters = {"N": (0, -ROSE - 4), "E": (ROSE + 8, 4.5), "S": (0, ROSE + 13), "W": (-ROSE - 8, 4.5)}
    return element(
        "g",
        element("circle", cx=x, cy=y, r=ROSE, fill=WHITE, stroke=INK, stroke_width=1.4),
        element("circle", cx=x, cy=y, r=ROSE - 6, fill="none", stroke=RULE),
        element("path", d=star, fill="#dfe6ec", stroke=RULE),
        *(draw_text(x + dx, y + dy, name, 12, text_anchor="middle") for name, (dx, dy) in letters.items()),
    )


def _point(turned: int) -> str:
    """Return the outline of one point of the star, from the middle outwards and back."""
    long, wide = ROSE - 8, 9
    near = {0: (-wide, -wide), 90: (wide, -wide), 180: (wide, wide), 270: (-wide, wide)}[turned]
    far = {0: (0, -long), 90: (long, 0), 180: (0, long), 270: (-long, 0)}[turned]
    back = {0: (wide, -wide), 90: (wide, wide), 180: (-wide, wide), 270: (-wide, -wide)}[turned]
    steps = [near, (far[0] - near[0], far[1] - near[1]), (back[0] - far[0], back[1] - far[1])]
    return "".join(f"l{dx} {dy}" for dx, dy in steps) + "z"


def _arrow(table: Table, x: float, y: float) -> Markup:
    if not is_known(table.wind) or table.wind not in DIRECTION:
        return draw_text(x, y + 12, "?", 36, text_anchor="middle", font_weight="bold")
    shape = f"M{x - 5:.2f} {y + ROSE - 10:.2f}v{-2 * ROSE + 38:.2f}h-9l14 -24l14 24h-9v{2 * ROSE - 38:.2f}z"
    turned = f"rotate({TURNED[table.wind]} {x:.2f} {y:.2f})"
    return element("path", d=shape, fill=RED, stroke=INK, stroke_width=1.2, stroke_linejoin="round", transform=turned)


@draw_once
def _holders(blackbeard: Told, markers: dict[str, Any], colours: dict[str, Livery]) -> tuple[Markup, float]:
    """List Blackbeard's tile and the three advantage markers with their holders."""
    held = [("Blackbeard's tile", "", blackbeard)]
    held += [(MARKER[name], ICON_OF[name], seat) for name, seat in markers.items()]
    parts = [_title("Held by")]
    for number, (name, sign, seat) in enumerate(held):
        y = HEADING + number * LINE
        parts.append(element("path", d=f"M0 {y}h{SIDE}", stroke=RULE))
        parts.append(icon(sign, 2, y + 5) if sign else _flag(2, y + 5))
        parts.append(draw_text(26, y + 18, name, 12))
        parts.append(_holder(colours, seat, 146, y))
        parts.append(spot(name, holder(seat), 146, y + 3, SIDE - 150, LINE - 6))
    return element("g", *parts), HEADING + len(held) * LINE


def _flag(x: float, y: float) -> Markup:
    """Draw Blackbeard's flag."""
    cloth = element("path", d=f"M{x} {y + 1}h16v11h-16z", fill=INK)
    skull = element("circle", cx=x + 8, cy=y + 5.5, r=2.6, fill=WHITE)
    bones = element("path", d=f"M{x + 4} {y + 10.5}l8 -2m-8 0l8 2", stroke=WHITE)
    return element("g", cloth, skull, bones)


def _holder(colours: dict[str, Livery], seat: object, x: float, y: float) -> Markup:
    room = SIDE - x - 22
    if not is_known(seat) or seat not in colours:
        return draw_text(x + 22, y + 18, cut_to_fit(holder(seat), 12, room), fill=INK if not is_known(seat) else FAINT)
    name = draw_text(x + 22, y + 18, cut_to_fit(seat, 12 * BOLD, room), font_weight="bold")
    return element("g", cube(x + 2, y + 6, colours[str(seat)]), name)


def _areas(table: Table, colours: dict[str, Livery]) -> tuple[Markup, float]:
    """Draw the players who completed each area, in order, under the points they scored."""
    parts = [_title("Areas completed"), draw_caption(WEST_OF_CELLS - 8, HEADING + 16, "VP", text_anchor="end")]
    scale = table.content.reputation_bonus
    for rank in range(REPUTATION_RANKS):
        worth = spell_value(scale[rank]) if is_known(scale) and rank < len(scale) else "?"
        middle = WEST_OF_CELLS + (rank + 0.5) * CELL[0]
        parts.append(draw_text(middle, HEADING + 16, worth, 12, text_anchor="middle", font_weight="bold"))
    parts.extend(_area(completed(table, area), colours, area, HEADING + area * CELL[1]) for area in range(1, AREAS + 1))
    return element("g", *parts), HEADING + (AREAS + 1) * CELL[1]


@draw_once
def _area(done: list[Any], colours: dict[str, Livery], area: int, y: float) -> Markup:
    parts = [draw_text(0, y + 16, f"Area {area}", 12)]
    parts.append(spot(f"area.{area}", list_names(done), WEST_OF_CELLS, y + 2, SIDE - WEST_OF_CELLS, CELL[1] - 4))
    parts.extend(box(WEST_OF_CELLS + rank * CELL[0], y, *CELL, rx=0) for rank in range(REPUTATION_RANKS))
    for rank, seat in enumerate(done[:REPUTATION_RANKS]):
        x = WEST_OF_CELLS + rank * CELL[0] + (CELL[0] - CUBE) / 2
        if not is_known(seat):
            parts.append(draw_text(x + CUBE / 2, y + 16, "?", 12, text_anchor="middle", font_weight="bold"))
        elif seat in colours:
            parts.append(cube(x, y + (CELL[1] - CUBE) / 2, colours[seat]))
    return element("g", *parts)
