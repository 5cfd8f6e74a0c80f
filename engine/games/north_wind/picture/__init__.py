"""The table as one picture: a self-contained SVG, in colour and letters, with a description in words."""

from __future__ import annotations

from engine.games.north_wind.picture.board import BOARD, HEIGHT, draw_board
from engine.games.north_wind.picture.panels import draw_players
from engine.games.north_wind.picture.pieces import PIECE, piece
from engine.games.north_wind.picture.telling import telling
from engine.games.north_wind.picture.voyage import draw_stacks
from engine.games.north_wind.picture.waters import WATERS, draw_waters
from engine.games.north_wind.state import Table
from engine.kernel.drawing.part_cache import draw_once
from engine.kernel.drawing.pieces import coin
from engine.kernel.drawing.seats import liveries
from engine.kernel.drawing.sheet import LEGEND, MARGIN, TOP, WIDTH, Sheet, banner, legend
from engine.kernel.drawing.svg import Markup, element

__all__ = ["draw"]

BETWEEN = 16.0
ROOM = WIDTH - 2 * MARGIN
# The materials of tiles and ships, with their dark colours.
NIGHT = {
    "#fdf3d6": "#453c22",
    "#f3dfc3": "#4a3826",
    "#fbe9a8": "#4d4218",
    "#d8ecd8": "#23402a",
    "#cfe0ea": "#24404f",
    "#dde1e5": "#343a41",
    "#c99b66": "#5f4424",
    "#b48652": "#7a5630",
    "#f3e3cc": "#3d3122",
}
RIGHT = MARGIN + BOARD + 24


def draw(table: Table) -> Markup:
    """Draw the current table; unknown values are question marks."""
    colours = liveries(table.seats)
    room = MARGIN + ROOM - RIGHT
    stacks, high = draw_stacks(table, colours, RIGHT, TOP + 4, room)
    # The fog and the supply are level with the foot of the board, unless the stacks reach further down.
    waters = max(TOP + HEIGHT - WATERS, TOP + 4 + high + BETWEEN)
    low = max(TOP + HEIGHT, waters + WATERS) + BETWEEN
    panels, height = draw_players(table, colours, MARGIN, low, ROOM)
    foot = low + height
    said = telling(table)
    return Sheet.of(said, WIDTH, foot + LEGEND, NIGHT).draw(
        banner(WIDTH, said, table.content),
        draw_board(table, colours, MARGIN, TOP),
        stacks,
        draw_waters(table, RIGHT, waters, room),
        panels,
        _legend(foot + 8),
    )


@draw_once
def _legend(y: float) -> Markup:
    return legend(y, _signs(y))


def _signs(y: float) -> list[tuple[Markup, float, str]]:
    """List the signs with their width and their meaning."""
    pieces = ("salt", "grain", "wine", "lumber", "fish", "captain", "crew")
    return [
        *((piece(name, 0, y + 3), PIECE + 6, name) for name in pieces),
        (coin(0, y + 3, ""), PIECE + 6, "gold, or a price"),
        (element("g"), 0, "A: action, underlined: open to letters"),
        (element("g"), 0, "E: event"),
        (element("g"), 0, "turned: used"),
        (element("g"), 0, "?: not known"),
    ]
