"""What happens in variants only: achievements that are laid out and scored, and the Great White Crester."""

from __future__ import annotations

from typing import ClassVar

from engine.games.windward.events.names import Achievement, Space
from engine.kernel.absence import Absence, due, free, open_
from engine.kernel.events import Chance, Count, Move, Seat


class RevealAchievements(Chance, tag="achievements"):
    """The achievement cards that lie face up by the Trading Post, by the variant of that name."""

    example: ClassVar[str] = "fate: achievements broadside brimming"
    absence: ClassVar[Absence | None] = free("none lie there").under(
        "achievements", open_("which cards lie there, until one is scored")
    )

    cards: tuple[Achievement, ...]


class Achieve(Move, tag="achieve"):
    """A player scores an achievement, in whoever's turn; how much notoriety it brings may be stated."""

    example: ClassVar[str] = "green: achieve broadside"
    absence: ClassVar[Absence | None] = free().under(
        "WW-AMB-109=mandatory", due("until the next act, where its condition is met")
    )

    card: Achievement
    value: Count = -1


class RollWhite(Chance, tag="wake"):
    """The wind die is rolled for where the Great White Crester wakes; its space may be stated. Each roll is written."""

    example: ClassVar[str] = "fate: wake 2"
    absence: ClassVar[Absence | None] = free("nothing wakes it").under("great-white", due("until the next act"))

    value: Count
    space: Space = ""
    seat: Seat = ""


class MoveWhite(Move, tag="white"):
    """The Great White Crester moves towards the ship that rests; its way may be stated."""

    example: ClassVar[str] = "green: white d51"
    absence: ClassVar[Absence | None] = free("it is not in play").under(
        "great-white", due("until the next player acts, where it has to come")
    )

    to: Space
    path: tuple[Space, ...] = ()


class PlaceWhite(Move, tag="awaken"):
    """The Great White Crester is put onto a corner of the planet that a player chooses."""

    example: ClassVar[str] = "green: awaken a61"
    absence: ClassVar[Absence | None] = free("nobody puts it there").under(
        "WW-AMB-102=returns", due("until the next act, where it was beaten")
    )

    space: Space
