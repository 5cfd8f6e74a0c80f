"""The fog: its die, pirates paid or fought, and what they leave."""

from __future__ import annotations

from typing import ClassVar

from engine.games.north_wind.events.names import BattleFace, EventFace
from engine.kernel.events import Chance, Count, Move

# The fog


class RollEvent(Chance, tag="event"):
    """The white die is rolled for a Fog tile."""

    example: ClassVar[str] = "fate: event skull2"

    face: EventFace


class PayPirate(Move, tag="pay"):
    """The pirate is paid; how much may be stated."""

    example: ClassVar[str] = "green: pay"

    gold: Count = 0


class Fight(Move, tag="fight"):
    """The player goes into battle; the pirate's strength may be stated."""

    example: ClassVar[str] = "green: fight"

    strength: Count = 0


class RollBattle(Chance, tag="shots"):
    """The black die, once for each cannon; how many hits were counted may be stated."""

    example: ClassVar[str] = "fate: shots silver blue_double"

    faces: tuple[BattleFace, ...]
    hits: Count = -1


class TakeCaptain(Move, tag="captain"):
    """The beaten pirate's captain goes into the brig. May be left out: it is done unless the log says `leave`."""

    example: ClassVar[str] = "green: captain"


class TakeGold(Move, tag="gold"):
    """The gold of a treasure, or for a pirate beaten with a full brig. May be left out, as above."""

    example: ClassVar[str] = "green: gold 1"

    gold: Count = 1


class LeaveReward(Move, tag="leave"):
    """The captain or the gold just won is left."""

    example: ClassVar[str] = "green: leave"


class ReleaseCaptain(Move, tag="release"):
    """A captain is set free (one reading allows it)."""

    example: ClassVar[str] = "green: release"
