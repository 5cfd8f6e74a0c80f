"""Battles: cannons, dice, cards and tokens, and the choices of winner and loser afterwards."""

from __future__ import annotations

from typing import ClassVar

from engine.games.windward.events.names import Booty, Card, Side, Space
from engine.kernel.absence import Absence, due, evident_from, free
from engine.kernel.events import Amount, Chance, Count, Move, Seat


class SpendCannons(Move, tag="cannons"):
    """A ship spends cannons for strength, before its roll. Left out: none."""

    example: ClassVar[str] = "green: cannons 2"
    absence: ClassVar[Absence | None] = free()

    number: Amount


class RollBattle(Chance, tag="roll"):
    """One side rolls: the hits of each die. The player who rolled may be stated."""

    example: ClassVar[str] = "fate: roll attack 2 1 0"
    absence: ClassVar[Absence | None] = due("until the battle is settled")

    side: Side
    hits: tuple[Count, ...]
    seat: Seat = ""


class SpendHits(Move, tag="hits"):
    """Cards and +2 Hits tokens are added to a roll. Left out: none."""

    example: ClassVar[str] = "green: hits harpoon tokens=1"
    absence: ClassVar[Absence | None] = free()

    cards: tuple[Card, ...] = ()
    tokens: Amount = 0


class FlyFlag(Move, tag="flag"):
    """A False Flag is played before the dice: there is no battle. Left out: it is not played."""

    example: ClassVar[str] = "blue: flag"
    absence: ClassVar[Absence | None] = free()


class Pass(Move, tag="pass"):
    """No cannons, or no cards and tokens. May be left out: the next step says so."""

    example: ClassVar[str] = "blue: pass"
    aside: ClassVar[bool] = True
    absence: ClassVar[Absence | None] = evident_from("the next step of the battle, or what follows it")


class Loot(Move, tag="loot"):
    """The winner chooses half of the cargo of a ship that is lost."""

    example: ClassVar[str] = "green: loot red-tooth token token"
    absence: ClassVar[Absence | None] = due("until the next act")

    items: tuple[Booty, ...]


class PlaceRed(Move, tag="respawn"):
    """The winner puts a new Red Crester in the territory where one was beaten."""

    example: ClassVar[str] = "green: respawn c32"
    absence: ClassVar[Absence | None] = due("until the next act")

    space: Space
