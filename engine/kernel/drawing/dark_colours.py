"""The dark colour scheme of a picture, for readers with a dark screen.

Paper and print change; a piece and the print on it are wood and keep their colours. The style sheet selects elements by
their light colours, so that drawings need not know about it.
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
    """Remove the dark colours from a drawing, for a page that allows only its own style sheet."""
    return STYLE.sub("", drawn)


def extract_dark_colours(drawn: str, within: str) -> str:
    """Extract the dark colours of a drawing for a page's style sheet, limited to the selector `within`."""
    found = STYLE.search(drawn)
    return PAINTED.sub(f"{within} [", found[1]) if found else ""


@draw_once
def write_style(more: Mapping[str, str]) -> Markup:
    """Write the style sheet for the colours of every picture, and `more` for one game."""
    rules = "".join(
        f'[fill="{day}"]{{fill:{night}}}[stroke="{day}"]{{stroke:{night}}}' for day, night in {**NIGHT, **more}.items()
    )
    return Markup(f"<style>@media screen and (prefers-color-scheme:dark){{{rules}}}</style>")
