"""A vocabulary made for tests, and a log in it."""

from __future__ import annotations

from typing import Annotated, ClassVar

from engine.kernel.events import (
    COMMON,
    Chance,
    Count,
    Move,
    Name,
    Seat,
    Text,
    name_of,
)
from engine.kernel.vocabulary import Vocabulary

Boat = Annotated[str, name_of("boat")]


Card = Annotated[str, name_of("card")]


class Shift(Move, tag="shift"):
    """A boat is moved; the onlookers and the ending may be stated."""

    example: ClassVar[str] = "green: shift aft 4"

    boat: Boat
    points: Count
    onto: Seat = ""
    quiet: bool = False
    over: tuple[Count, ...] = (1,)


class Turn(Chance, tag="turn"):
    """Cards are revealed."""

    cards: tuple[Card, ...]
    pile: Name = ""
    marks: tuple[Name, ...] = ()


class Wait(Move, tag="wait"):
    """Nothing is done, perhaps with some cards."""

    cards: tuple[Card, ...] = ()


class Wind(Chance, tag="wind-turns"):
    """The wind turns, once or several times, for a reason."""

    turns: tuple[Count, ...]
    reason: Text


TOYS = Vocabulary((Shift, Turn, Wait, Wind, *COMMON))


TEXT = """\
game: harbour
layers: advanced, "very long"
pack: harbour-1
players: green=Ada Lake/sailor, orange="Ben, the \\"Elder\\"", red
rulings: HB-1=open, HB-2=closed
event: Harbour Open, round 2
position: green.aft="7 x=1", wind=3
---
green: shift aft 4
green: shift aft ?? onto=orange over=2,3
fate: turn sailor-5 "crew 3" ?? marks=a,"b,c"
41. orange: wait
red: wait sailor-5
fate: wind-turns "it says" turns=1,2
claim: green.aft 7 inside
claim: gas -3
claim: gas "3"
claim: winner ??
record: amend 3 "green: shift aft 3" who=Judge
record: note "tea # break"
"""
