"""A turn: moves of ship and longboats, orders, purchases, cards, picking up and dropping, and the rest that ends it."""

from __future__ import annotations

from typing import ClassVar

from engine.games.windward.events.names import (
    Boat,
    Card,
    CrewName,
    Item,
    Ordered,
    OrderName,
    Payment,
    Place,
    Service,
    Space,
    Tow,
    Way,
    Yes,
)
from engine.kernel.absence import Absence, due, evident_from, free
from engine.kernel.events import Amount, Count, Move

# Moving


class Sail(Move, tag="sail"):
    """The ship goes one space, jumps from zephyr to zephyr, goes around the planet, or in or out of port.

    Way and speed may be stated; otherwise they are computed, the cheapest way first.
    """

    example: ClassVar[str] = "green: sail c53"
    absence: ClassVar[Absence | None] = free()

    to: Place
    way: Way = ""
    speed: Count = -1


class Run(Move, tag="run"):
    """The ship runs straight before the wind, any number of spaces."""

    example: ClassVar[str] = "green: run c61"
    absence: ClassVar[Absence | None] = free()

    to: Space


class Row(Move, tag="row"):
    """A longboat moves one space, with what it tows. The tow may be stated (`tow=grey`, `tow=none`)."""

    example: ClassVar[str] = "green: row 1 b32"
    absence: ClassVar[Absence | None] = free()

    boat: Boat
    to: Place
    tow: Tow = ""


# Orders, purchases, cards


class GiveOrder(Move, tag="order"):
    """A mate, or a Coffee, gives an order. The boat launched, or the crew member hired, follows it."""

    example: ClassVar[str] = "green: order crew marine"
    absence: ClassVar[Absence | None] = free()

    order: OrderName
    what: Ordered = ""
    # If left out: by a mate as long as there is one, else by Coffee.
    coffee: Yes = ""


class TakeCard(Move, tag="take"):
    """The top card of a stack is taken, by an order or a purchase."""

    example: ClassVar[str] = "green: take 2 fuel"
    absence: ClassVar[Absence | None] = free()

    stack: Count
    card: Card


class Buy(Move, tag="buy"):
    """A service of the Trading Post is bought with gas."""

    example: ClassVar[str] = "green: buy notoriety"
    absence: ClassVar[Absence | None] = free()

    service: Service
    crew: CrewName = ""


class PlayCard(Move, tag="card"):
    """A supply card is played outside battle; the space of its Grey, or its wind, follows it."""

    example: ClassVar[str] = "green: card bait space=c21"
    absence: ClassVar[Absence | None] = free()

    card: Card
    space: Space = ""
    wind: Amount = 0


# Picking up and dropping


class PickUp(Move, tag="pick"):
    """Things on the ship's space come aboard; without a number all that are there, gas as far as there is room."""

    example: ClassVar[str] = "green: pick gas 2"
    absence: ClassVar[Absence | None] = free()

    item: Item
    number: Amount = 0


class LiftBoat(Move, tag="lift"):
    """A longboat on the ship's space comes back aboard."""

    example: ClassVar[str] = "green: lift 1"
    absence: ClassVar[Absence | None] = free()

    boat: Boat


class DropCargo(Move, tag="drop"):
    """Cargo is put onto the ship's space."""

    example: ClassVar[str] = "green: drop red-tooth"
    absence: ClassVar[Absence | None] = free()

    item: Item
    number: Amount = 1


# The end of the turn


class Rest(Move, tag="rest"):
    """The turn is over. At sky it costs a supply card or morale.

    May be left out in port. If left out at sky, the payment is unknown.
    """

    example: ClassVar[str] = "green: rest morale"
    absence: ClassVar[Absence | None] = evident_from(
        "the next player's act, the wind of a new round, or a Red that comes; at sky it is open what it cost"
    )

    pay: Payment = ""


class MoveRed(Move, tag="red"):
    """A Red Crester moves towards the ship that rests; its way may be stated."""

    example: ClassVar[str] = "green: red b54 b22"
    absence: ClassVar[Absence | None] = due("until the next player acts, where a Red has to come")

    start: Space
    to: Space
    path: tuple[Space, ...] = ()


class EndTurn(Move, tag="end"):
    """Everything that follows a rest has happened. May be left out: the next turn says so."""

    example: ClassVar[str] = "green: end"
    absence: ClassVar[Absence | None] = evident_from("the next player's act, or the wind of a new round")
