"""Set-up and later outcomes of chance: tiles, the start, cards and their stacks, the wind, new Greys."""

from __future__ import annotations

from typing import ClassVar

from engine.games.windward.events.names import Card, PlanetSide, Space, Tile
from engine.kernel.absence import Absence, due, evident_from, open_
from engine.kernel.events import Amount, Chance, Count, Positive, Seat


class BuildPlanet(Chance, tag="planet"):
    """The six tiles are laid round the Trading Post, that of territory 1 first, clockwise. Their side may be stated."""

    example: ClassVar[str] = "fate: planet a b c d e f"
    absence: ClassVar[Absence | None] = due("before the first turn begins")

    tiles: tuple[Tile, ...]
    side: PlanetSide = ""


class RollStart(Chance, tag="start"):
    """A player rolls the wind die for the first turn. May be left out: `first` names the player."""

    example: ClassVar[str] = "fate: start 5 seat=green"
    absence: ClassVar[Absence | None] = evident_from("who is named to start, or acts first")

    value: Count
    seat: Seat


class NameFirst(Chance, tag="first"):
    """The player who starts. May be left out if the rolls determine it, or the first act."""

    example: ClassVar[str] = "fate: first green"
    absence: ClassVar[Absence | None] = evident_from("the first act of a turn")

    seat: Seat


class Deal(Chance, tag="deal"):
    """A starting hand is dealt face down. If left out, the hand is unknown."""

    example: ClassVar[str] = "fate: deal green fuel ??"
    absence: ClassVar[Absence | None] = open_("the hand, until its cards are played")
    once: ClassVar[bool] = True

    seat: Seat
    cards: tuple[Card, ...]


class LayStacks(Chance, tag="stacks"):
    """The rest of the deck is laid out in three stacks; the tops are listed. If left out, they are unknown."""

    example: ClassVar[str] = "fate: stacks fuel bait coffee sizes=22,22,21"
    absence: ClassVar[Absence | None] = open_("what lies in the stacks, until a card is taken from them")
    once: ClassVar[bool] = True

    tops: tuple[Card, ...]
    sizes: tuple[Amount, ...] = ()


class Top(Chance, tag="top"):
    """The card now on top of a stack. If left out, it is unknown."""

    example: ClassVar[str] = "fate: top 2 harpoon"
    absence: ClassVar[Absence | None] = open_("the top of that stack, until a card is taken from it")

    stack: Positive
    card: Card


class ResetStacks(Chance, tag="reset"):
    """A stack has run out: stacks and discards are shuffled and laid out anew. May be left out."""

    example: ClassVar[str] = "fate: reset fuel bait bait"
    absence: ClassVar[Absence | None] = evident_from("the card taken last of a stack, by its number of cards")

    tops: tuple[Card, ...] = ()
    sizes: tuple[Amount, ...] = ()


class RollWind(Chance, tag="wind"):
    """The wind die is rolled, and the flag turned; the roller may be stated. Each roll is written, rerolls too."""

    example: ClassVar[str] = "fate: wind 3"
    absence: ClassVar[Absence | None] = due("until the first act of the turn, or of the game")

    value: Count
    seat: Seat = ""


class RollGrey(Chance, tag="grey"):
    """The wind die is rolled for a Grey Crester; its space may be stated. Each roll is written, rerolls too."""

    example: ClassVar[str] = "fate: grey 4"
    absence: ClassVar[Absence | None] = due("until the next act")

    value: Count
    space: Space = ""
    seat: Seat = ""
