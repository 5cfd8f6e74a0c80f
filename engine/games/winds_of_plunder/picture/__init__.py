"""The table as one picture: a self-contained SVG, in colour and letters, with a description in words."""

from __future__ import annotations

from engine.games.winds_of_plunder.picture.chart import CHART, draw_chart
from engine.games.winds_of_plunder.picture.panels import draw_players
from engine.games.winds_of_plunder.picture.pieces import ICON, SHIP, icon, ship
from engine.games.winds_of_plunder.picture.side import SIDE, draw_side
from engine.games.winds_of_plunder.picture.supply import HEIGHT, draw_supply
from engine.games.winds_of_plunder.picture.telling import telling
from engine.games.winds_of_plunder.state import Table
from engine.kernel.drawing.part_cache import draw_once
from engine.kernel.drawing.pieces import CUBE, cube
from engine.kernel.drawing.seats import Livery, liveries
from engine.kernel.drawing.shapes import INK, WHITE
from engine.kernel.drawing.sheet import LEGEND, MARGIN, TOP, WIDTH, Sheet, banner, legend
from engine.kernel.drawing.svg import Markup, element

__all__ = ["draw"]

BETWEEN = 16.0
ROOM = WIDTH - 2 * MARGIN
# Parchment, wood and the star of the compass, with their dark colours.
NIGHT = {"#fdf3d6": "#453c22", "#d9b382": "#7a5a30", "#dfe6ec": "#3a434c"}
# The look of the pieces in the legend, which belong to no seat.
PLAIN = Livery("A", WHITE, INK)


def draw(table: Table) -> Markup:
    """Draw the current table; unknown values are question marks."""
    colours = liveries(table.seats)
    chart, chart_high = draw_chart(table, colours, MARGIN, TOP)
    side, side_high = draw_side(table, colours, MARGIN + ROOM - SIDE, TOP)
    # With a short list of ports the supply fits next to the round and the wind; with a map it does not.
    beside = chart_high + HEIGHT <= side_high
    shelf = TOP + (chart_high if beside else max(chart_high, side_high)) + BETWEEN
    low = TOP + side_high + BETWEEN if beside else shelf + HEIGHT + BETWEEN
    panels, high = draw_players(table, colours, MARGIN, low, ROOM)
    foot = low + high
    said = telling(table)
    return Sheet.of(said, WIDTH, foot + LEGEND, NIGHT).draw(
        banner(WIDTH, said, table.content),
        chart,
        side,
        draw_supply(table, MARGIN, shelf, CHART if beside else ROOM),
        panels,
        _legend(foot + 8, over=table.phase == "over"),
    )


@draw_once
def _legend(y: float, *, over: bool) -> Markup:
    return legend(y, _signs(y, over=over))


def _signs(y: float, *, over: bool) -> list[tuple[Markup, float, str]]:
    """List the signs with their width and their meaning."""
    things = (("crew", "Crew"), ("provision", "Provisions"), ("weapon", "Weapons"), ("treasure", "Treasure card"))
    return [
        (ship(0, y, PLAIN), SHIP[0] + 6, "ship"),
        (cube(0, y + 4, PLAIN), CUBE + 6, "cube: reputation, a counter"),
        *((icon(name, 0, y + 3), ICON + 6, says) for name, says in things),
        (icon("booty", 0, y + 3), ICON + 6, "Booty"),
        *(_of_bonuses(y) if over else [(_line(y), 14.0, "thick line: end bonus")]),
        (element("g"), 0, "?: not known"),
    ]


def _of_bonuses(y: float) -> list[tuple[Markup, float, str]]:
    return [(icon("wind", 0, y + 3), ICON + 6, "Wind cubes"), (icon("marker", 0, y + 3), ICON + 6, "markers")]


def _line(y: float) -> Markup:
    return element("path", d=f"M4 {y + 3}v16", stroke=INK, stroke_width=3)
