"""The pieces of a Winds of Plunder box as a pack describes them: ports, VP tiles, Action cards."""

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

# Which params each effect understands; None: a card of the author's own, with any. `free_ports` stands by itself.
EFFECTS: dict[str, tuple[str, ...] | None] = {
    "buy_item": ("item", "price"),
    "second_sail": ("crew_cost", "condition"),
    "swap_tiles": ("count",),
    "opponent_loses": ("item", "amount"),
    "custom": None,
}
# What a param may say: words, or a number from the given one upwards.
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
    # Whether its Treasure card is one of the five that are dealt to start from.
    start: bool = field(default=UNKNOWN, compare=False)
    path: Path = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class VpTile:
    """One of the eighteen VP tiles: what it scores, and what is taken with it."""

    id: str
    vp: int = field(default=UNKNOWN, compare=False)
    icons: tuple[str, ...] = field(default=UNKNOWN, compare=False)
    path: Path = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ActionCard:
    """One Action card, as it lies in the deck. Copies of a kind differ at most in their free ports."""

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
        """Read what the card's effect is set to."""
        return self.params.get(key, UNKNOWN)


@dataclass(frozen=True, slots=True)
class ActionKind:
    """One kind of Action card: what its copies have in common, how many they are, and where each is free."""

    card: ActionCard
    # None: there is one, called as its kind. Otherwise the copies are numbered: misfire_1, misfire_2.
    copies: int | None = UNKNOWN
    # By the number of the copy, or under "" for all of them.
    free_ports: Mapping[str, Value] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """The ids of the copies that are known of."""
        kind = self.card.kind
        if not is_known(self.copies):
            return tuple(f"{kind}_{number}" for number in self.free_ports if number)
        return (kind,) if self.copies is None else tuple(f"{kind}_{n}" for n in range(1, self.copies + 1))

    def copy(self, name: str) -> ActionCard:
        """Give one card of this kind."""
        number = name.removeprefix(f"{self.card.kind}_")
        key = number if number in self.free_ports else ""
        free = {"free_ports": self.free_ports[key]} if key in self.free_ports else {}
        return replace(self.card, id=name, params={**self.card.params, **free})


def kind_of(card: str) -> str:
    """Tell the kind of a numbered card by its name."""
    kind, _, number = card.rpartition("_")
    return kind if kind and number.isdigit() else card
