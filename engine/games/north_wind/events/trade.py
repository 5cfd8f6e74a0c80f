"""Actions: trade at harbors and merchants, by letter too, wrecks, and tasks."""

from __future__ import annotations

from typing import ClassVar

from engine.games.north_wind.events.names import Area, Commodity, First, Goods, Harbor, Item, Role, Slot
from engine.kernel.absence import Absence, due, free
from engine.kernel.events import Amount, Move, Positive, Seat

# Trade actions; opponents who have returned a letter perform them too


class Buy(Move, tag="buy"):
    """Commodities are bought; the price of each, the tile, the seller and the place aboard may be stated."""

    example: ClassVar[str] = "green: buy salt salt"
    absence: ClassVar[Absence | None] = free("nothing was bought; an opponent who has returned a letter owes a use")

    goods: tuple[Commodity, ...]
    prices: tuple[Amount, ...] = ()
    index: Positive = 0
    partner: Seat = ""
    into: Area = ""


class Sell(Move, tag="sell"):
    """Commodities are sold; the price of each, the tile, the buyer and the Bookkeeper's gold may be stated."""

    example: ClassVar[str] = "green: sell salt salt"
    absence: ClassVar[Absence | None] = free("nothing was sold; an opponent who has returned a letter owes a use")

    goods: tuple[Commodity, ...]
    prices: tuple[Amount, ...] = ()
    index: Positive = 0
    partner: Seat = ""
    bookkeeper: Amount = 0


class Exchange(Move, tag="exchange"):
    """With a Boatswain, one commodity is sold to a merchant and one bought; which came first may be stated."""

    example: ClassVar[str] = "green: exchange lumber wine"
    absence: ClassVar[Absence | None] = free("nothing was exchanged; an opponent who has returned a letter owes a use")

    sold: Commodity
    bought: Commodity
    prices: tuple[Amount, ...] = ()
    first: First = ""
    index: Positive = 0
    bookkeeper: Amount = 0


class Equip(Move, tag="equip"):
    """A sail level, a cannon or a crew member (with its role) is bought. The price may be stated."""

    example: ClassVar[str] = "green: equip crew boatswain"
    absence: ClassVar[Absence | None] = free(
        "nothing was bought for the ship; an opponent who has returned a letter owes a use"
    )

    item: Item
    role: Role = ""
    slot: Slot = ""
    price: Positive = 0
    index: Positive = 0


class ThrowOverboard(Move, tag="overboard"):
    """Commodities return to the supply to make room. Gold received, or the player who got them, may be stated."""

    example: ClassVar[str] = "green: overboard fish"
    absence: ClassVar[Absence | None] = free("nothing went overboard; due before a purchase that finds no room")

    goods: tuple[Commodity, ...]
    gold: Amount = 0
    to: Seat = ""


class SpendLetter(Move, tag="letter"):
    """An opponent returns a commercial letter, and may use the tile that the player who sails has used."""

    example: ClassVar[str] = "orange: letter"
    absence: ClassVar[Absence | None] = due(
        "before an opponent trades; an opponent who does not trade keeps the letter"
    )

    index: Positive = 0


# Other actions


class ExamineWreck(Move, tag="wreck"):
    """A shipwreck is examined; the gold it brings may be stated."""

    example: ClassVar[str] = "green: wreck"
    absence: ClassVar[Absence | None] = free("the wreck was not examined")

    gold: Amount = 0
    index: Positive = 0


class CompleteTask(Move, tag="task"):
    """The current task of a harbor is done. The payment, the field and the owner of the token may be stated."""

    example: ClassVar[str] = "green: task olsand salt fish"
    absence: ClassVar[Absence | None] = free("no task was carried out")

    harbor: Harbor
    paid: tuple[Goods, ...] = ()
    field: Positive = 0
    token: Seat = ""
    index: Positive = 0
