"""The table as one picture: a self-contained SVG, in colour and letters, with a description in words."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.windward.content.pieces import TERRAIN
from engine.games.windward.picture.corners import draw_corners
from engine.games.windward.picture.ground import BOARD, Ground, ground
from engine.games.windward.picture.panels import draw_players
from engine.games.windward.picture.pieces import CALLED, SIGN, TINT_BY_NIGHT, Figure, sign
from engine.games.windward.picture.planet import PLANET, draw_planet
from engine.games.windward.picture.standing import SOMEWHERE, standing
from engine.games.windward.picture.telling import telling
from engine.games.windward.picture.words import notes
from engine.games.windward.state import Table
from engine.kernel.drawing.lettering import breadth, cut_to_fit
from engine.kernel.drawing.part_cache import draw_once
from engine.kernel.drawing.seats import liveries
from engine.kernel.drawing.shapes import draw_text
from engine.kernel.drawing.sheet import LEGEND, MARGIN, TOP, WIDTH, Sheet, banner, legend
from engine.kernel.drawing.svg import Markup, element

__all__ = ["draw"]

BETWEEN = 16.0
SIDE = MARGIN + BOARD + 20
LINE = 22.0


def draw(table: Table) -> Markup:
    """Draw the current table; unknown values are question marks."""
    colours = liveries(table.seats)
    lie, pieces = ground(table), standing(table, colours)
    left, lost = _beside(table, lie, pieces)
    panels, high = draw_players(table, colours, (SIDE, TOP + 4), WIDTH - MARGIN - SIDE, 1)
    low = TOP + max(PLANET + lost + BETWEEN, high)
    said = telling(table)
    return Sheet.of(said, WIDTH, low + LEGEND, TINT_BY_NIGHT).draw(
        banner(WIDTH, said, table.content),
        draw_planet(table, lie, pieces, MARGIN, TOP),
        draw_corners(table, MARGIN, TOP),
        left,
        panels,
        _legend(low + 4, tags=table.terms.researching),
    )


def _beside(table: Table, lie: Ground, pieces: Mapping[str, list[Figure]]) -> tuple[Markup, float]:
    """Note below the planet what is unknown about it, and draw the pieces not on it; return the height too."""
    astray = {place: there for place, there in pieces.items() if place == SOMEWHERE or lie.find(place) is None}
    parts, y = list[Markup](), TOP + PLANET + BETWEEN
    unsure = f"How far the planet reaches is not known: {lie.rings} rings are drawn."
    for says in [*([] if lie.sure or not lie.tiles else [unsure]), *notes(table)]:
        parts.append(draw_text(MARGIN, y + 12, cut_to_fit(says, 12, BOARD)))
        y += LINE
    for place, there in astray.items():
        drawn, lines = _row(_where(place), there, y)
        parts.append(drawn)
        y += lines * LINE
    return element("g", *parts), y - TOP - PLANET - BETWEEN


def _where(place: str) -> str:
    return "Place not known:" if place == SOMEWHERE else f"{place}, not on the planet as it is drawn:"


def _row(says: str, pieces: list[Figure], y: float) -> tuple[Markup, int]:
    """Draw pieces after a caption, in as many lines as they need."""
    label = cut_to_fit(says, 12, BOARD / 2)
    start = MARGIN + breadth(label, 12) + 10
    parts, x, lines = [draw_text(MARGIN, y + 13, label)], start, 1
    for piece in pieces:
        if x > start and x + piece.width > MARGIN + BOARD:
            x, lines = start, lines + 1
        parts.append(piece.at(x, y + (lines - 1) * LINE))
        x += piece.width + 4
    return element("g", *parts), lines


@draw_once
def _legend(y: float, *, tags: bool) -> Markup:
    return legend(y, _signs(y, tags=tags))


def _signs(y: float, *, tags: bool) -> list[tuple[Markup, float, str]]:
    """List the signs with their width and their meaning."""
    return [
        *((sign(name, 0, y + 3), SIGN + 6, CALLED[name]) for name in TERRAIN),
        (element("g"), 0, "†: defeated"),
        *([(element("g"), 0, "*: tagged")] if tags else []),
        (element("g"), 0, "R, G: red, grey tooth"),
        (element("g"), 0, "?: not known"),
    ]
