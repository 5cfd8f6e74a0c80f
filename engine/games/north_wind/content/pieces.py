"""The pieces of a North Wind box: sea tiles, tasks, dice, ships, starting supplies."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.kernel.packs.reader import Path
from engine.kernel.unknown import UNKNOWN, is_known

HARBORS = ("north_cape", "fort_haven", "olsand")
COMMODITIES = ("salt", "grain", "wine", "lumber", "fish")
EQUIPMENT = ("sail", "cannon", "crew")
ROLES = ("boatswain", "bookkeeper", "cannoneer", "treasurer", "lookout")
EVENT_FACES = ("skull1", "skull2", "skull3", "coin")
BATTLE_FACES = ("silver", "blue_double", "blank")

# Tiles with the underlined A, which letters open to opponents; with any A; and with the E.
TRADES = ("commercial", "equipment", "merchant")
ACTIONS = (*TRADES, "destination", "shipwreck")
KINDS = (*ACTIONS, "fog")

SEA_TILES = 24
STACKS = 3
FIELDS = 9
MERCHANT_PRICES = (2, 3)
PLAYERS = (2, 3, 4)
# The component list: of each commodity, of captains and letters, and all gold, 30 coins of 1, 12 of 5.
COPIES_OF_A_COMMODITY = 8
CAPTAINS = 8
LETTERS = 8
GOLD = 30 * 1 + 12 * 5

# The room of a ship, and the most letters of a player.
HOLD = 6
HOLD_OF_A_KIND = 2
BRIG = 2
CREW = 4
CABIN = 4
CANNONS = 4
LETTERS_HELD = 2

# The goods that each harbor asks for. Olsand may ask for wine, because its goods are named as examples only.
WANTED: dict[str, tuple[str, ...]] = {
    "north_cape": ("wine", "gold"),
    "fort_haven": ("captain", "wine", "gold"),
    "olsand": COMMODITIES,
}

# The first words of names that a log may use for a tile that is not listed.
_STEMS = {"eq": "equipment", "m": "merchant", "wreck": "shipwreck", **{k: k for k in KINDS if k != "destination"}}


class Tile(msgspec.Struct, frozen=True, eq=False):
    """One sort of sea tile, with `copies` of it in the box. Values that its kind does not have are empty, "" or 0."""

    id: str
    kind: str = UNKNOWN
    copies: int = UNKNOWN
    # The goods traded here, and the price of each in gold, for buying and selling.
    commodities: tuple[str, ...] = UNKNOWN
    price: int = UNKNOWN
    # By sail, cannon, crew: the price in an Equipment Harbor.
    prices: Mapping[str, int] = msgspec.field(default_factory=dict)
    # The gold of a Shipwreck.
    gold: int = UNKNOWN
    # The name of the Destination Harbor.
    harbor: str = UNKNOWN
    path: Path = ()

    def __eq__(self, other: object) -> bool:
        """Compare tiles by name, because other values may be unknown and then cannot be compared."""
        return isinstance(other, Tile) and self.id == other.id

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def trade(self) -> bool:
        """Whether its A is underlined: opponents may use it by letter. `Undetermined` while its kind is unknown."""
        return self.kind in TRADES

    @property
    def action(self) -> bool:
        """Whether its corner shows an A, underlined or not. `Undetermined` while its kind is unknown."""
        return self.kind in ACTIONS

    def cost(self, item: str) -> int:
        """Return the price of a sailing level, a cannon or a crew member here."""
        return self.prices.get(item, UNKNOWN)


class Task(msgspec.Struct, frozen=True):
    """One field of a task column, counted from the bottom, and what must be delivered for it."""

    harbor: str
    field: int
    # Each way to pay it; a field that leaves no choice has one.
    demands: tuple[Mapping[str, int], ...] = UNKNOWN
    # The provenance path of the *place* of this task. The path of a demand adds the name of the goods.
    path: Path = ()


class Die(msgspec.Struct, frozen=True):
    """A die: how many of its sides show each face; 0 for a face that is known not to be on it."""

    copies: Mapping[str, int]
    sides: int = UNKNOWN

    @property
    def names(self) -> tuple[str, ...]:
        """The faces that may come up."""
        return tuple(face for face, copies in self.copies.items() if not is_known(copies) or copies > 0)

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces of all sides, if they are known."""
        counted = all(map(is_known, self.copies.values()))
        return tuple(face for face, copies in self.copies.items() for _ in range(copies)) if counted else UNKNOWN


class Ship(msgspec.Struct, frozen=True):
    """The common values of the four ships: the mast's highest notch, and the slot of each role."""

    sail_max: int
    cabin_roles: tuple[str, ...]
    crow_nest: str


class Starting(msgspec.Struct, frozen=True):
    """The starting supplies of each player. `mounted` of the cannons are on deck; no crew is aboard."""

    gold: int
    letters: int
    cannons: int
    mounted: int
    crew: int
    sail: int


def unlisted(name: str, harbor: str) -> Tile:
    """Make a tile that is not listed from its name: `wine-2` is a harbor for wine, `m-4` a merchant.

    Prices are unknown.

    `harbor` is unknown while a Destination Harbor may be among such tiles, and otherwise empty.
    """
    words = tuple(word for word in name.split("-") if not word.isdigit())
    if words and all(word in COMMODITIES for word in words):
        return Tile(name, "commercial", commodities=words, gold=0, harbor="")
    kind = _STEMS.get(words[0], UNKNOWN) if words else UNKNOWN
    return Tile(name, kind, commodities=_wares(kind), harbor="" if is_known(kind) else harbor)


def _wares(kind: str) -> tuple[str, ...]:
    """Return the goods of a tile that lists none: a merchant trades in any, others but Commercial Harbors in none."""
    wares: dict[str, tuple[str, ...]] = {"commercial": UNKNOWN, "merchant": COMMODITIES}
    return wares.get(kind, ()) if is_known(kind) else UNKNOWN
