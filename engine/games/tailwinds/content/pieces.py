"""The pieces of a Tailwinds box: movement cards, Rainbow cards, track cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.kernel.packs.reader import Path, Value
from engine.kernel.unknown import UNKNOWN, is_known

DECKS = ("sailor", "crew", "gambler", "viking", "admiral", "pirate")
FACES = ("standard", "advanced")
CARDS_IN_A_DECK = 7
RAINBOW_CARDS = 20
# The number of face-up Rainbow cards.
MARKET = 3
TRACK_CARDS = 6
DIE_FACES = 6

TIMINGS = ("any", "start_of_move", "end_of_move", "on_reveal")

# The params of each ability and each Rainbow effect; None: a card of the pack author's own, with any params.
ABILITIES: dict[str, tuple[str, ...] | None] = {
    "cannons": ("range", "distance"),
    "jolly_roger": ("range", "distance"),
    "shackle": (),
    "pursuit": ("each_boat",),
    "longboat": ("bonus",),
    "manoeuvre": (),
    "parlay": (),
    "bail_out": ("target", "distance"),
    "copy": ("source", "fallback"),
    "custom": None,
}
EFFECTS: dict[str, tuple[str, ...] | None] = {
    "anchor": ("range", "distance"),
    "telescope": ("source", "playable"),
    "buried_treasure": ("source", "playable"),
    "bail_out": ("target", "distance"),
    "tail_wind": ("distance",),
    "calm_sea": (),
    "rum": ("divide",),
    "custom": None,
}
# The values of a param: words, or a number from the given one upwards.
PARAMS: dict[str, tuple[str, ...] | int] = {
    "range": ("same_space", "adjacent", "same_track_card"),
    "source": ("market", "discard", "revealed_this_round"),
    "target": ("last_place",),
    "playable": ("next_turn", "this_turn"),
    "distance": 0,
    "each_boat": 0,
    "bonus": 0,
    "fallback": 0,
    "divide": 1,
}


@dataclass(frozen=True, slots=True)
class MovementCard:
    """One of the seven cards of a deck. Two are the same card when deck and id agree."""

    id: str
    deck: str
    value: int = field(default=UNKNOWN, compare=False)
    recover: bool = field(default=False, compare=False)
    dice: int = field(default=0, compare=False)
    ability: str | None = field(default=None, compare=False)
    timing: str | None = field(default=None, compare=False)
    mandatory: bool = field(default=False, compare=False)
    # How often per turn, or per own boat and turn.
    uses: int = field(default=0, compare=False)
    per_own_boat: bool = field(default=False, compare=False)
    params: Mapping[str, Any] = field(default_factory=dict, compare=False)
    overrides: tuple[str, ...] = field(default=(), compare=False)
    name: str = field(default="", compare=False)
    text: str = field(default="", compare=False)
    path: Path = field(default=(), compare=False, repr=False)

    def param(self, key: str) -> Value:
        """Return the value of a param of the card's ability."""
        return self.params.get(key, UNKNOWN)


@dataclass(frozen=True, slots=True)
class RainbowCard:
    """One kind of Rainbow card; the pile has `copies` of it."""

    id: str
    copies: int = field(default=UNKNOWN, compare=False)
    effect: str = field(default=UNKNOWN, compare=False)
    params: Mapping[str, Any] = field(default_factory=dict, compare=False)
    points: int = field(default=UNKNOWN, compare=False)
    special: Mapping[str, int] = field(default=UNKNOWN, compare=False)
    name: str = field(default="", compare=False)
    text: str = field(default="", compare=False)
    path: Path = field(default=(), compare=False, repr=False)

    def points_for(self, deck: str) -> int:
        """Return the movement points that the card is worth to the character who plays it."""
        # While the special values are unknown, the general one may not apply to this character.
        points: int = self.special.get(deck, self.points) if is_known(self.special) else UNKNOWN
        return points

    def param(self, key: str) -> Value:
        """Return the value of a param of the card's effect."""
        return self.params.get(key, UNKNOWN)


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a track card. Spaces count from 1, at the end nearest the start of the race."""

    spaces: int = UNKNOWN
    starts: frozenset[int] = UNKNOWN
    rainbows: frozenset[int] = UNKNOWN


@dataclass(frozen=True, slots=True, eq=False)
class TrackCard:
    """One of the six track cards, and its place in the line."""

    id: str
    order: int
    faces: Mapping[str, Face]
