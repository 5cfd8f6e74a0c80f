"""The pieces of a Windward box as a pack describes them: tiles, dice, supply cards, ship boards, crew and prices."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.kernel.packs.reader import Path
from engine.kernel.unknown import UNKNOWN

SIDES = LARGE, SMALL = ("large", "small")
TILES = 6
# What a tile may show on a space; each touches the Trading Post with one, and the rim with one corner.
FEEDING, RED_START, POCKET, ZEPHYR, DRIFT, AROUND = (
    "feeding_ground",
    "red_start",
    "gas_pocket",
    "zephyr",
    "drift",
    "around_planet",
)
TERRAIN = (FEEDING, RED_START, POCKET, ZEPHYR, DRIFT, AROUND)
# A space of a tile is called by its ring, counted from the Trading Post, and its place in it, clockwise: 53.
MOST_RINGS = 9
WINDS = range(1, 7)
CREW = ("purser", "gas_worker", "marine", "sergeant", "harpooner", "coxswain")
SLOTS = ("gas", "cannon", "longboat")
SERVICES = ("cannon", "crew", "rum", "notoriety", "supplies")
# What the rulebooks tell of the cards that they name.
EFFECTS = ("speed", "hits", "order", "grey", "drift", "cancel", "wind")
# How the condition of an achievement can be told: so many crew, territories in a turn, morale and gas, hits in a battle
# that is won, or who has beaten whom.
CHECKS = CREW_COUNT, TERRITORIES, STORES, BATTLE_TOTAL, BATTLE_WON = (
    "crew_count",
    "territories_in_turn",
    "stores",
    "battle_total",
    "battle_won",
)
PIECES = SHIP, LONGBOAT = ("ship", "longboat")
BEATEN_PIECES = (SHIP, LONGBOAT, "grey", "red", "white")
# What the component list of the classic rulebook counts.
COUNTED = ("grey", "red", "teeth", "tokens", "gas", "coffee", "crew", "cards", "dice")


class Face(msgspec.Struct, frozen=True):
    """One side of a board tile: how many rings it has, and what its spaces show."""

    # By what is shown: the spots. UNKNOWN while nobody has written the tile down.
    spots: Mapping[str, tuple[str, ...]] = UNKNOWN


# Compared by identity, so that a planet of such tiles is reckoned once.
class Tile(msgspec.Struct, frozen=True, eq=False):
    """One board tile with its two sides."""

    id: str
    sides: Mapping[str, Face]
    path: Path = ()


class Planet(msgspec.Struct, frozen=True):
    """What a planet side is like: how many rings it has, and how far its Reds move."""

    radius: int
    red_move: int


class Card(msgspec.Struct, frozen=True):
    """One sort of supply card; `copies` of it are in the deck."""

    id: str
    copies: int = UNKNOWN
    # One of EFFECTS, and how much of it: speed, or hits.
    effect: str = UNKNOWN
    amount: int = UNKNOWN
    path: Path = ()


class Board(msgspec.Struct, frozen=True):
    """A ship status board, as far as boards differ: slots, and what is printed on its orders and rest spaces."""

    colour: str
    gas: int = UNKNOWN
    cannons: int = UNKNOWN
    rowing: int = UNKNOWN
    supplies: int = UNKNOWN
    morale: int = UNKNOWN
    rest: int = UNKNOWN


class CrewMember(msgspec.Struct, frozen=True):
    """What a crew member adds, and in which slot: storage, hand, dice, hits, and longboat speed."""

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
    """An achievement card: the notoriety that it brings to the first and to others, and when it is met."""

    id: str
    high: int = UNKNOWN
    # What it brings to others once the first has covered the higher number; 0: it shows one number only.
    low: int = UNKNOWN
    # One of CHECKS, and how much of it is wanted; UNKNOWN while nobody has put the condition so that it can be told.
    check: str = UNKNOWN
    least: int = UNKNOWN
    # Of a check of stores: whether every gas slot has to be filled.
    full: bool = False
    # Of a check of battles: which piece of the player's has beaten which, and whether it had nothing to help it.
    piece: str = ""
    against: str = ""
    unaided: bool = False
    path: Path = ()


class BattleDie(msgspec.Struct, frozen=True):
    """The faces of a battle die by the hits that they show, and how many dice there are."""

    faces: tuple[int, ...] = UNKNOWN
