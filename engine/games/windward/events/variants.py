"""Events of variants and modes only: achievements, the Great White Crester, and acts of allies."""

from __future__ import annotations

from typing import ClassVar

from engine.games.windward.events.names import Achievement, Difficulty, Goods, Place, Space
from engine.kernel.absence import Absence, due, free, open_
from engine.kernel.events import Amount, Chance, Count, Move, Seat


class RevealAchievements(Chance, tag="achievements"):
    """The achievement cards that are face up by the Trading Post, in the variant of that name."""

    example: ClassVar[str] = "fate: achievements broadside brimming"
    absence: ClassVar[Absence | None] = free("none lie there").under(
        "achievements", open_("which cards lie there, until one is scored")
    )

    cards: tuple[Achievement, ...]


class Achieve(Move, tag="achieve"):
    """A player scores an achievement, in any player's turn; its notoriety may be stated."""

    example: ClassVar[str] = "green: achieve broadside"
    absence: ClassVar[Absence | None] = free().under(
        "WW-AMB-109=mandatory", due("until the next act, where its condition is met")
    )

    card: Achievement
    value: Count = -1


class RollWhite(Chance, tag="wake"):
    """The wind die is rolled for where the Great White Crester wakes. Its space may be stated. Each roll is written."""

    example: ClassVar[str] = "fate: wake 2"
    absence: ClassVar[Absence | None] = (
        free("nothing wakes it")
        .under("great-white", due("until the next act"))
        .under("co-op", due("until the first act of the game"))
    )

    value: Count
    space: Space = ""
    seat: Seat = ""


class MoveWhite(Move, tag="white"):
    """The Great White Crester moves towards the ship that rests; its way may be stated."""

    example: ClassVar[str] = "green: white d51"
    absence: ClassVar[Absence | None] = (
        free("it is not in play")
        .under("great-white", due("until the next player acts, where it has to come"))
        .under("co-op", due("until the next player acts, wherever a way leads it nearer"))
    )

    to: Place
    path: tuple[Space, ...] = ()


class PlaceWhite(Move, tag="awaken"):
    """The Great White Crester is put onto a corner of the planet that a player chooses."""

    example: ClassVar[str] = "green: awaken a61"
    absence: ClassVar[Absence | None] = (
        free("nobody puts it there")
        .under("WW-AMB-102=returns", due("until the next act, where it was beaten"))
        .under("co-op", due("until the next act, where it was beaten and has lives left"))
    )

    space: Space


class SetDifficulty(Chance, tag="difficulty"):
    """The difficulty of a cooperative game; how many spaces the White moves by it may be stated."""

    example: ClassVar[str] = "fate: difficulty hard"
    absence: ClassVar[Absence | None] = free("nobody chooses it").under(
        "co-op", open_("how far the Great White Crester moves")
    )
    once: ClassVar[bool] = True

    level: Difficulty
    spaces: Count = -1


class Give(Move, tag="give"):
    """A player gives supply cards to another while both ships are in port, in any turn. Others may come back."""

    example: ClassVar[str] = "green: give blue fuel back=bait"
    aside: ClassVar[bool] = True
    absence: ClassVar[Absence | None] = free()

    to: Seat
    cards: tuple[Goods, ...] = ()
    back: tuple[Goods, ...] = ()


class TradeTeeth(Move, tag="teeth"):
    """Teeth in the hold are traded for gas in port, where they bring no notoriety."""

    example: ClassVar[str] = "green: teeth red=1"
    absence: ClassVar[Absence | None] = free()

    red: Amount = 0
    grey: Amount = 0
