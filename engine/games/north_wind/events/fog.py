"""The fog: its die, pirates paid or fought, and their prizes."""

from __future__ import annotations

from typing import ClassVar

from engine.games.north_wind.events.names import BattleFace, EventFace
from engine.kernel.absence import Absence, due, evident_from, free
from engine.kernel.events import Amount, Chance, Move, Positive

# The fog


class RollEvent(Chance, tag="event"):
    """The white die is rolled for a Fog tile."""

    example: ClassVar[str] = "fate: event skull2"
    absence: ClassVar[Absence | None] = due(
        "after a Fog tile, before the next line; open where a payment, a battle, what was won, or a defeat answers it"
    )

    face: EventFace


class PayPirate(Move, tag="pay"):
    """The pirate is paid; the amount may be stated."""

    example: ClassVar[str] = "green: pay"
    absence: ClassVar[Absence | None] = due(
        "after skulls, before the next line of the voyage, unless the pirate is fought or has won at once"
    )

    gold: Positive = 0


class Fight(Move, tag="fight"):
    """The player goes into battle; the pirate's strength may be stated."""

    example: ClassVar[str] = "green: fight"
    absence: ClassVar[Absence | None] = evident_from("the shots, by what was won, or by a defeat with gold in hand")

    strength: Positive = 0


class RollBattle(Chance, tag="shots"):
    """The black die, once for each cannon; the counted hits may be stated."""

    example: ClassVar[str] = "fate: shots silver blue_double"
    absence: ClassVar[Absence | None] = due("once a battle has begun; open where the next line tells how it came out")

    faces: tuple[BattleFace, ...]
    hits: Amount = -1


class TakeCaptain(Move, tag="captain"):
    """The beaten pirate's captain goes into the brig. May be left out: it is done unless the log says `leave`."""

    example: ClassVar[str] = "green: captain"
    absence: ClassVar[Absence | None] = evident_from("the battle's outcome: taken, unless `leave` says otherwise")


class TakeGold(Move, tag="gold"):
    """The gold of a treasure, or for a pirate beaten with a full brig. May be left out, as above."""

    example: ClassVar[str] = "green: gold 1"
    absence: ClassVar[Absence | None] = evident_from("the die or the battle: taken, unless `leave` says otherwise")

    gold: Amount = 1


class LeaveReward(Move, tag="leave"):
    """The captain or the gold just won is left."""

    example: ClassVar[str] = "green: leave"
    absence: ClassVar[Absence | None] = free("what was won was taken")


class ReleaseCaptain(Move, tag="release"):
    """A captain is set free (one reading allows it)."""

    example: ClassVar[str] = "green: release"
    absence: ClassVar[Absence | None] = free("no captain was set free")
