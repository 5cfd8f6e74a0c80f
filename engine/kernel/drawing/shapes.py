"""Shapes that every game draws: lettering, boxes, cards, chips."""

from __future__ import annotations

from typing import Final

from engine.kernel.drawing.lettering import breadth, cut_to_fit
from engine.kernel.drawing.part_cache import draw_once
from engine.kernel.drawing.svg import Markup, element

# Each of these has a dark colour in `dark_colours.py`. Print on a piece keeps its colour in both schemes.
PAPER: Final = "#fbfaf6"
INK: Final = "#1d2733"
FAINT: Final = "#5b6673"
RULE: Final = "#b9c2cb"
SEA: Final = "#e6f0f5"
INNER: Final = "#d3e4ed"
WHITE: Final = "#ffffff"
SHADED: Final = "#e9ecef"
SHADE: Final = "#d7dde3"
STRIPE: Final = "#8b97a3"
MARK: Final = "#b0006d"
CHIP = 20.0


def draw_text(x: float, y: float, text: str, size: float = 12, **look: str | float | None) -> Markup:
    """Write a line of text."""
    return element("text", text, **{"x": x, "y": y, "font_size": size, "fill": INK, **look})


def draw_caption(x: float, y: float, text: str, size: float = 11, **look: str | float | None) -> Markup:
    """Write a caption."""
    return draw_text(x, y, text, size, **{"fill": FAINT, **look})


def box(x: float, y: float, width: float, height: float, **look: str | float | None) -> Markup:
    """Draw a box with rounded corners."""
    shape: dict[str, str | float | None] = {"x": x, "y": y, "width": width, "height": height, "rx": 4, "fill": WHITE}
    return element("rect", **{**shape, "stroke": RULE, **look})


@draw_once
def card(x: float, y: float, width: float, height: float, name: str, note: str = "") -> Markup:
    """Draw a face-up card: its name, and a short note."""
    lines = _break_name(name.replace("_", " "), 13, width - 8)
    first = y + height / 2 + 4.5 - 7 * (len(lines) - 1) - (6 if note else 0)
    parts = [element("title", name), box(x, y, width, height, stroke=INK)]
    for number, line in enumerate(lines):
        parts.append(draw_text(x + width / 2, first + 14 * number, line, 13, text_anchor="middle", font_weight="bold"))
    if note:
        parts.append(draw_caption(x + width / 2, y + height - 7, cut_to_fit(note, 11, width - 8), text_anchor="middle"))
    return element("g", *parts)


@draw_once
def back(x: float, y: float, width: float, height: float, note: str = "face down") -> Markup:
    """Draw a face-down card."""
    stripes = "".join(f"M{x + step:.2f} {y + 3}v{height - 6}" for step in range(6, int(width) - 3, 6))
    label = breadth(note, 11) + 10
    return element(
        "g",
        box(x, y, width, height, stroke=INK, fill=SHADE),
        element("path", d=stripes, stroke=STRIPE, stroke_width=1),
        box(x + (width - label) / 2, y + height / 2 - 9, label, 18, stroke="none", rx=9),
        draw_text(x + width / 2, y + height / 2 + 4, note, 11, text_anchor="middle"),
    )


def gap(x: float, y: float, width: float, height: float, note: str) -> Markup:
    """Draw the empty place of a card."""
    return element(
        "g",
        box(x, y, width, height, fill="none", stroke=FAINT, stroke_dasharray="5 4"),
        draw_caption(x + width / 2, y + height / 2 + 4, note, text_anchor="middle"),
    )


@draw_once
def chips(
    x: float, y: float, room: float, names: list[tuple[str, str]], **look: str | float | None
) -> tuple[Markup, float]:
    """Lay out small cards in rows, each with a short name and a full one. Return them with their total height."""
    parts: list[Markup] = []
    left, top = x, y
    for short, full in names:
        label = cut_to_fit(short, 12, room - 12)
        width = max(CHIP, breadth(label, 12) + 10)
        if left > x and left + width > x + room:
            left, top = x, top + CHIP + 4
        chip = box(left, top, width, CHIP, **{"stroke": INK, **look})
        text = draw_text(left + width / 2, top + 14.5, label, text_anchor="middle", fill=look.get("stroke", INK))
        parts.append(element("g", element("title", full), chip, text))
        left += width + 4
    return element("g", *parts), top + CHIP - y


def _break_name(name: str, size: float, room: float) -> list[str]:
    """Break a name in two if it is too long for one line."""
    if breadth(name, size) <= room:
        return [name]
    one, _, two = name.partition(" ")
    return [cut_to_fit(line, size, room) for line in (one, two) if line]
