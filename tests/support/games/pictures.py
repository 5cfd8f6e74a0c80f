"""What stands in a picture of a table, whatever the game, and how a table comes to be as it is."""

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
    """Give the description of a picture."""
    return parsed(table).findtext(f"{SVG}desc", "")
