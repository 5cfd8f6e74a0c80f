"""The pieces of a Windward box: tiles, dice, supply cards, ship boards, crew and prices."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.kernel.packs.reader import Path
from engine.kernel.unknown import UNKNOWN

SIDES = LARGE, SMALL = ("large", "small")
TILES = 6
# What a tile may show on a space. Each tile has one space at the Trading Post, and one corner at the rim.
FEEDING, RED_START, POCKET, ZEPHYR, DRIFT, AROUND = (
    "feeding_ground",
    "red_start",
    "gas_pocket",
    "zephyr",
    "drift",
    "around_planet",
)
TERRAIN = (FEEDING, RED_START, POCKET, ZEPHYR, DRIFT, AROUND)
# A space of a tile is named by its ring, counted from the Trading Post, and its place in it, clockwise: 53.
MOST_RINGS = 9
WINDS = range(1, 7)
CREW = ("purser", "gas_worker", "marine", "sergeant", "harpooner", "coxswain")
SLOTS = ("gas", "cannon", "longboat")
SERVICES = ("cannon", "crew", "rum", "notoriety", "supplies")
# The effects of the cards that the rulebooks name.
EFFECTS = ("speed", "hits", "order", "grey", "drift", "cancel", "wind")
# The kinds of an achievement's condition: crew count, territories in a turn, morale and gas, hits in a won battle, or
# one piece beating another.
CHECKS = CREW_COUNT, TERRITORIES, STORES, BATTLE_TOTAL, BATTLE_WON = (
    "crew_count",
    "territories_in_turn",
    "stores",
    "battle_total",
    "battle_won",
)
PIECES = SHIP, LONGBOAT = ("ship", "longboat")
BEATEN_PIECES = (SHIP, LONGBOAT, "grey", "red", "white")
# The pieces that the component list of the classic rulebook counts.
COUNTED = ("grey", "red", "teeth", "tokens", "gas", "coffee", "crew", "cards", "dice")


class Face(msgspec.Struct, frozen=True):
    """One side of a board tile: what its spaces show."""

    # By what is shown: the spots. UNKNOWN if the tile is unknown.
    spots: Mapping[str, tuple[str, ...]] = UNKNOWN


# Compared by identity, so that a planet of such tiles is computed once.
class Tile(msgspec.Struct, frozen=True, eq=False):
    """One board tile with its two sides."""

    id: str
    sides: Mapping[str, Face]
    path: Path = ()


class Planet(msgspec.Struct, frozen=True):
    """The properties of a planet side: the number of rings, and how far its Reds move."""

    radius: int
    red_move: int


class Card(msgspec.Struct, frozen=True):
    """One sort of supply card; the deck has `copies` of it."""

    id: str
    copies: int = UNKNOWN
    # One of EFFECTS, and its amount: speed, or hits.
    effect: str = UNKNOWN
    amount: int = UNKNOWN
    path: Path = ()


class Board(msgspec.Struct, frozen=True):
    """A ship status board with the values in which boards differ: slots, orders and rest spaces."""

    colour: str
    gas: int = UNKNOWN
    cannons: int = UNKNOWN
    rowing: int = UNKNOWN
    supplies: int = UNKNOWN
    morale: int = UNKNOWN
    rest: int = UNKNOWN


class CrewMember(msgspec.Struct, frozen=True):
    """What a crew member adds, and its slot: storage, hand, dice, hits, and longboat speed."""

    id: str
    slot: str = UNKNOWN
    gas_slots: int = 0
    cannon_slots: int = 0
    hand: int = 0
    hits: int = 0
    strength_attacking: int = 0
    strength_rowing: int = 0
    processing: int = 0
    rowing: int = 0


class Achievement(msgspec.Struct, frozen=True):
    """An achievement card: its notoriety for the first player and for others, and its condition."""

    id: str
    high: int = UNKNOWN
    # The notoriety for others once the first has covered the higher number; 0: the card shows one number only.
    low: int = UNKNOWN
    # One of CHECKS, and the amount needed; UNKNOWN if the condition is not stated in a form that can be checked.
    check: str = UNKNOWN
    least: int = UNKNOWN
    # For a check of stores: whether every gas slot has to be filled.
    full: bool = False
    # For a check of battles: which piece of the player's has beaten which, and whether it fought without help.
    piece: str = ""
    against: str = ""
    unaided: bool = False
    path: Path = ()


class BattleDie(msgspec.Struct, frozen=True):
    """The faces of a battle die by the hits that they show, and how many dice there are."""

    faces: tuple[int, ...] = UNKNOWN
