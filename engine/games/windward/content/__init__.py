"""The components of a Windward box as a content pack lists them: tiles, dice, supply cards, boards, crew, prices."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engine.games.windward.content.achievements import read_achievements
from engine.games.windward.content.pieces import TILES, Achievement, BattleDie, Board, Card, CrewMember, Planet, Tile
from engine.games.windward.content.planet import PORT, Globe, globe
from engine.games.windward.content.reading import (
    all_cards_counted,
    is_spot,
    read_boards,
    read_cards,
    read_counts,
    read_crew,
    read_die,
    read_planet,
    read_tiles,
    read_tracks,
    six_tiles,
)
from engine.kernel.packs.pack import Pack
from engine.kernel.packs.reader import PackTable, is_name
from engine.kernel.packs.shipped import Components, Names, ShippedPacks, make_file_reader, read_piece_list
from engine.kernel.unknown import UNKNOWN, is_known

__all__ = [
    "BARE",
    "PACKS",
    "PORT",
    "RECONSTRUCTED",
    "Content",
    "Globe",
    "check",
    "content",
    "content_for",
    "named",
]

GAME = "windward"
BARE = "windward-bare"
RECONSTRUCTED = "windward-reconstructed-1"
# The packs that ship with the game, and their files. The first is used if a log names none.
PACKS: dict[str, str] = {BARE: "bare.toml", RECONSTRUCTED: "reconstructed-1.toml"}


class Content(Components, frozen=True, eq=False):
    """The components of one pack, typed. `UNKNOWN` replaces every value that the pack spells `??`."""

    planets: Mapping[str, Planet]
    tiles: Mapping[str, Tile]
    die: BattleDie
    cards: Mapping[str, Card]
    boards: Mapping[str, Board]
    crew: Mapping[str, CrewMember]
    crew_tiles: Mapping[str, int]
    prices: Mapping[str, int]
    counts: Mapping[str, int]
    achievements: Mapping[str, Achievement]
    # The tops of morale and longboat speed.
    morale: int
    rowing: int
    # By number of the wind die: the direction in which that wind blows, if the pack says so.
    winds: tuple[int, ...]
    # Whether some tiles, cards, boards and achievements are not listed, so that any name is accepted.
    open_tiles: bool
    open_cards: bool
    open_boards: bool
    open_achievements: bool

    def card(self, name: str) -> Card:
        """Look a supply card up; the values of one that is not listed are unknown."""
        return self.cards.get(name) or Card(name)

    def achievement(self, name: str) -> Achievement:
        """Look an achievement card up; the values of one that is not listed are unknown."""
        return self.achievements.get(name) or Achievement(name)

    def board(self, colour: str) -> Board:
        """Look a ship board up; the values of one that is not listed are unknown."""
        return self.boards.get(colour) or Board(colour)

    def laid(self, order: tuple[str, ...], side: str) -> Globe:
        """Lay the planet; `UNKNOWN` if a tile is unknown, or these are not six different ones."""
        return _laid(self, order, side)

    @property
    def tile_names(self) -> Names:
        """The names that a log may use for board tiles."""
        return Names(self.tiles, is_name if self.open_tiles else None)

    @property
    def card_names(self) -> Names:
        """The names that a log may use for supply cards."""
        return Names(self.cards, is_name if self.open_cards else None)

    @property
    def achievement_names(self) -> Names:
        """The names that a log may use for achievement cards."""
        return Names(self.achievements, is_name if self.open_achievements else None)

    @property
    def space_names(self) -> Names:
        """The names that a log may use for spaces: a tile, a ring and a place in it."""
        radius = self.planets["large"].radius
        return Names(_spaces(tuple(self.tiles), radius) if is_known(radius) else (), self._is_space)

    def _is_space(self, name: str) -> bool:
        return name[:-2] in self.tile_names and is_spot(name[-2:], self.planets["large"].radius)


# Nearly every rule needs the planet, and a game has only one.
@lru_cache(maxsize=256)
def _laid(content: Content, order: tuple[str, ...], side: str) -> Globe:
    radius, tiles = content.planets[side].radius, [content.tiles.get(name) for name in order]
    whole = [tile for tile in tiles if tile is not None and is_known(tile.sides[side].spots)]
    listed = [spots for tile in whole for spots in tile.sides[side].spots.values()]
    whole_planet = len(whole) == len(order) == len(set(order)) == TILES
    if not is_known(radius) or not whole_planet or not all(map(is_known, listed)):
        return UNKNOWN  # type: ignore[no-any-return] # instead of a planet
    return globe(tuple(whole), side, radius)


@lru_cache(maxsize=16)
def _spaces(tiles: tuple[str, ...], radius: int) -> tuple[str, ...]:
    """List the spaces of tiles with so many rings."""
    rings = range(1, radius + 1)
    return tuple(f"{tile}{ring}{place}" for tile in tiles for ring in rings for place in range(1, ring + 1))


def _content(top: PackTable, pack: Pack) -> Content:
    """Read a pack as the components of Windward."""
    (planets, winds), tiles = read_planet(top), read_piece_list(top, "tiles")
    six_tiles(tiles)
    cards, boards = read_piece_list(top, "cards"), read_piece_list(top, "boards")
    crew_tiles, prices, counts = read_counts(top)
    read = read_cards(cards)
    all_cards_counted(cards, read, counts["cards"])
    morale, rowing = read_tracks(top)
    achievements, open_achievements = read_achievements(top)
    return Content(
        pack=pack,
        planets=planets,
        tiles=read_tiles(tiles, planets),
        die=read_die(top),
        cards=read,
        boards=read_boards(boards),
        crew=read_crew(top),
        crew_tiles=crew_tiles,
        prices=prices,
        counts=counts,
        achievements=achievements,
        morale=morale,
        rowing=rowing,
        winds=winds,
        open_tiles=tiles.open,
        open_cards=cards.open,
        open_boards=boards.open,
        open_achievements=open_achievements,
    )


_SHELF = ShippedPacks(GAME, PACKS, make_file_reader(__name__), _content)
named, check, content, content_for = _SHELF.find_by_id, _SHELF.list_faults, _SHELF.read_content, _SHELF.content_for
