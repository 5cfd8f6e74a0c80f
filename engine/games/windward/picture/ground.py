"""Places of the spaces in the picture: six wedges of hexes round the Trading Post, and what a space shows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from engine.games.windward.content import PORT, Content
from engine.games.windward.content.pieces import TILES
from engine.games.windward.content.planet import STEPS
from engine.games.windward.state import Table
from engine.kernel.drawing.part_cache import draw_once
from engine.kernel.unknown import UNKNOWN, is_known

Point = tuple[float, float]
ROOT: Final = sqrt(3)
# The size of a hex on the large planet. Other planets have larger hexes, so that all are equally large.
HEX: Final = 34.0
USUAL: Final = {"large": 6, "small": 4}
BOARD: Final = (3 * USUAL["large"] + 2) * HEX
HIGH: Final = (2 * USUAL["large"] + 1) * ROOT * HEX


@dataclass(frozen=True, slots=True)
class Ground:
    """A planet in the picture: its rings, the size of a hex, and the tile of each slot."""

    rings: int
    # Whether the pack gives the number of rings, or the usual number is drawn.
    sure: bool
    hex: float
    tiles: tuple[Any, ...]

    @property
    def scale(self) -> float:
        """The scale of everything drawn, relative to the large planet."""
        return self.hex / HEX

    def centre(self, slot: int, ring: int, place: int) -> Point:
        """Return the middle of a space, relative to the Trading Post."""
        (q, r), (s, t) = STEPS[slot], STEPS[(slot + 1) % TILES]
        out, across = ring - place + 1, place - 1
        return self._at(q * out + s * across, r * out + t * across)

    def _at(self, q: int, r: int) -> Point:
        return 1.5 * self.hex * q, ROOT * self.hex * (r + q / 2)

    def corner(self, slot: int) -> Point:
        """Return the middle of the outermost space in one direction."""
        return self.centre(slot, self.rings, 1)

    def find(self, name: str) -> Point | None:
        """Find where a space is drawn; None if the planet does not have it."""
        if name == PORT:
            return 0.0, 0.0
        tile, ring, place = name[:-2], *_numbers(name)
        slots = [slot for slot, there in enumerate(self.tiles) if is_known(there) and there == tile]
        return self.centre(slots[0], ring, place) if slots and 1 <= place <= ring <= self.rings else None

    def spaces(self, slot: int) -> Iterator[tuple[str, Point]]:
        """List the spaces of one slot, by ring and place."""
        for ring in range(1, self.rings + 1):
            for place in range(1, ring + 1):
                yield f"{ring}{place}", self.centre(slot, ring, place)


def _numbers(name: str) -> tuple[int, int]:
    digits = name[-2:]
    return (int(digits[0]), int(digits[1])) if len(digits) == len("53") and digits.isdecimal() else (0, 0)


def ground(table: Table) -> Ground:
    """Make the layout of the planet; if its size is unknown, it is drawn in the usual size."""
    return _ground(table.content, table.side, table.tiles)


@draw_once
def _ground(content: Content, side_up: str, tiles: tuple[Any, ...]) -> Ground:
    side = content.planets.get(side_up)
    rings = side.radius if side is not None else UNKNOWN
    sure = is_known(rings)
    rings = rings if sure else USUAL.get(side_up, USUAL["large"])
    size = min(BOARD / (3 * rings + 2), HIGH / ((2 * rings + 1) * ROOT))
    return Ground(rings, sure, size, tiles)


def terrain(content: Content, side: str, tile: Any, spot: str) -> Any:  # noqa: ANN401 - a name, or UNKNOWN
    """Return what a space shows; "" for nothing, and UNKNOWN if it is not known."""
    piece = content.tiles.get(tile) if is_known(tile) else None
    face = piece.sides.get(side) if piece is not None else None
    if face is None or not is_known(face.spots):
        return UNKNOWN
    for shown, listed in face.spots.items():
        if is_known(listed) and spot in [one for one in listed if is_known(one)]:
            return shown
    whole = all(is_known(listed) and all(map(is_known, listed)) for listed in face.spots.values())
    return "" if whole else UNKNOWN
