"""Shapes that only this game draws: boats, rainbows, pennants, and the squares of the finish."""

from __future__ import annotations

from typing import Final

from engine.kernel.drawing.part_cache import draw_once
from engine.kernel.drawing.seats import Livery
from engine.kernel.drawing.shapes import INK, WHITE
from engine.kernel.drawing.svg import Markup, element

HULL = (50.0, 22.0)
# The outline of a boat seen from above: a rounded stern, full sides, and a bow.
OUTWARD: Final = "M4 0H32Q43 1.5 50 11Q43 20.5 32 22H4Q0 11 4 0Z"
HOMEWARD: Final = "M46 0H18Q7 1.5 0 11Q7 20.5 18 22H46Q50 11 46 0Z"
GAP = 6.0

# The three bands of a rainbow, from the outside; the dark lines between them keep it visible in grey.
BANDS: Final = (("#c0392b", 7.5), ("#e6b800", 5.0), ("#2471a3", 2.5))


@draw_once
def hull(x: float, y: float, livery: Livery, mark: str = "", *, homeward: bool = False, sure: bool = True) -> Markup:
    """Draw a boat that sails right, or left when homeward. A broken outline means that its lane is unknown."""
    outline = HOMEWARD if homeward else OUTWARD
    parts = [element("path", d=outline, fill=livery.fill, stroke=INK if sure else WHITE, stroke_width=1.5)]
    if not sure:
        parts.append(element("path", d=outline, fill="none", stroke=INK, stroke_width=1.5, stroke_dasharray="4 3"))
    size = 13 if len(livery.letter) == 1 else 11.5
    lettering = [element("tspan", livery.letter, font_size=size, font_weight="bold")]
    if mark:
        lettering.append(element("tspan", mark, font_size=10, dx=2.5))
    # The text is in the broad part of the boat, towards the stern.
    middle = HULL[0] / 2 + (3.5 if homeward else -3.5)
    parts.append(element("text", *lettering, x=middle, y=15.5, fill=livery.ink, text_anchor="middle"))
    return element("g", *parts, transform=f"translate({x:.2f} {y:.2f})")


@draw_once
def rainbow(x: float, y: float) -> Markup:
    """Draw a small rainbow that stands on (x, y)."""
    arcs = [
        element("path", d=f"M{x - r:.2f} {y:.2f}a{r} {r} 0 0 1 {2 * r} 0", fill="none", stroke=colour, stroke_width=2.5)
        for colour, r in BANDS
    ]
    edges = [
        element("path", d=f"M{x - r:.2f} {y:.2f}a{r} {r} 0 0 1 {2 * r} 0", fill="none", stroke=INK, stroke_width=0.6)
        for r in (8.75, 1.25)
    ]
    return element("g", *arcs, *edges)


def pennant(x: float, y: float) -> Markup:
    """Draw the small flag of a starting space, with its pole on (x, y)."""
    cloth = f"M{x:.2f} {y:.2f}v-12l9 3.5l-9 3.5"
    return element("path", d=cloth, fill=INK, stroke=INK, stroke_width=1.2, stroke_linejoin="round")


@draw_once
def chequers(x: float, y: float, width: float, height: float, side: float = 9) -> Markup:
    """Draw the squares of a finish line."""
    squares = "".join(
        f"M{x + column * side:.2f} {y + row * side:.2f}h{side}v{side}h-{side}z"
        for row in range(round(height / side))
        for column in range(round(width / side))
        if (row + column) % 2
    )
    ground = element("rect", x=x, y=y, width=width, height=height, fill=WHITE, stroke=INK, stroke_width=1.2)
    return element("g", ground, element("path", d=squares, fill=INK))
