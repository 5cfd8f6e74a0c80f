"""Render pictures as PNG for programs without SVG support. This needs resvg, from the extra `pictures`."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from importlib.util import find_spec

# The width of a PNG, and the most pixels of a very tall one.
WIDTH, MOST_POINTS = 1200, 4_000_000
# A PNG takes about two hundred kilobytes.
MOST_KEPT = 16
SIZE = re.compile(r'<svg [^>]*?viewBox="0 0 ([0-9.]+) ([0-9.]+)"')
EXTRA = "A PNG needs the extra `pictures`: pipx install 'deadreckon[pictures]'. SVG needs nothing."
NO_FONT = "There is no font on this machine, so a PNG would show no word. Install one, such as fonts-dejavu-core."
# Rendered with and without system fonts: if the results are equal, there are none.
A_LETTER = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><text y="16" font-size="16">A</text></svg>'


class NoPngError(Exception):
    """Says what is missing to render a PNG."""


def explain_missing_png() -> str:
    """Return why no PNG can be rendered, or an empty text."""
    if find_spec("resvg_py") is None:
        return EXTRA
    return "" if _has_font() else NO_FONT


@cache
def _has_font() -> bool:
    """Say whether this machine has a font."""
    import resvg_py  # noqa: PLC0415 - an extra, and slow to load

    bare = resvg_py.svg_to_bytes(svg_string=A_LETTER, skip_system_fonts=True)
    return bare != resvg_py.svg_to_bytes(svg_string=A_LETTER)


def draw_png(svg: str) -> bytes:
    """Render a picture as PNG. Raises `NoPngError`."""
    if says := explain_missing_png():
        raise NoPngError(says)
    return _render_png(svg)


@lru_cache(maxsize=MOST_KEPT)
def _render_png(svg: str) -> bytes:
    import resvg_py  # noqa: PLC0415 - an extra, and slow to load

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=_choose_width(svg)))


def _choose_width(svg: str) -> int:
    """Choose the width. A very tall picture becomes narrower."""
    size = SIZE.match(svg)
    if size is None:
        raise ValueError("This is no picture of ours.")
    across, down = map(float, size.groups())
    return max(1, min(WIDTH, int((MOST_POINTS * across / down) ** 0.5)))
