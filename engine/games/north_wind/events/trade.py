"""Actions: trade at harbors and merchants, by letter too, wrecks, and tasks."""

from __future__ import annotations

from typing import ClassVar

from engine.games.north_wind.events.names import Area, Commodity, First, Goods, Harbor, Item, Role, Slot
from engine.kernel.events import Count, Move, Seat

# Trade actions; opponents who have returned a letter perform them too


class Buy(Move, tag="buy"):
    """Commodities are bought; the price of each, the tile, the seller and the place aboard may be stated."""

    example: ClassVar[str] = "green: buy salt salt"

    goods: tuple[Commodity, ...]
    prices: tuple[Count, ...] = ()
    index: Count = 0
    partner: Seat = ""
    into: Area = ""


class Sell(Move, tag="sell"):
    """Commodities are sold; the price of each, the tile, the buyer and the Bookkeeper's gold may be stated."""

    example: ClassVar[str] = "green: sell salt salt"

    goods: tuple[Commodity, ...]
    prices: tuple[Count, ...] = ()
    index: Count = 0
    partner: Seat = ""
    bookkeeper: Count = 0


class Exchange(Move, tag="exchange"):
    """With a Boatswain, one commodity is sold to a merchant and one bought; which came first may be stated."""

    example: ClassVar[str] = "green: exchange lumber wine"

    sold: Commodity
    bought: Commodity
    prices: tuple[Count, ...] = ()
    first: First = ""
    index: Count = 0
    bookkeeper: Count = 0


class Equip(Move, tag="equip"):
    """A sail level, a cannon or a crew member is bought; a crew member has a role. The price may be stated."""

    example: ClassVar[str] = "green: equip crew boatswain"

    item: Item
    role: Role = ""
    slot: Slot = ""
    price: Count = 0
    index: Count = 0


class ThrowOverboard(Move, tag="overboard"):
    """Commodities go back to the supply to make room; gold received, or who got them, may be stated."""

    example: ClassVar[str] = "green: overboard fish"

    goods: tuple[Commodity, ...]
    gold: Count = 0
    to: Seat = ""


class SpendLetter(Move, tag="letter"):
    """An opponent returns a commercial letter, and may use the tile that the player who sails has used."""

    example: ClassVar[str] = "orange: letter"

    index: Count = 0


# Other actions


class ExamineWreck(Move, tag="wreck"):
    """A shipwreck is examined; the gold it brings may be stated."""

    example: ClassVar[str] = "green: wreck"

    gold: Count = 0
    index: Count = 0


class CompleteTask(Move, tag="task"):
    """The current task of a harbor is done; what was paid, the field and whose token it got may be stated."""

    example: ClassVar[str] = "green: task olsand salt fish"

    harbor: Harbor
    paid: tuple[Goods, ...] = ()
    field: Count = 0
    token: Seat = ""
    index: Count = 0
