"""The colours of a picture by night: what a reader whose screen is dark sees instead.

Paper and print change; a piece and what is printed on it are wood and keep their colours. The style sheet goes by the
colours that a drawing is made of, so that nothing in a drawing has to know of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.kernel.drawing import shapes
from engine.kernel.drawing.part_cache import draw_once
from engine.kernel.drawing.svg import Markup

NIGHT: Final[Mapping[str, str]] = MappingProxyType(
    {
        shapes.PAPER: "#16181b",
        shapes.INK: "#e8e6df",
        shapes.FAINT: "#b3bbc4",
        shapes.RULE: "#4a535d",
        shapes.SEA: "#1d2b36",
        shapes.INNER: "#25394a",
        shapes.WHITE: "#22272d",
        shapes.SHADED: "#2b3036",
        shapes.SHADE: "#343b43",
        shapes.STRIPE: "#56616c",
        shapes.MARK: "#ff79c6",
    }
)


STYLE: Final = re.compile(r"<style>(.*?)</style>\n?")
PAINTED: Final = re.compile(r"\[(?=fill=|stroke=)")


def drop_dark_colours(drawn: str) -> str:
    """Take the colours of the night out of a drawing, for a page that allows no style sheet but its own."""
    return STYLE.sub("", drawn)


def extract_dark_colours(drawn: str, within: str) -> str:
    """Give the colours of the night of a drawing, for the style sheet of a page on which it stands within something."""
    found = STYLE.search(drawn)
    return PAINTED.sub(f"{within} [", found[1]) if found else ""


@draw_once
def write_style(more: Mapping[str, str]) -> Markup:
    """Write the style sheet for the colours of every picture, and `more` of one game's own."""
    rules = "".join(
        f'[fill="{day}"]{{fill:{night}}}[stroke="{day}"]{{stroke:{night}}}' for day, night in {**NIGHT, **more}.items()
    )
    return Markup(f"<style>@media screen and (prefers-color-scheme:dark){{{rules}}}</style>")
