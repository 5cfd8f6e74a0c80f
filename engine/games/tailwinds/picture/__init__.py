"""The table as one picture: a self-contained SVG, in colour and letters, with a description in words."""

from __future__ import annotations

from engine.games.tailwinds.picture.course import HEADER, ROW, draw_boats, draw_course, drawable, lay, moor
from engine.games.tailwinds.picture.frame import draw_legend, draw_list
from engine.games.tailwinds.picture.infield import MARKET, draw_market, draw_trays, height, trays
from engine.games.tailwinds.picture.panels import draw_panels
from engine.games.tailwinds.picture.seats import Livery, liveries
from engine.games.tailwinds.picture.words import telling
from engine.games.tailwinds.state import Table
from engine.kernel.drawing.sheet import LEGEND, MARGIN, TOP, WIDTH, Sheet, banner
from engine.kernel.drawing.svg import Markup, element

__all__ = ["draw"]

BETWEEN = 20.0
TRAYS = WIDTH - 2 * MARGIN - MARKET - 86


def draw(table: Table) -> Markup:
    """Draw the current table; unknown values are question marks."""
    colours = liveries(table)
    middle, width, low = _course(table, colours) if drawable(table) else _no_course(table, colours)
    panels, high = draw_panels(table, colours, MARGIN, low, width - 2 * MARGIN)
    foot = low + high + LEGEND
    said = telling(table)
    legend = draw_legend(table, low + high + 8)
    return Sheet.of(said, width, foot).draw(banner(width, said, table.content), middle, panels, legend)


def _course(table: Table, colours: dict[str, Livery]) -> tuple[Markup, float, float]:
    """Draw the track with market and trays inside. Return it with the page's width and the height where it ends."""
    out = TOP + HEADER
    moored, adrift = moor(table)
    sorted_out = trays(table, adrift)
    course = lay(table, out, height(sorted_out, TRAYS) + 2 * BETWEEN)
    y = out + ROW + BETWEEN
    drawn = element(
        "g",
        draw_course(table, course),
        draw_boats(table, course, moored, colours),
        draw_trays(table, colours, sorted_out, MARGIN + 10, y, TRAYS),
        draw_market(table, course.edge - MARKET, y),
    )
    return drawn, course.width, course.home + ROW + HEADER + BETWEEN


def _no_course(table: Table, colours: dict[str, Livery]) -> tuple[Markup, float, float]:
    """Draw a list of the boats instead of the track, and the rest as usual."""
    listed, low = draw_list(table, colours, MARGIN, TOP, WIDTH - 2 * MARGIN)
    sorted_out = trays(table, [])
    drawn = element(
        "g",
        listed,
        draw_trays(table, colours, sorted_out, MARGIN + 10, low + BETWEEN, TRAYS),
        draw_market(table, WIDTH - MARGIN - MARKET, low + BETWEEN),
    )
    return drawn, WIDTH, low + height(sorted_out, TRAYS) + 2 * BETWEEN
