"""Small pieces that several games have: a seat's cube, coins, and pieces in a row."""

from __future__ import annotations

from typing import Final

from engine.kernel.drawing.lettering import cut_to_fit
from engine.kernel.drawing.part_cache import draw_once
from engine.kernel.drawing.seats import DARK, Livery
from engine.kernel.drawing.shapes import INK, box, draw_text
from engine.kernel.drawing.svg import Markup, element

CUBE: Final = 14.0
GOLD: Final = "#e6b800"


def draw_letter(livery: Livery, x: float, y: float, size: float) -> Markup:
    """Write the letter of a seat on its piece."""
    return draw_text(x, y, livery.letter, size, fill=livery.ink, text_anchor="middle", font_weight="bold")


@draw_once
def cube(x: float, y: float, livery: Livery, side: float = CUBE) -> Markup:
    """Draw a cube or a token of a seat."""
    size = side * (10 if len(livery.letter) == 1 else 9) / CUBE
    return element(
        "g",
        box(0, 0, side, side, rx=1.5, fill=livery.fill, stroke=INK),
        draw_letter(livery, side / 2, side / 2 + size * 0.36, size),
        transform=f"translate({x:.2f} {y:.2f})",
    )


@draw_once
def coin(x: float, y: float, worth: object, size: float = 18.0) -> Markup:
    """Draw gold: a coin with its number on it."""
    label = cut_to_fit(worth, 0.6 * size, 1.1 * size)
    shape = element("circle", cx=x + size / 2, cy=y + size / 2, r=size / 2 - 0.6, fill=GOLD, stroke=INK)
    number = draw_text(
        x + size / 2, y + size * 0.71, label, 0.6 * size, text_anchor="middle", font_weight="bold", fill=DARK
    )
    return element("g", shape, number)


def row(pieces: list[Markup], x: float, y: float, room: float, width: float) -> Markup:
    """Set pieces side by side, closer together if they are many. Each is drawn at the origin."""
    pitch = min(width + 2, (room - width) / max(1, len(pieces) - 1))
    places = (f"translate({x + number * pitch:.2f} {y:.2f})" for number in range(len(pieces)))
    return element("g", *(element("g", piece, transform=at) for piece, at in zip(pieces, places, strict=True)))
