"""Positions of North Wind to be drawn, and how a drawing of one is read again."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import cycle
from math import cos, radians, sin
from typing import Any
from xml.etree import ElementTree as ET

from engine.games.north_wind import events as e
from engine.games.north_wind.content import COMMODITIES, HARBORS, RECONSTRUCTED, content_for
from engine.games.north_wind.game import GAME
from engine.games.north_wind.picture.tiles import SIDE
from engine.games.north_wind.position import declare
from engine.games.north_wind.state import Drawn, Table, Turn
from engine.games.north_wind.table import lay
from engine.kernel.drawing.lettering import breadth
from engine.kernel.layers import stack_layers
from engine.kernel.log import Header, HeaderPlayer
from engine.kernel.unknown import UNKNOWN
from tests.support.games.pictures import SVG, happen, parsed

NAMES = ("Ada", "Ben", "Cleo", "Dan")
FOUR = ("green", "orange", "black", "blue")


def a_table(*seats: str, pack: str = RECONSTRUCTED, rulings: Any = None, **position: int | str) -> Table:
    """Take seats at a table on which nothing lies yet."""
    players = tuple(HeaderPlayer(seat, name) for seat, name in zip(seats, cycle(NAMES), strict=False))
    header = Header(game="north-wind", pack=pack, players=players, position=position)
    table = lay(header, content_for(header, {}), stack_layers(GAME, (), rulings or {}).terms)
    if position:
        declare(table, position)
    return table


def a_game(*seats: str, pack: str = RECONSTRUCTED) -> Table:
    """Set up, as far as the first turn."""
    built = [e.BuildStack(harbor) for harbor in HARBORS]
    return happen(a_table(*seats, pack=pack), *built, e.NameFirst(seats[0]))


def at_the_start() -> Table:
    """Two players; green is to choose a stack."""
    return a_game("green", "orange")


def under_way() -> Table:
    """Four players; green has bought salt, met a pirate, and beaten it; orange and blue have joined in."""
    table = a_game(*FOUR)
    table.columns["north_cape"] = ["green", "orange", UNKNOWN]
    table.columns["olsand"] = ["blue"]
    table.most["north_cape"], table.most["olsand"], table.most["fort_haven"] = "", "blue", UNKNOWN
    table.supplied, table.crewed, table.turns = ["black"], ["green", "orange"], 12
    for number, player in enumerate(table.players.values()):
        player.hold, player.gold, player.sail = dict(zip(COMMODITIES, (2, 1, 1, 0, 2), strict=True)), 7 * number, 4
        player.crew = ["bookkeeper", "lookout", "treasurer", UNKNOWN][:number]
        player.cannons, player.brig = number + 1, number % 3
    table.stacks["olsand"].holds |= {"salt-1": 1, "fog": 2}
    table.phase, table.turn = "voyage", Turn("green", "olsand", actions=1, put_under=1, looks=1, cut=True)
    table.turn.row = [
        Drawn("salt-1", uses=1, joiners=["orange", "blue"], declined=["black"]),
        Drawn("eq-1", passed=True),
        Drawn("fog"),
    ]
    table.turn.strength, table.turn.fought, table.turn.hits, table.turn.battle = 2, True, 2, "won"
    table.turn.reward, table.turn.joined = "captain", "blue"
    green = table.players["green"]
    green.sail, green.brig, green.cannons, green.crew = 6, 1, 2, ["boatswain", "cannoneer", "lookout"]
    return table


def at_the_end() -> Table:
    """Three players; blue has won."""
    table = a_game("green", "orange", "blue")
    for number, harbor in enumerate(HARBORS):
        table.columns[harbor] = ["blue", "green", "blue", "orange", "blue"][: number + 3]
        table.most[harbor] = "blue"
    table.turn = Turn("blue", "north_cape", actions=2, reason="actions")
    table.turn.row = [Drawn("m-3", uses=1), Drawn("wreck", uses=1), Drawn("nc", uses=1)]
    table.phase, table.winner, table.ending, table.active = "over", "blue", "task", ""
    return table


def bare() -> Table:
    """A log that names no pack: what the tiles and the tasks show is mostly not known."""
    return happen(
        a_game("green", "orange", "blue", pack=""),
        e.SailInto("green", "olsand"),
        e.RevealTile("grain-7"),
        e.RevealTile("mystery"),
        e.RevealTile("eq-1"),
    )


def strange() -> Table:
    """Three players after a log that broke every limit, or wrote nothing down."""
    table = a_game("green", "orange", "blue")
    green, orange, blue = table.players.values()
    green.hold, green.brig, green.crew, green.sail = dict.fromkeys(COMMODITIES, 8), 7, [UNKNOWN] * 4, 40
    green.gold, green.letters, green.tokens = 12345, 60, -3
    for name in ("gold", "letters", "tokens", "brig", "cannons", "sail"):
        setattr(orange, name, UNKNOWN)
    orange.hold, orange.crew_untold = dict.fromkeys(COMMODITIES, UNKNOWN), True
    blue.hold["fish"], blue.sail, blue.cannons = 3, 1, 0
    table.columns["north_cape"] = ["green"] * 14
    table.supplied, table.crewed = ["blue"] * 30, [UNKNOWN]
    table.bonuses_untold, table.phase, table.turns = True, "pirate", UNKNOWN
    table.turn = Turn(UNKNOWN, UNKNOWN, strength=UNKNOWN, reason=UNKNOWN, actions=UNKNOWN, joined=UNKNOWN)
    table.turn.row = [Drawn(UNKNOWN, uses=3, joiners=[UNKNOWN, "blue"])] + [Drawn("fog")] * 14
    table.active = UNKNOWN
    return table


SCENES = [at_the_start, under_way, at_the_end, bare, strange]


def titles(table: Table) -> list[str]:
    """List what a picture says of its parts where a reader points at them."""
    return [title.text or "" for title in parsed(table).iter(f"{SVG}title")]


def tiles(table: Table) -> list[tuple[str, bool]]:
    """List the sea tiles of a picture: what each is, and whether it lies turned."""
    found = []
    for group in parsed(table).iter(f"{SVG}g"):
        box, title = group.find(f"{SVG}rect"), group.find(f"{SVG}title")
        if title is not None and box is not None and box.get("width") == box.get("height") == f"{SIDE:.0f}":
            found.append((title.text or "", "rotate(45 " in group.get("transform", "")))
    return found


Point = tuple[float, float]


def moved(point: Point, transform: str) -> Point:
    """Carry a point out of a group, by the transforms that our pictures use."""
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
    """Find where every box and every line of lettering lies on the sheet: its four corners."""

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
