"""The pieces of the box, drawn small: commodities, captains, crew, cannons, letters, dice, and task tokens."""

from __future__ import annotations

from typing import Any, Final

from engine.kernel.drawing.lettering import spell_value
from engine.kernel.drawing.part_cache import draw_once
from engine.kernel.drawing.pieces import cube
from engine.kernel.drawing.seats import DARK, LIGHT, Livery
from engine.kernel.drawing.shapes import FAINT, INK, WHITE, box, draw_text
from engine.kernel.drawing.svg import Markup, element
from engine.kernel.unknown import is_known

PIECE: Final = 18.0
TOKEN: Final = 18.0
# The colours of the wooden pieces, with the ink that reads best on each.
GOODS: Final = {
    "salt": (LIGHT, DARK),
    "grain": ("#f0d442", DARK),
    "wine": ("#7b3f98", LIGHT),
    "lumber": ("#3f8f4f", LIGHT),
    "fish": ("#b4bac0", DARK),
    "captain": ("#1f3f7f", LIGHT),
    "crew": ("#a8d8f0", DARK),
}
# The look of a token with an unknown owner.
UNTOLD: Final = Livery("?", WHITE, INK)
LETTER: Final = (20.0, 14.0)


@draw_once
def piece(name: str, x: float, y: float, size: float = PIECE, *, sure: bool = True) -> Markup:
    """Draw a wooden piece in its colour, with two letters of its name, or a question mark if it is uncertain."""
    fill, ink = GOODS.get(name, (WHITE, INK))
    round_ = name in {"captain", "crew"}
    # Two small letters, because large ones are those of the seats.
    label = spell_value(name)[:2].lower() if sure else "?"
    broken = None if sure else "3 2"
    look: dict[str, str | float | None] = {"fill": fill, "stroke": INK, "stroke_dasharray": broken}
    return element(
        "g",
        element("title", spell_value(name) if sure else f"{spell_value(name)}: ?"),
        box(x + 0.5, y + 0.5, size - 1, size - 1, rx=size / 2 if round_ else 2, **look),
        draw_text(
            x + size / 2,
            y + size * 0.72,
            label,
            max(9.0, size * 0.6),
            fill=ink,
            text_anchor="middle",
            font_weight="bold",
        ),
    )


@draw_once
def slot(x: float, y: float, size: float, note: str = "") -> Markup:
    """Draw a free slot."""
    hole = box(x + 0.5, y + 0.5, size - 1, size - 1, rx=2, fill=WHITE, stroke=FAINT, stroke_dasharray="3 3")
    return element("g", hole, draw_text(x + size / 2, y + size * 0.7, note, size * 0.6, text_anchor="middle"))


@draw_once
def token(owner: Any, colours: dict[str, Livery], x: float, y: float, size: float = TOKEN) -> Markup:  # noqa: ANN401 - a seat, or UNKNOWN
    """Draw the task token of a player."""
    livery = colours.get(str(owner), UNTOLD) if is_known(owner) else UNTOLD
    return element("g", element("title", f"token of {spell_value(owner)}"), cube(x, y, livery, size))


@draw_once
def letter(x: float, y: float) -> Markup:
    """Draw a commercial letter."""
    wide, high = LETTER
    fold = element(
        "path", d=f"M{x:.2f} {y + 1:.2f}l{wide / 2} {high / 2}l{wide / 2} {-high / 2}", fill="none", stroke=INK
    )
    return element("g", box(x, y, wide, high, rx=1, fill="#fdf3d6", stroke=INK), fold)


@draw_once
def cannon(x: float, y: float, *, mounted: bool, note: str = "") -> Markup:
    """Draw a gun port, with or without its cannon."""
    if mounted:
        barrel = box(x + 3, y + 3, 15, 10, rx=2, fill=INK, stroke=INK)
        return element("g", element("title", "cannon"), barrel, box(x + 16, y + 1.5, 4, 13, rx=1, fill=INK, stroke=INK))
    port = box(x + 1, y + 1, 18, 14, rx=2, fill=WHITE, stroke=FAINT, stroke_dasharray="3 3")
    return element(
        "g", element("title", "free slot for a cannon"), port, draw_text(x + 10, y + 12.5, note, text_anchor="middle")
    )


def skull(x: float, y: float) -> Markup:
    """Draw a skull of the white die."""
    head = f"M{x:.2f} {y + 5:.2f}a5 5 0 1 1 10 0v3h-2v3h-6v-3h-2z"
    eyes = f"M{x + 2:.2f} {y + 4.5:.2f}h2v2h-2zM{x + 6:.2f} {y + 4.5:.2f}h2v2h-2z"
    return element("g", element("path", d=head, fill=INK), element("path", d=eyes, fill=WHITE))
