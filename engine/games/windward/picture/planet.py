"""The planet: hexes in six territories, what they show, the pieces on them, and the flag of the wind."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import cos, radians, sin
from typing import Any, Final

from engine.games.windward.content import PORT, Content
from engine.games.windward.content.pieces import TERRAIN, TILES
from engine.games.windward.picture.ground import BOARD, HIGH, ROOT, Ground, Point, terrain
from engine.games.windward.picture.pieces import CALLED, LETTERS, TINT, Figure, sign
from engine.games.windward.picture.standing import ROWS, heap, rows
from engine.games.windward.state import Table
from engine.kernel.drawing.lettering import BOLD, breadth, cut_to_fit, spell_value
from engine.kernel.drawing.part_cache import draw_once
from engine.kernel.drawing.shapes import FAINT, INK, INNER, RULE, SEA, draw_text
from engine.kernel.drawing.svg import Markup, element
from engine.kernel.unknown import is_known

# Room above and below the planet for the names of territories.
RIM: Final = 18.0
PLANET: Final = HIGH + 2 * RIM
POST: Final = "#fdf3d6"
# The width of the rows of pieces on a space, and their lower end; in port there is more room.
ROOM, PORT_ROOM = 50.0, 58.0
FOOT: Final = 15.5
NAME: Final = 27.0
# The size of a space's sign above no, one or two rows of pieces.
SIGNS: Final = (22.0, 18.0, 13.0)
FLAG: Final = "M0 0V-15L13 -10.5L1.5 -6"


def draw_planet(table: Table, lie: Ground, pieces: Mapping[str, list[Figure]], x: float, y: float) -> Markup:
    """Draw the planet with everything that is known to be on it."""
    content, side = table.content, table.side
    parts = [
        *_bare(content, side, lie),
        *(part for slot in range(len(lie.tiles[:TILES])) for part in _settled(content, side, lie, slot, pieces)),
        _post(lie, pieces.get(PORT, [])),
        *(_corner(lie, slot, wind=_blows(table, slot)) for slot in range(TILES) if lie.tiles),
    ]
    return element("g", *parts, transform=f"translate({x + BOARD / 2:.2f} {y + PLANET / 2:.2f})")


@draw_once
def _seen(content: Content, side: str, lie: Ground, slot: int) -> tuple[tuple[str, Point, Any], ...]:
    """List the spaces of a territory, where they are drawn, and what they show."""
    tile = lie.tiles[slot]
    return tuple((spot, centre, terrain(content, side, tile, spot)) for spot, centre in lie.spaces(slot))


@draw_once
def _bare(content: Content, side: str, lie: Ground) -> tuple[Markup, ...]:
    """Draw the planet with nothing on it."""
    seen = [_seen(content, side, lie, slot) for slot in range(len(lie.tiles[:TILES]))]
    spaces = [(centre, shown) for listed in seen for _, centre, shown in listed]
    territories = (_territory(lie, slot, [centre for _, centre, _ in listed]) for slot, listed in enumerate(seen))
    return (*territories, *_terrain(lie, spaces), *_outline(lie), *_borders(lie))


def _settled(
    content: Content, side: str, lie: Ground, slot: int, pieces: Mapping[str, list[Figure]]
) -> tuple[Markup, ...]:
    """Draw the spaces of a territory with the pieces on them."""
    tile, seen = lie.tiles[slot], _seen(content, side, lie, slot)
    names = [f"{tile}{spot}" for spot, _, _ in seen] if is_known(tile) else []
    return _spaces(lie, tile, seen, {name: pieces[name] for name in names if name in pieces})


@draw_once
def _spaces(
    lie: Ground,
    tile: Any,  # noqa: ANN401 - a name, or UNKNOWN
    seen: tuple[tuple[str, Point, Any], ...],
    pieces: dict[str, list[Figure]],
) -> tuple[Markup, ...]:
    return tuple(_space(lie, tile, one, pieces) for one in seen)


def _blows(table: Table, slot: int) -> bool:
    return table.wind_set and is_known(table.wind) and table.wind == slot + 1


# Hexes


def hexes(centres: Iterable[Point], size: float) -> str:
    """Write the outlines of hexes as one path."""
    step, high = size / 2, size * ROOT / 2
    right, left = f"l{step:.2f} {high:.2f}l{-step:.2f} {high:.2f}", f"l{-step:.2f} {-high:.2f}"
    around = f"{right}h{-size:.2f}{left}z"
    return "".join(f"M{x - step:.2f} {y - high:.2f}h{size:.2f}{around}" for x, y in centres)


def _territory(lie: Ground, slot: int, centres: Sequence[Point]) -> Markup:
    look = {"fill": INNER if slot % 2 else SEA, "stroke": RULE, "stroke_dasharray": None if lie.sure else "4 3"}
    return element("path", d=hexes(centres, lie.hex), **look)


def _terrain(lie: Ground, spaces: Sequence[tuple[Point, Any]]) -> list[Markup]:
    """Colour the spaces by what they show."""
    parts = []
    for name in TERRAIN:
        centres = [centre for centre, shown in spaces if is_known(shown) and shown == name]
        if centres:
            parts.append(element("path", d=hexes(centres, lie.hex - 1), fill=TINT[name], stroke=RULE))
    return parts


def _outline(lie: Ground) -> list[Markup]:
    """Outline a planet that is not laid yet."""
    if lie.tiles:
        return []
    reach = HIGH / 2
    tips = [(reach * sin(radians(60 * turn)), -reach * cos(radians(60 * turn))) for turn in range(TILES)]
    around = "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in tips) + "Z"
    says = draw_text(0, -HIGH / 4, "The planet has not been laid yet", 15, text_anchor="middle", font_weight="bold")
    return [element("path", d=around, fill=SEA, stroke=FAINT, stroke_dasharray="8 6", stroke_width=1.5), says]


def _borders(lie: Ground) -> list[Markup]:
    """Draw the borders between the territories, along the edges of the spaces where each begins."""
    if not lie.tiles:
        return []
    lines = "".join(_border(lie, slot) for slot in range(TILES))
    return [element("path", d=lines, fill="none", stroke=INK, stroke_width=1.8, stroke_linejoin="round")]


def _border(lie: Ground, slot: int) -> str:
    """Draw the line between a territory and the one before it, from the Trading Post to the rim."""
    # The straight row of spaces in direction i is the first of its territory; its left edge is the border.
    turn = 60 * slot
    points: list[Point] = []
    for ring in range(1, lie.rings + 1):
        x, y = lie.centre(slot, ring, 1)
        points += [_tip(x, y, lie.hex, turn + bend) for bend in (210, 270, 330)]
    return "M" + "L".join(f"{x:.2f} {y:.2f}" for x, y in points)


def _tip(x: float, y: float, size: float, turn: float) -> Point:
    """Find a corner of a hex, by its bearing."""
    return x + size * sin(radians(turn)), y - size * cos(radians(turn))


# Spaces


def _space(lie: Ground, tile: Any, one: tuple[str, Point, Any], pieces: Mapping[str, list[Figure]]) -> Markup:  # noqa: ANN401 - a name, or UNKNOWN
    """Write the name of a space and its sign, and draw the pieces there."""
    spot, (x, y), shown = one
    there = pieces.get(f"{tile}{spot}", []) if is_known(tile) else []
    full = f"{spell_value(tile)}{spot}"
    room = ROOM - 12
    label = full if breadth(full, LETTERS) <= room else spot
    if is_known(shown) and not shown and not there:
        return draw_text(x, y + NAME * lie.scale, label, LETTERS * lie.scale, text_anchor="middle")
    parts = [draw_text(0, NAME, label, LETTERS, text_anchor="middle")]
    if not is_known(shown):
        parts.append(draw_text(0, -16, "?", LETTERS, fill=INK, text_anchor="middle"))
    elif shown:
        parts.append(element("title", f"{full}: {CALLED[shown]}"))
        size = SIGNS[min(len(rows(there, ROOM)), ROWS)]
        parts.append(sign(shown, -size / 2, -29 if there else -17, size))
    if there:
        parts.append(heap(there, ROOM, FOOT))
    return _placed(lie, x, y, parts)


def _placed(lie: Ground, x: float, y: float, parts: Sequence[Markup]) -> Markup:
    larger = "" if lie.scale == 1 else f" scale({lie.scale:.3f})"
    return element("g", *parts, transform=f"translate({x:.2f} {y:.2f}){larger}")


@draw_once
def _post(lie: Ground, ships: list[Figure]) -> Markup:
    """Draw the Trading Post with the ships in port."""
    parts = [
        element("title", "The Trading Post"),
        element("path", d=hexes([(0.0, 0.0)], lie.hex / lie.scale), fill=POST, stroke=INK, stroke_width=1.8),
        draw_text(0, NAME, "port", LETTERS * BOLD, text_anchor="middle", font_weight="bold"),
        *([heap(ships, PORT_ROOM, FOOT)] if ships else []),
    ]
    return _placed(lie, 0, 0, parts)


@draw_once
def _corner(lie: Ground, slot: int, *, wind: bool) -> Markup:
    """Name a territory at the corner where it begins, with the flag if the wind blows there."""
    x, y = lie.corner(slot)
    above = slot in {TILES - 1, 0, 1}
    y += (-1 if above else 1) * (lie.hex * ROOT / 2) + (-6 if above else 13)
    tile = lie.tiles[slot] if slot < len(lie.tiles) else ""
    named = f"{slot + 1} · {spell_value(tile)}" if not is_known(tile) or tile else f"{slot + 1}"
    label = cut_to_fit(named, 12 * BOLD, 62)
    parts = [
        element("title", f"Territory {slot + 1}: {named}{', where the wind blows' if wind else ''}"),
        draw_text(x, y, label, 12, text_anchor="middle", font_weight="bold" if wind else None),
    ]
    if wind:
        left = x - breadth(label, 12 * BOLD) / 2 - 15
        flag = element("path", d=FLAG, fill=INK, stroke=INK, stroke_width=1.6)
        parts.append(element("g", flag, transform=f"translate({left:.2f} {y + 3:.2f})"))
    return element("g", *parts)
