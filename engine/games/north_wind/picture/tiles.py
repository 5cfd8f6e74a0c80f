"""Draws a sea tile: its kind, its goods and their price, turned by 45 degrees once it has been used."""

from __future__ import annotations

from typing import Any, Final

from engine.games.north_wind.content import COMMODITIES, EQUIPMENT, Content, Tile
from engine.games.north_wind.picture.pieces import GOODS, piece
from engine.games.north_wind.picture.words import KIND, face, tile_words
from engine.kernel.drawing.lettering import cut_to_fit, spell_title
from engine.kernel.drawing.part_cache import draw_once
from engine.kernel.drawing.pieces import coin
from engine.kernel.drawing.shapes import FAINT, INK, WHITE, box, draw_text
from engine.kernel.drawing.svg import Markup, element
from engine.kernel.unknown import is_known

SIDE: Final = 56.0
# The room of a turned tile.
TURNED: Final = SIDE * 1.42
GROUND: Final = {
    "commercial": "#fdf3d6",
    "equipment": "#f3dfc3",
    "merchant": "#fbe9a8",
    "destination": "#d8ecd8",
    "shipwreck": "#cfe0ea",
    "fog": "#dde1e5",
}
# The sign of a sail, as an Equipment Harbor sells it.
SAILS: Final = "M0 1H9Q11 5 9 9H0Q2 5 0 1Z"


@draw_once
def tile(content: Content, name: Any, x: float, y: float, *, turned: bool = False) -> Markup:  # noqa: ANN401 - a tile, or UNKNOWN
    """Draw a sea tile with its corner at a place."""
    shown = face(content, name)
    kind = str(shown.kind) if is_known(shown.kind) else ""
    middle = SIDE / 2
    move = f"translate({x:.2f} {y:.2f})" + (f" rotate(45 {middle:.0f} {middle:.0f})" if turned else "")
    return element(
        "g",
        element("title", tile_words(content, name)),
        box(0, 0, SIDE, SIDE, fill=GROUND.get(kind, WHITE), stroke=INK),
        _corner(kind),
        *_face(shown, kind),
        transform=move,
    )


def _corner(kind: str) -> Markup:
    """Write the letter of the corner: E for an event, A for an action, underlined if letters open it to others."""
    if kind not in KIND:
        return element("g")
    says = draw_text(4, 12, "E" if kind == "fog" else "A", 10, font_weight="bold")
    line = element("path", d="M3.5 14h8", stroke=INK, stroke_width=1.2)
    return element("g", says, line) if kind in {"commercial", "equipment", "merchant"} else element("g", says)


def _face(shown: Tile, kind: str) -> list[Markup]:
    faces = {
        "commercial": _commercial,
        "equipment": _equipment,
        "merchant": _merchant,
        "destination": _destination,
        "shipwreck": _wreck,
        "fog": _fog,
    }
    draw = faces.get(kind)
    return draw(shown) if draw else [draw_text(SIDE / 2, 36, "?", 24, text_anchor="middle", font_weight="bold")]


def _commercial(shown: Tile) -> list[Markup]:
    goods = shown.commodities if is_known(shown.commodities) else ("?",)
    size = 22.0 if len(goods) == 1 else 16.0
    pitch = min(size + 2, (SIDE - 8 - size) / max(1, len(goods) - 1))
    left = (SIDE - size - pitch * (len(goods) - 1)) / 2
    lying = [piece(str(one), left + at * pitch, 12 if size > PLAIN else 15, size) for at, one in enumerate(goods)]
    return [*lying, coin(SIDE / 2 - 9, 36, shown.price)]


PLAIN: Final = 16.0


def _equipment(shown: Tile) -> list[Markup]:
    """Draw sail, cannon and crew, each with its price."""
    parts = []
    for number, item in enumerate(EQUIPMENT):
        y = 5 + 16.5 * number
        parts += [_item(item, 16, y + 1), coin(36, y, shown.cost(item), 15)]
    return parts


def _item(item: str, x: float, y: float) -> Markup:
    if item == "crew":
        return piece("crew", x, y - 0.5, 14)
    if item == "cannon":
        barrel = element("path", d=f"M{x:.2f} {y + 3:.2f}h13v8h-13z", fill=INK)
        return element("g", element("title", "cannon"), barrel)
    sail = element("path", d=SAILS, transform=f"translate({x + 1:.2f} {y + 2:.2f})", fill=WHITE, stroke=INK)
    return element("g", element("title", "sail"), sail)


def _merchant(shown: Tile) -> list[Markup]:
    """Draw a little of every commodity."""
    blocks = [
        box(6 + 9 * number, 19, 8, 12, rx=1, fill=GOODS[goods][0], stroke=INK)
        for number, goods in enumerate(COMMODITIES)
    ]
    return [*blocks, coin(SIDE / 2 - 9, 36, shown.price)]


def _destination(shown: Tile) -> list[Markup]:
    """Draw the flag of the harbor over its name."""
    lines = spell_title(shown.harbor).split(" ", 1)
    flag = element("path", d="M28 22V5h13l-3 3.5l3 3.5h-13", fill="#c0392b", stroke=INK)
    first = 34.0 if len(lines) > 1 else 40.0
    named = [
        draw_text(
            SIDE / 2, first + 13 * number, cut_to_fit(line, 11, SIDE - 4), 11, text_anchor="middle", font_weight="bold"
        )
        for number, line in enumerate(lines)
    ]
    return [flag, *named]


def _wreck(shown: Tile) -> list[Markup]:
    hull = "M12 20l34 8l-6 9h-18zM26 23l6 -15"
    waves = "M6 35q5 -4 10 0t10 0t10 0t10 0"
    return [
        element("path", d=hull, fill="#8a6a4a", stroke=INK),
        element("path", d=waves, fill="none", stroke="#0072b2", stroke_width=1.5),
        coin(SIDE / 2 - 8, 38, shown.gold, 16),
    ]


def _fog(_shown: Tile) -> list[Markup]:
    banks = "M10 22h36M16 29h34M6 36h36M14 43h28"
    return [element("path", d=banks, stroke=FAINT, stroke_width=3, stroke_linecap="round")]
