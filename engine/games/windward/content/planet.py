"""The planet: six tiles round the Trading Post, its spaces with their neighbours, and what they show.

Directions run from 1 to 6, clockwise. Direction i leads from the post to the tile in slot i, which is territory i. The
space of a tile in ring r at place p is (r - p + 1) steps out in direction i. From there it is (p - 1) steps in the next
direction.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from engine.games.windward.content.pieces import AROUND, TILES, WINDS, Tile

STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
PORT = "port"
Hex = tuple[int, int]
MIDDLE: Hex = (0, 0)


class Globe(msgspec.Struct, frozen=True, eq=False):
    """One planet as it was laid: its spaces by name."""

    # The territory (slot) of each space; and what it shows, "" for nothing.
    territory: Mapping[str, int]
    shows: Mapping[str, str]
    # By space and direction: the neighbour.
    near: Mapping[str, Mapping[int, str]]
    # Spaces next to the Trading Post, by territory; and the corners, each with the opposite one.
    shore: Mapping[str, int]
    opposite: Mapping[str, str]
    places: Mapping[str, Hex]

    def showing(self, what: str, territory: int = 0) -> list[str]:
        """List the spaces that show something, on the planet or in one territory."""
        return [
            space for space, shown in self.shows.items() if shown == what and territory in {0, self.territory[space]}
        ]

    def direction(self, start: str, to: str) -> int:
        """Return the direction of a neighbour; 0: it is none."""
        return next((way for way, space in self.near.get(start, {}).items() if space == to), 0)

    def distance(self, one: str, other: str) -> int:
        """Return the number of steps between two spaces, ignoring obstacles."""
        (q, r), (s, t) = self._at(one), self._at(other)
        return max(abs(q - s), abs(r - t), abs(q + r - s - t))

    def _at(self, place: str) -> Hex:
        """Return the coordinates of a place, with the Trading Post in the middle."""
        return MIDDLE if place == PORT else self.places[place]

    def run(self, start: str, to: str, way: int) -> list[str]:
        """List the spaces of a straight run from one space to another in one direction; none, if it leads nowhere."""
        path, here = list[str](), start
        while here != to:
            here = self.near.get(here, {}).get(way, "")
            if not here:
                return []
            path.append(here)
        return path


def spot(slot_steps: tuple[int, int]) -> str:
    """Name the space of a tile that is so many steps out in the direction of its slot and the next."""
    out, across = slot_steps
    return f"{out + across}{across + 1}"


def opposite_way(way: int) -> int:
    """Return the opposite direction."""
    return (way + 2) % len(WINDS) + 1


@lru_cache(maxsize=1_024)
def globe(tiles: tuple[Tile, ...], side: str, radius: int) -> Globe:
    """Lay six tiles round the Trading Post, that of territory 1 first."""
    places: dict[str, Hex] = {}
    territory: dict[str, int] = {}
    shows: dict[str, str] = {}
    for slot, tile in enumerate(tiles, 1):
        (dq, dr), (eq, er) = STEPS[slot - 1], STEPS[slot % TILES]
        spots = {name: shown for shown, listed in tile.sides[side].spots.items() for name in listed}
        for ring in range(1, radius + 1):
            for across in range(ring):
                name = f"{tile.id}{spot((ring - across, across))}"
                places[name] = (dq * (ring - across) + eq * across, dr * (ring - across) + er * across)
                territory[name], shows[name] = slot, spots.get(name.removeprefix(tile.id), "")
    named = {place: name for name, place in places.items()}
    near = {
        name: {way: named[q + dq, r + dr] for way, (dq, dr) in enumerate(STEPS, 1) if (q + dq, r + dr) in named}
        for name, (q, r) in places.items()
    }
    shore = {named[step]: slot for slot, step in enumerate(STEPS, 1)}
    corners = {name: places[name] for name, shown in shows.items() if shown == AROUND}
    opposite = {name: named[-q, -r] for name, (q, r) in corners.items() if named.get((-q, -r), "") in corners}
    return Globe(territory, shows, near, shore, opposite, places)
