"""The components of a Winds of Plunder box as a content pack lists them: ports, VP tiles, cards, board numbers."""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.winds_of_plunder.content.pieces import (
    ICONS,
    PORTS,
    STARTING_PORTS,
    TREASURE_CARDS,
    VP_TILES,
    ActionCard,
    ActionKind,
    Port,
    VpTile,
    kind_of,
)
from engine.games.winds_of_plunder.content.reading import (
    read_booty,
    read_ceiling,
    read_end_bonus,
    read_kinds,
    read_ports,
    read_reputation,
    read_tiles,
    read_treasures,
)
from engine.kernel.packs.pack import Pack
from engine.kernel.packs.reader import PackTable, is_name
from engine.kernel.packs.shipped import Components, Names, ShippedPacks, make_file_reader, read_piece_list
from engine.kernel.unknown import UNKNOWN, is_known

__all__ = [
    "BARE",
    "ICONS",
    "PACKS",
    "RECONSTRUCTED",
    "ActionCard",
    "ActionKind",
    "Content",
    "Port",
    "VpTile",
    "check",
    "content",
    "content_for",
    "named",
]

GAME = "winds-of-plunder"
BARE = "wop-bare"
RECONSTRUCTED = "wop-reconstructed-1"
# The packs that ship with the game, and their files. The first is used if a log names none.
PACKS: dict[str, str] = {BARE: "bare.toml", RECONSTRUCTED: "reconstructed-1.toml"}

# The prefix of an unlisted Treasure card; its port follows.
TREASURE = "tr-"
# First words of ports with two-word names. Alone they name no port on any map.
HALVES = frozenset({"grand", "port", "puerto", "san", "santo", "turks"})


def may_be_port(name: str) -> bool:
    """Return whether an unlisted port may have this name. Half of a two-word name is none (`grand cayman`)."""
    return is_name(name) and name.casefold() not in HALVES


class Content(Components, frozen=True, eq=False):
    """The components of one pack, typed. `UNKNOWN` replaces every value that the pack spells `??`."""

    ports: Mapping[str, Port]
    tiles: Mapping[str, VpTile]
    # The port that each Treasure card names.
    treasures: Mapping[str, str]
    # Every listed copy by its own id, and the kinds of cards.
    actions: Mapping[str, ActionCard]
    kinds: Mapping[str, ActionKind]
    # The points for the first, second, ... treasure, and for the first, second, ... player in an area.
    booty_values: tuple[int, ...]
    reputation_bonus: tuple[int, ...]
    # For wind, weapons, crew, provisions, marker: (how many, for how many VP).
    end_bonus: Mapping[str, tuple[int, int]]
    # The top of the Weapons, Crew and Provisions tallies, and the most cards in a hand; None: no limit.
    tally_cap: int | None
    hand_limit: int | None
    # Whether some pieces are not listed, so that any name is accepted.
    open_ports: bool
    open_tiles: bool
    open_treasures: bool
    open_actions: bool

    @property
    def action_total(self) -> int:
        """The number of Action cards."""
        counted = not self.open_actions and all(is_known(kind.copies) for kind in self.kinds.values())
        return len(self.actions) if counted else UNKNOWN

    def port(self, name: str) -> Port:
        """Look a port up. While some are not listed, any name is a port in an unknown place."""
        port = self.ports.get(name)
        if port is None and not (self.open_ports and is_name(name)):
            raise KeyError(name)
        return port or Port(name, start=self._start_elsewhere)

    def tile(self, name: str) -> VpTile:
        """Look a VP tile up. While some are not listed, any name is a tile with an unknown face."""
        tile = self.tiles.get(name)
        if tile is None and not (self.open_tiles and is_name(name)):
            raise KeyError(name)
        return tile or VpTile(name)

    def treasure(self, card: str) -> str:
        """Return the port of a Treasure card. While some are not listed, `tr-` and a port name one."""
        port = self.treasures.get(card)
        if port is None and not self._may_be_treasure(card):
            raise KeyError(card)
        return card.removeprefix(TREASURE) if port is None else port

    def action(self, name: str) -> ActionCard:
        """Look an Action card up. While some are not listed or counted, any name is a card."""
        card = self.actions.get(name)
        if card is None and not self._may_open(name):
            raise KeyError(name)
        return card or self._open(name)

    @property
    def port_names(self) -> Names:
        """The names that a log may use for ports."""
        return Names(self.ports, may_be_port if self.open_ports else None)

    @property
    def tile_names(self) -> Names:
        """The names that a log may use for VP tiles."""
        return Names(self.tiles, is_name if self.open_tiles else None)

    @property
    def treasure_names(self) -> Names:
        """The names that a log may use for Treasure cards."""
        return Names(self.treasures, self._may_be_treasure)

    @property
    def action_names(self) -> Names:
        """The names that a log may use for Action cards."""
        return Names(self.actions, self._may_open)

    @property
    def _start_elsewhere(self) -> bool:
        """Whether an unlisted port can be a starting port: not if all of those are listed."""
        sure = sum(is_known(port.start) and port.start for port in self.ports.values())
        return UNKNOWN if sure < STARTING_PORTS else False

    def _may_be_treasure(self, card: str) -> bool:
        port = card.removeprefix(TREASURE)
        return self.open_treasures and port != card and port in self.port_names

    def _kind(self, card: str) -> ActionKind | None:
        return self.kinds.get(card) or self.kinds.get(kind_of(card))

    def _may_open(self, name: str) -> bool:
        kind = self._kind(name)
        return is_name(name) and (self.open_actions if kind is None else not is_known(kind.copies))

    def _open(self, name: str) -> ActionCard:
        kind = self._kind(name)
        return kind.copy(name) if kind else ActionCard(name, kind_of(name))


def _content(top: PackTable, pack: Pack) -> Content:
    """Read a pack as the components of Winds of Plunder."""
    ports, tiles = read_piece_list(top, "ports", PORTS), read_piece_list(top, "tiles", VP_TILES)
    treasures, actions = read_piece_list(top, "treasures", TREASURE_CARDS), read_piece_list(top, "actions")
    found = read_ports(ports)
    harbours = Names(found, may_be_port if ports.open else None)
    kinds = read_kinds(actions, harbours)
    return Content(
        pack=pack,
        ports=found,
        tiles=read_tiles(tiles),
        treasures=read_treasures(treasures, harbours),
        actions={name: kind.copy(name) for kind in kinds.values() for name in kind.names},
        kinds=kinds,
        booty_values=read_booty(top),
        reputation_bonus=read_reputation(top),
        end_bonus=read_end_bonus(top),
        tally_cap=read_ceiling(top, "tally", "cap"),
        hand_limit=read_ceiling(top, "hand", "limit"),
        open_ports=ports.open,
        open_tiles=tiles.open,
        open_treasures=treasures.open,
        open_actions=actions.open,
    )


_SHELF = ShippedPacks(GAME, PACKS, make_file_reader(__name__), _content)
named, check, content, content_for = _SHELF.find_by_id, _SHELF.list_faults, _SHELF.read_content, _SHELF.content_for
