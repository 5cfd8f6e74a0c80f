"""The pieces of the box, drawn small: ships, longboats, Cresters, things on spaces, and the signs of the planet."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from engine.games.windward.content.pieces import AROUND, DRIFT, FEEDING, POCKET, RED_START, ZEPHYR
from engine.games.windward.state import GAS, GREY, GREY_TOOTH, RED, RED_TOOTH, TOKEN
from engine.kernel.drawing.lettering import BOLD, breadth, spell_value
from engine.kernel.drawing.marks import spot
from engine.kernel.drawing.part_cache import draw_once
from engine.kernel.drawing.pieces import draw_letter
from engine.kernel.drawing.seats import DARK, LIGHT, Livery
from engine.kernel.drawing.shapes import FAINT, INK, WHITE, box, draw_text
from engine.kernel.drawing.svg import Markup, element
from engine.kernel.unknown import is_known

SHIP: Final = (17.0, 17.0)
LOW: Final = 14.0
SIGN: Final = 16.0
LETTERS: Final = 9.0
HIDE: Final = {RED: "#e0662a", GREY: "#9aa5b1"}
TOOTH: Final = {RED_TOOTH: RED, GREY_TOOTH: GREY}
GAS_FILL: Final = "#f2d96b"
TINT: Final = {
    FEEDING: "#dcebcf",
    RED_START: "#f9ddd0",
    POCKET: "#fbe9a8",
    ZEPHYR: "#dcd8f2",
    DRIFT: "#cdd3d9",
    AROUND: "#cdebe7",
}
TINT_BY_NIGHT: Final = {
    "#dcebcf": "#2a4028",
    "#f9ddd0": "#4f2d22",
    "#fbe9a8": "#4d4218",
    "#dcd8f2": "#38335a",
    "#cdd3d9": "#3f4750",
    "#cdebe7": "#1f4542",
    "#fdf3d6": "#453c22",
}
CALLED: Final = {
    FEEDING: "feeding ground",
    RED_START: "Red Crester's start",
    POCKET: "gas pocket",
    ZEPHYR: "zephyr",
    DRIFT: "drift",
    AROUND: "around the planet",
}
# Each within 16 by 16.
_SIGNS: Final = {
    FEEDING: "M1 8Q6 2 11 8L15 4.5V11.5L11 8Q6 14 1 8ZM4.5 7h.8",
    RED_START: "M2 3H14M3 3L5.5 13L8 3M8 3L10.5 13L13 3",
    POCKET: "M5 9.5a3.4 3.4 0 1 1 .1 0ZM11.5 7a2.2 2.2 0 1 1 .1 0ZM10.5 14.6a2.6 2.6 0 1 1 .1 0Z",
    ZEPHYR: "M8 8q1.6 -.2 1.2 1.4q-1.4 2 -3.4 .2q-1.6 -2.8 1 -4.6q4 -1.4 5.6 2.4q.8 5 -3.6 6.4q-5 .6 -6.8 -3",
    DRIFT: "M1 12L4 5L7.5 9L6 14H2ZM8.5 7.5L11 2.5L15 6L13 10.5ZM9 14L10.5 11.5L13 13.5Z",
    AROUND: "M1.5 3.5L5.5 8L1.5 12.5M6 3.5L10 8L6 12.5M10.5 3.5L14.5 8L10.5 12.5",
}


class Figure(NamedTuple):
    """A piece on a space: its look, its size, and the name of its spot."""

    drawn: Markup
    width: float
    height: float
    name: str
    says: str
    title: str

    def at(self, x: float, y: float) -> Markup:
        """Draw it with its name at a place."""
        title = element("title", self.title)
        place = spot(self.name, self.says, 0, 0, self.width, self.height)
        return element("g", title, self.drawn, place, transform=f"translate({x:.2f} {y:.2f})")


@draw_once
def sign(name: str, x: float, y: float, size: float = SIGN) -> Markup:
    """Draw the sign of what a space shows."""
    line = _SIGNS[name]
    drawn = element("path", d=line, fill="none", stroke=INK, stroke_width=1.2, stroke_linejoin="round")
    return element("g", drawn, transform=f"translate({x:.2f} {y:.2f}) scale({size / SIGN:.3f})")


@draw_once
def ship(livery: Livery) -> Markup:
    """Draw an airship with the letter on its envelope, and the gondola below."""
    return element(
        "g",
        element("path", d="M5 11.5L6.5 14M12 11.5L10.5 14M5.5 14H11.5L10.5 16.6H6.5Z", fill=INK, stroke=INK),
        element("ellipse", cx=8.5, cy=6.4, rx=8.2, ry=6.1, fill=livery.fill, stroke=INK, stroke_width=1.1),
        draw_letter(livery, 8.5, 10, 10 if len(livery.letter) == 1 else LETTERS),
    )


@draw_once
def boat(livery: Livery, number: str) -> tuple[Markup, float]:
    """Draw a longboat with its owner's letter and its number; return it and its width."""
    label = f"{livery.letter}{spell_value(number)}"
    width = breadth(label, LETTERS * BOLD) + 4
    hull = f"M0.6 2.6Q{width / 2:.2f} -.8 {width - 0.6:.2f} 2.6L{width - 3:.2f} 13.4H3Z"
    return element(
        "g",
        element("path", d=hull, fill=livery.fill, stroke=INK, stroke_width=1.1),
        draw_text(width / 2, 10.6, label, LETTERS, fill=livery.ink, text_anchor="middle", font_weight="bold"),
    ), width


@draw_once
def crester(
    kind: str,
    *,
    number: Any = 1,  # noqa: ANN401 - a number, or UNKNOWN
    defeated: bool = False,
    tags: int = 0,
) -> tuple[Markup, float]:
    """Draw a Crester with its kind, number, and tags; a defeated one is hollow and marked. Return it and its width."""
    many = "" if is_known(number) and number == 1 else f"{spell_value(number)} "
    label = f"{many}{'†' if defeated else ''}{spell_value(kind)}{'*' * tags}"
    width = breadth(label, LETTERS * BOLD) + 7
    fin, low = width - 3.5, LOW - 0.6
    tail = f"L{width - 0.6:.2f} 1.4L{fin:.2f} 7L{width - 0.6:.2f} {low:.2f}"
    hide = f"M.6 7Q.6 .6 6 .6H{fin - 1:.2f}{tail}H6Q.6 {low} .6 7Z"
    fill, ink = (WHITE, INK) if defeated else (HIDE.get(kind, LIGHT), DARK)
    dashes = "3 2" if defeated else None
    return element(
        "g",
        element("path", d=hide, fill=fill, stroke=INK, stroke_width=1.1, stroke_dasharray=dashes),
        draw_text((width - 2) / 2, 10.4, label, LETTERS, fill=ink, text_anchor="middle", font_weight="bold"),
    ), width


@draw_once
def thing(item: str, number: Any) -> tuple[Markup, float]:  # noqa: ANN401 - a number, or UNKNOWN
    """Draw gas, teeth or tokens with their number; return them and their width."""
    if item in {RED, GREY}:
        return crester(item, number=number, defeated=True)
    many = "" if is_known(number) and number == 1 else spell_value(number)
    left = breadth(many, LETTERS) + 1.5 if many else 0.0
    drawn, wide = _single(item)
    count = [draw_text(0, 10.4, many, LETTERS)] if many else []
    return element("g", *count, element("g", drawn, transform=f"translate({left:.2f} 0)")), left + wide


def _single(item: str) -> tuple[Markup, float]:
    if item in TOOTH:
        return tooth(item), 13.0
    label = {GAS: "gas", TOKEN: "+2"}.get(item, spell_value(item))
    width = breadth(label, LETTERS) + 5
    corner, fill = (6.7, GAS_FILL) if item == GAS else (2.0, LIGHT)
    frame = box(0.6, 0.6, width - 1.2, LOW - 1.2, rx=corner, fill=fill, stroke=INK)
    return element("g", frame, draw_text(width / 2, 10.2, label, LETTERS, fill=DARK, text_anchor="middle")), width


def tooth(item: str) -> Markup:
    """Draw a tooth with the first letter of its colour."""
    kind = TOOTH[item]
    return element(
        "g",
        element("path", d="M.6 .8H12.4Q12 9.5 6.5 13.8Q1 9.5 .6 .8Z", fill=HIDE[kind], stroke=INK),
        draw_text(6.5, 9, kind[:1].upper(), LETTERS, fill=DARK, text_anchor="middle", font_weight="bold"),
    )


def more(number: int) -> tuple[Markup, float]:
    """Draw the number of pieces that do not fit; return it and its width."""
    label = f"+{number}"
    width = breadth(label, LETTERS * BOLD) + 4
    drawn = box(0.5, 0.5, width - 1, LOW - 1, rx=6, fill=WHITE, stroke=FAINT)
    return element(
        "g", drawn, draw_text(width / 2, 10.4, label, LETTERS, text_anchor="middle", font_weight="bold")
    ), width
