"""The pieces of a Tailwinds box as a pack describes them: movement cards, Rainbow cards, track cards."""

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
# Rainbow cards face up.
MARKET = 3
TRACK_CARDS = 6
DIE_FACES = 6

TIMINGS = ("any", "start_of_move", "end_of_move", "on_reveal")

# Which params each ability and each Rainbow effect understands; None: a card of the author's own, with any.
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
# What a param may say: words, or a number from the given one upwards.
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
        """Read what the card's ability is set to."""
        return self.params.get(key, UNKNOWN)


@dataclass(frozen=True, slots=True)
class RainbowCard:
    """One kind of Rainbow card; `copies` of it lie in the pile."""

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
        """Give the movement points that the card is worth to the character who plays it."""
        # Whoever has not seen all special values cannot tell that the general one holds for this character.
        points: int = self.special.get(deck, self.points) if is_known(self.special) else UNKNOWN
        return points

    def param(self, key: str) -> Value:
        """Read what the card's effect is set to."""
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
