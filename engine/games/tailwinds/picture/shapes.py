"""The things drawn again and again: lettering, boats, rainbows, cards, chips."""

from __future__ import annotations

from typing import Final

from engine.games.tailwinds.picture.seats import DARK, Livery
from engine.games.tailwinds.picture.words import breadth, cut
from engine.kernel.svg import Markup, element

PAPER: Final = "#fbfaf6"
INK: Final = DARK
FAINT: Final = "#5b6673"
RULE: Final = "#b9c2cb"
SEA: Final = "#e6f0f5"
INNER: Final = "#d3e4ed"
WHITE: Final = "#ffffff"

HULL = (50.0, 22.0)
# The outline of a boat seen from above: a rounded stern, full sides, and a bow.
OUTWARD: Final = "M4 0H32Q43 1.5 50 11Q43 20.5 32 22H4Q0 11 4 0Z"
HOMEWARD: Final = "M46 0H18Q7 1.5 0 11Q7 20.5 18 22H46Q50 11 46 0Z"
CHIP = 20.0
GAP = 6.0

# The three bands of a rainbow, from the outside; the dark lines between them keep it visible in grey.
BANDS: Final = (("#c0392b", 7.5), ("#e6b800", 5.0), ("#2471a3", 2.5))


def words(x: float, y: float, text: str, size: float = 12, **look: str | float | None) -> Markup:
    """Write a line of text."""
    return element("text", text, **{"x": x, "y": y, "font_size": size, "fill": INK, **look})


def faint(x: float, y: float, text: str, size: float = 11, **look: str | float | None) -> Markup:
    """Write a caption."""
    return words(x, y, text, size, **{"fill": FAINT, **look})


def box(x: float, y: float, width: float, height: float, **look: str | float | None) -> Markup:
    """Draw a box with soft corners."""
    shape: dict[str, str | float | None] = {"x": x, "y": y, "width": width, "height": height, "rx": 4, "fill": WHITE}
    return element("rect", **{**shape, "stroke": RULE, **look})


def hull(x: float, y: float, livery: Livery, mark: str = "", *, homeward: bool = False, sure: bool = True) -> Markup:
    """Draw a boat that sails right, or left when homeward; a broken outline says that its lane is not known."""
    outline = HOMEWARD if homeward else OUTWARD
    parts = [element("path", d=outline, fill=livery.fill, stroke=INK if sure else WHITE, stroke_width=1.5)]
    if not sure:
        parts.append(element("path", d=outline, fill="none", stroke=INK, stroke_width=1.5, stroke_dasharray="4 3"))
    size = 13 if len(livery.letter) == 1 else 11.5
    lettering = [element("tspan", livery.letter, font_size=size, font_weight="bold")]
    if mark:
        lettering.append(element("tspan", mark, font_size=10, dx=2.5))
    # The lettering stands in the broad part of the boat, towards the stern.
    middle = HULL[0] / 2 + (3.5 if homeward else -3.5)
    parts.append(element("text", *lettering, x=middle, y=15.5, fill=livery.ink, text_anchor="middle"))
    return element("g", *parts, transform=f"translate({x:.2f} {y:.2f})")


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
    """Draw the small flag of a starting space, its pole standing on (x, y)."""
    cloth = f"M{x:.2f} {y:.2f}v-12l9 3.5l-9 3.5"
    return element("path", d=cloth, fill=INK, stroke=INK, stroke_width=1.2, stroke_linejoin="round")


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


def card(x: float, y: float, width: float, height: float, name: str, note: str = "") -> Markup:
    """Draw a card that lies open: its name, and a word on it."""
    lines = _lines(name.replace("_", " "), 13, width - 8)
    first = y + height / 2 + 4.5 - 7 * (len(lines) - 1) - (6 if note else 0)
    parts = [element("title", name), box(x, y, width, height, stroke=INK)]
    for number, line in enumerate(lines):
        parts.append(words(x + width / 2, first + 14 * number, line, 13, text_anchor="middle", font_weight="bold"))
    if note:
        parts.append(faint(x + width / 2, y + height - 7, cut(note, 11, width - 8), text_anchor="middle"))
    return element("g", *parts)


def back(x: float, y: float, width: float, height: float, note: str = "face down") -> Markup:
    """Draw a card that lies face down."""
    stripes = "".join(f"M{x + step:.2f} {y + 3}v{height - 6}" for step in range(6, int(width) - 3, 6))
    label = breadth(note, 11) + 10
    return element(
        "g",
        box(x, y, width, height, stroke=INK, fill="#d7dde3"),
        element("path", d=stripes, stroke="#8b97a3", stroke_width=1),
        box(x + (width - label) / 2, y + height / 2 - 9, label, 18, stroke="none", rx=9),
        words(x + width / 2, y + height / 2 + 4, note, 11, text_anchor="middle"),
    )


def gap(x: float, y: float, width: float, height: float, note: str) -> Markup:
    """Draw the place where a card would lie."""
    return element(
        "g",
        box(x, y, width, height, fill="none", stroke=FAINT, stroke_dasharray="5 4"),
        faint(x + width / 2, y + height / 2 + 4, note, text_anchor="middle"),
    )


def chips(
    x: float, y: float, room: float, names: list[tuple[str, str]], **look: str | float | None
) -> tuple[Markup, float]:
    """Set out small cards in rows; each has a short name, and its full one. Tell how high they stand together."""
    parts: list[Markup] = []
    left, top = x, y
    for short, full in names:
        label = cut(short, 12, room - 12)
        width = max(CHIP, breadth(label, 12) + 10)
        if left > x and left + width > x + room:
            left, top = x, top + CHIP + 4
        chip = box(left, top, width, CHIP, **{"stroke": INK, **look})
        text = words(left + width / 2, top + 14.5, label, text_anchor="middle", fill=look.get("stroke", INK))
        parts.append(element("g", element("title", full), chip, text))
        left += width + 4
    return element("g", *parts), top + CHIP - y


def _lines(name: str, size: float, room: float) -> list[str]:
    """Break a name in two where it is too long for one line."""
    if breadth(name, size) <= room:
        return [name]
    one, _, two = name.partition(" ")
    return [cut(line, size, room) for line in (one, two) if line]
