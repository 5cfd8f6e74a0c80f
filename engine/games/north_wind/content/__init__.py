"""The components of a North Wind box as a content pack lists them: sea tiles, tasks, dice, ships, starting supplies."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.north_wind.content.pieces import (
    BATTLE_FACES,
    COMMODITIES,
    EQUIPMENT,
    EVENT_FACES,
    HARBORS,
    KINDS,
    ROLES,
    WANTED,
    Die,
    Ship,
    Starting,
    Task,
    Tile,
    unlisted,
)
from engine.games.north_wind.content.reading import (
    read_die,
    read_ship,
    read_stack_size,
    read_starting,
    read_tasks,
    read_tiles,
    read_tokens,
)
from engine.kernel.packs.pack import Pack
from engine.kernel.packs.reader import PackTable, is_name
from engine.kernel.packs.shipped import Components, Names, ShippedPacks, make_file_reader, read_piece_list
from engine.kernel.unknown import UNKNOWN, is_known

__all__ = [
    "BARE",
    "COMMODITIES",
    "EQUIPMENT",
    "HARBORS",
    "KINDS",
    "PACKS",
    "RECONSTRUCTED",
    "ROLES",
    "WANTED",
    "Content",
    "Die",
    "Ship",
    "Starting",
    "Task",
    "Tile",
    "check",
    "content",
    "content_for",
    "named",
]

GAME = "north-wind"
BARE = "north-wind-bare"
RECONSTRUCTED = "north-wind-reconstructed-1"
# The packs that ship with the game, and their files. The first is used if a log names none.
PACKS: dict[str, str] = {BARE: "bare.toml", RECONSTRUCTED: "reconstructed-1.toml"}


class Content(Components, frozen=True, eq=False):
    """The components of one pack, typed. `UNKNOWN` replaces every value that the pack spells `??`."""

    tiles: Mapping[str, Tile]
    # By harbor, from the bottom up.
    tasks: Mapping[str, tuple[Task, ...]]
    event_die: Die
    battle_die: Die
    ship: Ship
    starting: Starting
    # By the number of players: the task tokens of each player, which is also the number that wins.
    tokens: Mapping[int, int]
    stack_size: int
    # Whether some tiles are not listed, so that any name is accepted.
    open_tiles: bool

    def tile(self, name: str) -> Tile:
        """Look a sea tile up.

        While some are not listed, any name is a tile, which reveals at most its kind and goods.
        """
        tile = self.tiles.get(name)
        if tile is None and not (self.open_tiles and is_name(name)):
            raise KeyError(name)
        return tile or unlisted(name, self._harbor_elsewhere)

    def task(self, harbor: str, number: int) -> Task | None:
        """Look a task up by its field, counted from the bottom; None: a column has no such field."""
        column = self.tasks[harbor]
        return column[number - 1] if 1 <= number <= len(column) else None

    def tokens_for(self, players: int) -> int:
        """Return the task tokens of each player, by the number of players. The same number wins."""
        return self.tokens.get(players, UNKNOWN)

    @property
    def tile_names(self) -> Names:
        """The names that a log may use for sea tiles."""
        return Names(self.tiles, is_name if self.open_tiles else None)

    @property
    def _harbor_elsewhere(self) -> str:
        """The Destination Harbor that an unlisted tile can be: none when all three are listed."""
        sure = sum(is_known(tile.harbor) and bool(tile.harbor) for tile in self.tiles.values())
        return UNKNOWN if sure < len(HARBORS) else ""


def _content(top: PackTable, pack: Pack) -> Content:
    """Read a pack as the components of North Wind."""
    listing = read_piece_list(top, "tiles")
    return Content(
        pack=pack,
        tiles=read_tiles(listing),
        tasks=read_tasks(top),
        event_die=read_die(top, "event_die", EVENT_FACES),
        battle_die=read_die(top, "battle_die", BATTLE_FACES),
        ship=read_ship(top),
        starting=read_starting(top),
        tokens=read_tokens(top),
        stack_size=read_stack_size(top),
        open_tiles=listing.open,
    )


_SHELF = ShippedPacks(GAME, PACKS, make_file_reader(__name__), _content)
named, check, content, content_for = _SHELF.find_by_id, _SHELF.list_faults, _SHELF.read_content, _SHELF.content_for
