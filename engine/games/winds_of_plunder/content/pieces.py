"""The pieces of a Winds of Plunder box: ports, VP tiles, Action cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from engine.kernel.packs.reader import Path, Value
from engine.kernel.unknown import UNKNOWN, is_known

PORTS = 12
AREAS = 4
PORTS_IN_AN_AREA = 3
STARTING_PORTS = 5
VP_TILES = 18
TREASURE_CARDS = 12
BOOTY_STEPS = 6
REPUTATION_RANKS = 5

ICONS = ("crew", "provision", "weapon", "treasure")
ITEMS = ("crew", "provision", "weapon")
BONUSES = ("wind", "weapons", "crew", "provisions", "marker")
TIMINGS = ("any_own_turn", "after_sailing")

# The params of each effect; None: a card of the pack author's own, with any params. `free_ports` is separate.
EFFECTS: dict[str, tuple[str, ...] | None] = {
    "buy_item": ("item", "price"),
    "second_sail": ("crew_cost", "condition"),
    "swap_tiles": ("count",),
    "opponent_loses": ("item", "amount"),
    "custom": None,
}
# The values of a param: words, or a number from the given one upwards.
PARAMS: dict[str, tuple[str, ...] | int] = {
    "item": ITEMS,
    "condition": ("fewer_vp_than_every_opponent",),
    "price": 0,
    "crew_cost": 0,
    "count": 1,
    "amount": 1,
}


@dataclass(frozen=True, slots=True)
class Port:
    """One of the twelve ports: its area counts from west to east, its rank from north to south."""

    id: str
    name: str = field(default="", compare=False)
    area: int = field(default=UNKNOWN, compare=False)
    rank: int = field(default=UNKNOWN, compare=False)
    # Whether its Treasure card is one of the five that are dealt as starting ports.
    start: bool = field(default=UNKNOWN, compare=False)
    path: Path = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class VpTile:
    """One of the eighteen VP tiles: its score, and the items taken with it."""

    id: str
    vp: int = field(default=UNKNOWN, compare=False)
    icons: tuple[str, ...] = field(default=UNKNOWN, compare=False)
    path: Path = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ActionCard:
    """One Action card of the deck. Copies of a kind differ at most in their free ports."""

    id: str
    kind: str = field(default="", compare=False)
    name: str = field(default="", compare=False)
    effect: str = field(default=UNKNOWN, compare=False)
    params: Mapping[str, Value] = field(default_factory=dict, compare=False)
    # How often per turn; None: as often as there are points.
    limit: int | None = field(default=UNKNOWN, compare=False)
    timing: str = field(default=UNKNOWN, compare=False)
    overrides: tuple[str, ...] = field(default=(), compare=False)
    text: str = field(default="", compare=False)
    path: Path = field(default=(), compare=False, repr=False)

    def param(self, key: str) -> Value:
        """Return the value of a param of the card's effect."""
        return self.params.get(key, UNKNOWN)


@dataclass(frozen=True, slots=True)
class ActionKind:
    """One kind of Action card: the common values of its copies, their number, and where each is free."""

    card: ActionCard
    # None: there is one, named like its kind. Otherwise the copies are numbered: misfire_1, misfire_2.
    copies: int | None = UNKNOWN
    # By the number of the copy, or under "" for all of them.
    free_ports: Mapping[str, Value] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The ids of the known copies."""
        kind = self.card.kind
        if not is_known(self.copies):
            return tuple(f"{kind}_{number}" for number in self.free_ports if number)
        return (kind,) if self.copies is None else tuple(f"{kind}_{n}" for n in range(1, self.copies + 1))

    def copy(self, name: str) -> ActionCard:
        """Return one card of this kind."""
        number = name.removeprefix(f"{self.card.kind}_")
        key = number if number in self.free_ports else ""
        free = {"free_ports": self.free_ports[key]} if key in self.free_ports else {}
        return replace(self.card, id=name, params={**self.card.params, **free})


def kind_of(card: str) -> str:
    """Return the kind of a numbered card by its name."""
    kind, _, number = card.rpartition("_")
    return kind if kind and number.isdigit() else card
