"""The lettering of a picture, and its faults."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

from engine.games import GAMES
from engine.kernel.drawing.lettering import BOLD, breadth
from engine.kernel.drawing.marks import STILL, Matrix, add_transform, place_point
from engine.kernel.drawing.sheet import WIDTH
from fixtures.simulate import Session
from tests.support.games.pictures import SVG

SMALLEST = 9.0


# `breadth` assumes the broadest font that a reader may have, and a line is higher than its letters.
SLACK = 0.9


EVERY = 30


class Line(NamedTuple):
    """A line of lettering: its text, the height of its letters, and its corners."""

    says: str
    size: float
    left: float
    top: float
    right: float
    low: float
    # Its place in its own group, which may be rotated.
    group: Matrix
    inside: tuple[float, float, float, float]


def lines(svg: str) -> list[Line]:
    root = ET.fromstring(svg)  # noqa: S314 - our own picture
    return [line for line in _lines(root, STILL) if line.says.strip()]


def _lines(part: ET.Element, outer: Matrix) -> Iterator[Line]:
    at = add_transform(outer, part.get("transform", ""))
    if part.tag == f"{SVG}text":
        yield _line(part, at)
    for child in part:
        yield from _lines(child, at)


def _line(part: ET.Element, at: Matrix) -> Line:
    size = float(part.get("font-size", "0")) or max(float(span.get("font-size", "0")) for span in part)
    says = "".join(part.itertext())
    inside = ((span.text or "", float(span.get("font-size", size)), span) for span in part)
    spans = [(part.text or "", size, part), *inside]
    wide = (
        sum(
            breadth(text, big) * (BOLD if look.get("font-weight") == "bold" else 1) + float(look.get("dx", "0"))
            for text, big, look in spans
        )
        * SLACK
    )
    x, y = float(part.get("x", "0")), float(part.get("y", "0"))
    x -= {"middle": wide / 2, "end": wide}.get(part.get("text-anchor", ""), 0)
    corners = [place_point(at, (left, top)) for left in (x, x + wide) for top in (y - 0.72 * size, y)]
    across, down = zip(*corners, strict=True)
    scale = (at[0] ** 2 + at[1] ** 2) ** 0.5
    least = min((big for text, big, _ in spans if text), default=size)
    return Line(
        says, least * scale, min(across), min(down), max(across), max(down), at, (x, y - 0.72 * size, x + wide, y)
    )


def faults(svg: str) -> list[str]:
    """Name text that is too small on a screen 1,200 wide, off the sheet, or over another line."""
    root = ET.fromstring(svg)  # noqa: S314 - our own picture
    width, height = float(root.get("width", "0")), float(root.get("height", "0"))
    there = lines(svg)
    small = [f"{line.says!r} is {line.size:.1f} high" for line in there if line.size * min(1, WIDTH / width) < SMALLEST]
    within = [line for line in there if 0 <= line.left <= line.right <= width and 0 < line.low < height]
    off = [f"{line.says!r} is off" for line in there if line not in within]
    upon = [f"{one.says!r} lies on {two.says!r}" for one, two in combinations(there, 2) if _meet(one, two)]
    return [*small, *off, *upon]


def _meet(one: Line, two: Line) -> bool:
    alike = one.group == two.group
    left, top, right, low = one.inside if alike else one[2:6]
    other_left, other_top, other_right, other_low = two.inside if alike else two[2:6]
    across = min(right, other_right) - max(left, other_left)
    down = min(low, other_low) - max(top, other_top)
    return across > 0.5 and down > 0.5


def tables(game: str, seats: int, seed: int) -> Iterator[Any]:
    """Play a random game, and yield its table at intervals."""
    session = Session(GAMES[game], seats, seed)
    while (event := session.next()) is not None and len(session.events) < 400:
        session.happen(event)
        if len(session.events) % EVERY == 0:
            yield session.table
    yield session.table
