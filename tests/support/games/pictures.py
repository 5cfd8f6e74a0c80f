"""The content of a picture of a table, for any game, and how to set up such a table."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

from engine.games import GAMES

SVG = "{http://www.w3.org/2000/svg}"


def parsed(table: Any) -> ET.Element:
    """Draw a table, and read the picture as XML."""
    return ET.fromstring(GAMES[table.header.game].draw_table(table))  # noqa: S314 - our own picture


def written(table: Any) -> list[str]:
    """List every line of lettering in a picture."""
    return ["".join(text.itertext()) for text in parsed(table).iter(f"{SVG}text")]


def told(table: Any) -> str:
    """Return the description of a picture."""
    return parsed(table).findtext(f"{SVG}desc", "")
