"""The pieces of the box, drawn small: ships, VP tiles, and the icons on them."""

from __future__ import annotations

from typing import Final

from engine.games.winds_of_plunder.content import Content, VpTile
from engine.games.winds_of_plunder.picture.words import face, tile_words
from engine.kernel.drawing.lettering import BOLD, cut_to_fit, spell_value
from engine.kernel.drawing.part_cache import draw_once
from engine.kernel.drawing.pieces import GOLD, draw_letter
from engine.kernel.drawing.seats import Livery
from engine.kernel.drawing.shapes import INK, SHADED, WHITE, box, draw_caption, draw_text, gap
from engine.kernel.drawing.svg import Markup, element
from engine.kernel.unknown import is_known

SHIP = (22.0, 22.0)
SIDE = 50.0
ICON = 16.0
PARCHMENT: Final = "#fdf3d6"
WOOD: Final = "#d9b382"

_CREW = "M2 15Q2 8.7 8 8.7Q14 8.7 14 15ZM8 1.2a3.4 3.4 0 1 1 0 6.8a3.4 3.4 0 1 1 0 -6.8Z"
_BARREL = "M4 1.2H12Q14.8 8 12 14.8H4Q1.2 8 4 1.2Z"
_HOOPS = "M3 4.8H13M3 11.2H13"
_BLADES = "M2.2 1.8L12.4 12M13.8 1.8L3.6 12"
_HILTS = "M9.6 14.2L14.4 9.4M6.4 14.2L1.6 9.4M12.2 11.8L15 14.6M3.8 11.8L1 14.6"
_CHEST = "M1.5 7.5Q1.5 2.5 5 2.5H11Q14.5 2.5 14.5 7.5V14H1.5ZM1.5 7.5H14.5"
_LOCK = "M6.6 6h2.8v4h-2.8z"
_COINS = "M8 2a6 2.4 0 1 1 0 4.8a6 2.4 0 1 1 0 -4.8ZM2 4.4v3.6a6 2.4 0 0 0 12 0v-3.6M2 8v3.6a6 2.4 0 0 0 12 0v-3.6"
_STAR = "M8 1l2.2 4.8l5 .6l-3.7 3.5l1 5l-4.5 -2.5l-4.5 2.5l1 -5l-3.7 -3.5l5 -.6z"


@draw_once
def ship(x: float, y: float, livery: Livery) -> Markup:
    """Draw a ship under sail; the sail has its player's colour and letter."""
    sail = "M2.5 1H19.5Q23 8 19.5 15H2.5Q6 8 2.5 1Z"
    size = 11 if len(livery.letter) == 1 else 9
    return element(
        "g",
        element("path", d="M11 15V17M1 17H21L18.5 21.5H3.5Z", fill=INK, stroke=INK),
        element("path", d=sail, fill=livery.fill, stroke=INK, stroke_width=1.2),
        draw_letter(livery, 12, 12, size),
        transform=f"translate({x:.2f} {y:.2f})",
    )


@draw_once
def icon(name: str, x: float, y: float) -> Markup:
    """Draw an icon: an item of the tiles, the coins of Booty, a Wind cube, or the star of a marker."""
    return element("g", *_icon(name), transform=f"translate({x:.2f} {y:.2f})")


def _icon(name: str) -> list[Markup]:
    line: dict[str, str | float | None] = {"stroke": INK, "stroke_width": 1.2, "fill": "none"}
    if name == "crew":
        return [element("path", d=_CREW, fill=INK)]
    if name == "provision":
        return [element("path", d=_BARREL, **{**line, "fill": WOOD}), element("path", d=_HOOPS, **line)]
    if name == "weapon":
        return [element("path", d=_BLADES, **{**line, "stroke_width": 1.8}), element("path", d=_HILTS, **line)]
    if name == "treasure":
        return [element("path", d=_CHEST, **{**line, "fill": WOOD}), element("path", d=_LOCK, fill=INK)]
    if name == "booty":
        return [element("path", d=_COINS, **{**line, "fill": GOLD})]
    if name == "wind":
        return [box(2, 2, 12, 12, rx=1.5, fill=SHADED, stroke=INK)]
    if name == "marker":
        return [element("path", d=_STAR, fill=INK)]
    return [draw_text(ICON / 2, 13, "?", 13, text_anchor="middle", font_weight="bold")]


@draw_once
def tile(content: Content, name: object, x: float, y: float) -> Markup:
    """Draw a VP tile: its number, its icons, and in small letters its name in the log."""
    if is_known(name) and not name:
        return gap(x, y, SIDE, SIDE, "no tile")
    shown = face(content, name)
    parts = [
        element("title", tile_words(content, name)),
        box(x, y, SIDE, SIDE, fill=PARCHMENT, stroke=INK),
        draw_text(x + 7, y + 22, cut_to_fit(shown.vp, 19 * BOLD, 30), 19, font_weight="bold"),
        draw_caption(x + SIDE - 5, y + 12, cut_to_fit(name, 9, 24) if is_known(name) else "", 9, text_anchor="end"),
    ]
    return element("g", *parts, *_icons(shown, x, y + SIDE - ICON - 5))


def _icons(shown: VpTile, x: float, y: float) -> list[Markup]:
    if not is_known(shown.icons):
        return [icon("?", x + 4, y)]
    # A pack may print more icons than a tile has room for. They overlap, but can still be counted.
    pitch = min(ICON + 3, (SIDE - 10 - ICON) / max(1, len(shown.icons) - 1))
    return [icon(spell_value(name), x + 5 + number * pitch, y) for number, name in enumerate(shown.icons)]


def plate(x: float, y: float, width: float, height: float) -> Markup:
    """Draw the white plate under a port, or under any other piece on the board."""
    return box(x, y, width, height, fill=WHITE, stroke=INK)
