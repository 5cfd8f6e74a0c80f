"""The parts around the track: the legend below, and a list of boats if the track cannot be drawn."""

from __future__ import annotations

from engine.games.tailwinds.picture.course import boat_spot
from engine.games.tailwinds.picture.seats import Livery
from engine.games.tailwinds.picture.shapes import HULL, hull, pennant, rainbow
from engine.games.tailwinds.picture.words import from_the_front, mark, place
from engine.games.tailwinds.state import AFLOAT, Table
from engine.kernel.drawing.lettering import cut_to_fit
from engine.kernel.drawing.part_cache import draw_once
from engine.kernel.drawing.shapes import INK, box, draw_caption, draw_text
from engine.kernel.drawing.sheet import legend
from engine.kernel.drawing.svg import Markup, element
from engine.kernel.unknown import is_known

COLUMNS = 4
LINE = 32.0
NOT_KNOWN = "The spaces of the track are not known, so the boats stand in a list. A content pack can tell the spaces."
TOO_LONG = "The track is too long to be drawn, so the boats stand in a list."
FORE_AND_AFT = "fore, aft: the front and the rear boat of a player"


def draw_legend(table: Table, y: float) -> Markup:
    """Draw the legend, and mark the signs whose places are unknown."""
    return _legend(y, is_known(table.rainbows), is_known(table.starts))


@draw_once
def _legend(y: float, rainbows: bool, starts: bool) -> Markup:  # noqa: FBT001 - whether each is known
    return legend(y, _signs(y, rainbows=rainbows, starts=starts))


def _signs(y: float, *, rainbows: bool, starts: bool) -> list[tuple[Markup, float, str]]:
    """List the signs with their width and their meaning."""
    nobody_knows = " (which: ?)"
    return [
        (rainbow(9, y + 17), 24, "rainbow space" + ("" if rainbows else nobody_knows)),
        (pennant(4, y + 18), 20, "starting space" + ("" if starts else nobody_knows)),
        (_broken(y), 30, "boat whose lane is not known"),
        (_crossed(y), 32, "card out of play"),
        (element("g"), 0, FORE_AND_AFT),
        (element("g"), 0, "?: not known"),
    ]


def _broken(y: float) -> Markup:
    return box(1, y + 5, 24, 14, rx=7, stroke=INK, stroke_width=1.5, stroke_dasharray="4 3")


def _crossed(y: float) -> Markup:
    cross = element("path", d=f"M1 {y + 5}l24 14m0 -14l-24 14", stroke=INK)
    return element("g", box(1, y + 5, 24, 14, stroke=INK), cross, opacity=0.4)


def draw_list(table: Table, colours: dict[str, Livery], x: float, y: float, room: float) -> tuple[Markup, float]:
    """List the boats from the front if there is no track to draw; return the list and its lower end."""
    afloat = [boat for boat in from_the_front(table) if boat.state == AFLOAT]
    column = (room - 24) / COLUMNS
    parts = [draw_text(x + 12, y + 24, TOO_LONG if table.ends else NOT_KNOWN, 13)]
    for number, boat in enumerate(afloat):
        left, top = x + 12 + number % COLUMNS * column, y + 40 + number // COLUMNS * LINE
        parts.append(hull(left, top, colours[boat.seat], mark(table, boat)))
        parts.append(boat_spot(table, boat, left, top))
        parts.append(draw_text(left + HULL[0] + 8, top + 15, cut_to_fit(place(table, boat), 12, column - HULL[0] - 12)))
    if not afloat:
        parts.append(draw_caption(x + 12, y + 54, "No boat is on the track.", 12))
    low = y + 40 + max(1, -(-len(afloat) // COLUMNS)) * LINE + 4
    return element("g", box(x, y, room, low - y), *parts), low
