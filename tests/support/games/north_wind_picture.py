"""Reads a drawing of North Wind again."""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import cos, radians, sin
from xml.etree import ElementTree as ET

from engine.games.north_wind.picture.tiles import SIDE
from engine.games.north_wind.state import Table
from engine.kernel.drawing.lettering import breadth
from tests.support.games.pictures import SVG, parsed


def titles(table: Table) -> list[str]:
    """List the descriptions of the parts of a picture that a pointer shows."""
    return [title.text or "" for title in parsed(table).iter(f"{SVG}title")]


def tiles(table: Table) -> list[tuple[str, bool]]:
    """List the sea tiles of a picture: what each is, and whether it is rotated."""
    found = []
    for group in parsed(table).iter(f"{SVG}g"):
        box, title = group.find(f"{SVG}rect"), group.find(f"{SVG}title")
        if title is not None and box is not None and box.get("width") == box.get("height") == f"{SIDE:.0f}":
            found.append((title.text or "", "rotate(45 " in group.get("transform", "")))
    return found


Point = tuple[float, float]


def moved(point: Point, transform: str) -> Point:
    """Transform a point out of a group, by the transforms that our pictures use."""
    x, y = point
    for name, said in reversed(re.findall(r"(\w+)\(([^)]*)\)", transform)):
        numbers = [float(number) for number in said.split()]
        if name == "translate":
            x, y = x + numbers[0], y + numbers[1]
        elif name == "scale":
            x, y = x * numbers[0], y * numbers[0]
        else:
            turn, dx, dy = radians(numbers[0]), x - numbers[1], y - numbers[2]
            x, y = numbers[1] + dx * cos(turn) - dy * sin(turn), numbers[2] + dx * sin(turn) + dy * cos(turn)
    return x, y


def extents(table: Table) -> Iterable[tuple[ET.Element, list[Point]]]:
    """Find the place of every box and every line of lettering on the sheet: its four corners."""

    def walk(part: ET.Element, outer: list[str]) -> Iterable[tuple[ET.Element, list[Point]]]:
        transforms = [part.get("transform", ""), *outer]
        for child in part:
            yield from walk(child, transforms)
        if part.tag in {f"{SVG}rect", f"{SVG}text"}:
            points = _corners(part)
            for transform in transforms:
                points = [moved(point, transform) for point in points]
            yield part, points

    yield from walk(parsed(table), [])


def _corners(part: ET.Element) -> list[Point]:
    x, y = float(part.get("x", "0")), float(part.get("y", "0"))
    if part.tag == f"{SVG}rect":
        width, height = float(part.get("width", "0")), float(part.get("height", "0"))
    else:
        size = float(part.get("font-size", "0"))
        width, height = breadth("".join(part.itertext()), size), -size
        x -= {"middle": width / 2, "end": width}.get(part.get("text-anchor", ""), 0)
    return [(x, y), (x + width, y), (x, y + height), (x + width, y + height)]
