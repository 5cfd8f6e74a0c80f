"""The events of Winds of Plunder: one small class each, in the order of the sheet."""

from __future__ import annotations

from typing import Annotated, ClassVar

from engine.kernel.absence import Absence, due, evident_from, free, open_
from engine.kernel.events import Amount, Chance, Count, Event, Move, Name, Positive, Seat, Text, name_of

Port = Annotated[str, name_of("port")]
Tile = Annotated[str, name_of("tile")]
Placement = Annotated[str, name_of("placement")]
Direction = Annotated[str, name_of("direction")]
ActionCard = Annotated[str, name_of("action")]
Deck = Annotated[str, name_of("deck")]
Loot = Annotated[str, name_of("loot")]
GustMode = Annotated[str, name_of("gust")]
Face = Annotated[str, name_of("face")]
Marker = Annotated[str, name_of("marker")]

# The meaning of a missing line under a single reading.
MUST_GUST = due("until the turn of a windlocked ship with three points is over")
MUST_BOARD = due("while the ship arrives, before a Treasure card is played")
MAY_KEEP = ("WP-AMB-19=optional", free("the card stays in hand"))
AT_ONCE = due("as soon as several are level ahead of the holder")


# Set-up


class DealPort(Chance, tag="port"):
    """A starting Treasure card is dealt: the seat's ship starts at that port."""

    example: ClassVar[str] = "fate: port green jamaica"
    absence: ClassVar[Absence | None] = open_("the port that the ship first sails from may tell it")

    seat: Seat
    port: Port


class LayTiles(Chance, tag="tiles"):
    """VP tiles are laid on ports, each as `port/tile`; several lines add up."""

    example: ClassVar[str] = "fate: tiles jamaica/t01 belize/t02"
    absence: ClassVar[Absence | None] = open_("a tile that is named as a ship takes it shows where it was")

    tiles: tuple[Placement, ...]


class LayBar(Chance, tag="bar"):
    """The six VP tiles of the Rotation Bar, left to right."""

    example: ClassVar[str] = "fate: bar t13 t14 t15 t16 t17 t18"
    absence: ClassVar[Absence | None] = open_("a tile that is named as a ship takes it shows where it was")

    tiles: tuple[Tile, ...]


class GiveBlackbeard(Chance, tag="blackbeard"):
    """Blackbeard's tile goes to the player who travelled furthest."""

    example: ClassVar[str] = "fate: blackbeard green"
    absence: ClassVar[Absence | None] = open_("an `award` shows who held it, a single highest bid who has it then")

    seat: Seat


class ShuffleDeck(Chance, tag="shuffle"):
    """A deck (treasure or action) is shuffled; the number of its cards may be stated."""

    example: ClassVar[str] = "fate: shuffle treasure 12"
    absence: ClassVar[Absence | None] = evident_from("the next draw, for the new deck is all that was discarded")

    deck: Deck
    count: Positive = 0


# Voting


class SetCompass(Move, tag="compass"):
    """A compass is set face down: named, unknown (`??`), or sealed by the SHA-256 of `direction:salt`."""

    example: ClassVar[str] = "green: compass N"
    absence: ClassVar[Absence | None] = evident_from("`compasses`, which name the direction of each seat")

    direction: Direction
    seal: Name = ""


class RevealCompasses(Chance, tag="compasses"):
    """All compasses are turned up, in seat order."""

    example: ClassVar[str] = "fate: compasses N E E"
    absence: ClassVar[Absence | None] = evident_from("the first bid, if each seat has a `compass` line")

    directions: tuple[Direction, ...]


class Bid(Move, tag="bid"):
    """Wind cubes are hidden in the fist: named, unknown, or sealed by the SHA-256 of `number:salt`."""

    example: ClassVar[str] = "green: bid 4"
    absence: ClassVar[Absence | None] = evident_from("`bids`, which name the cubes of each seat")

    cubes: Count
    seal: Name = ""


class RevealBids(Chance, tag="bids"):
    """All fists are opened, in seat order."""

    example: ClassVar[str] = "fate: bids 4 3 1"
    absence: ClassVar[Absence | None] = evident_from("the next line of the round, if each seat has a `bid` line")

    cubes: tuple[Count, ...]


class Unseal(Move, tag="unseal"):
    """A player publishes the salt of a sealed compass or bid, so that anyone can check it."""

    example: ClassVar[str] = 'green: unseal "seven grey gulls"'
    absence: ClassVar[Absence | None] = open_("the seal stays unchecked, and what was turned up is believed")

    salt: Text


class AwardTile(Move, tag="award"):
    """The holder of Blackbeard's tile breaks a tie for the highest bid."""

    example: ClassVar[str] = "green: award orange"
    absence: ClassVar[Absence | None] = evident_from(
        "`wind` or `first` by one of those tied; by neither: due before anybody plunders"
    )

    to: Seat


class ChooseWind(Move, tag="wind"):
    """The new holder of Blackbeard's tile breaks a tie between directions."""

    example: ClassVar[str] = "orange: wind N"
    absence: ClassVar[Absence | None] = due(
        "where directions are level, until somebody plunders, or a claim states the wind"
    )

    direction: Direction


class NameFirst(Move, tag="first"):
    """The holder of Blackbeard's tile names the player who plunders first."""

    example: ClassVar[str] = "orange: first green"
    absence: ClassVar[Absence | None] = evident_from("the first act of plundering: whoever plunders first was named")

    seat: Seat


# Plundering


class DrawCard(Move, tag="draw"):
    """An Action card is drawn, unseen by the others."""

    example: ClassVar[str] = "green: draw"
    absence: ClassVar[Absence | None] = free("it was not done, unless `drawn` shows an Action card")


class SeeCard(Chance, tag="drawn"):
    """The face of the card just drawn (an Action card, or the port of a Treasure card), if the log names it."""

    example: ClassVar[str] = "fate: drawn misfire_1"
    absence: ClassVar[Absence | None] = open_("the play of that card shows it")

    card: Face


class PlayCard(Move, tag="play"):
    """An Action card is played, on a player, on two tiles, or for a price, as the card says."""

    example: ClassVar[str] = "green: play misfire_1 target=orange"
    absence: ClassVar[Absence | None] = free()

    card: ActionCard
    target: Seat = ""
    one: Tile = ""
    other: Tile = ""
    pay: Amount = -1


class AddCubes(Move, tag="cubes"):
    """Cubes move from the reserve to the Wind cubes, for 1, 2 or 3 points. Their number may be stated."""

    example: ClassVar[str] = "green: cubes 2"
    absence: ClassVar[Absence | None] = free()

    points: Amount
    cubes: Amount = 0


class Gust(Move, tag="gust"):
    """A Gust of Wind: `turn` (with the direction it blows in) or `extra` (one area further)."""

    example: ClassVar[str] = "green: gust turn E"
    absence: ClassVar[Absence | None] = free().under("WP-AMB-05=must-if-affordable", MUST_GUST)

    mode: GustMode
    direction: Direction = ""


class DeclareWindlock(Move, tag="windlock"):
    """The ship cannot sail with this wind."""

    example: ClassVar[str] = "green: windlock"
    absence: ClassVar[Absence | None] = evident_from("the end of a turn in which the ship has not sailed")
    once: ClassVar[bool] = True


class Sail(Move, tag="sail"):
    """The ship sails to a port; tile, items, score and bar follow. The line may state where it began, and the tile."""

    example: ClassVar[str] = "green: sail jamaica"
    absence: ClassVar[Absence | None] = due("until the turn is over, unless the ship is windlocked")

    to: Port
    start: Port = ""
    tile: Tile = ""


class DeclineTreasure(Move, tag="decline"):
    """The Treasure card that the tile shows is not drawn (one reading allows it)."""

    example: ClassVar[str] = "green: decline"
    absence: ClassVar[Absence | None] = free("the card was drawn")


class Board(Move, tag="board"):
    """An opponent in the port is boarded, and the loot is taken: vp, crew, provision or weapon."""

    example: ClassVar[str] = "green: board orange crew"
    absence: ClassVar[Absence | None] = free().under("WP-AMB-18=compulsory-if-possible", MUST_BOARD)

    target: Seat
    loot: Loot = ""


class PlayTreasure(Move, tag="treasure"):
    """The Treasure card of this port is played."""

    example: ClassVar[str] = "green: treasure jamaica"
    absence: ClassVar[Absence | None] = due("while the ship arrives, of a card known to be in hand").under(*MAY_KEEP)

    port: Port


class Arrived(Move, tag="arrived"):
    """The arrival sequence is over: reputation is marked, and the Action cards return to hand. May be left out."""

    example: ClassVar[str] = "green: arrived"
    absence: ClassVar[Absence | None] = evident_from(
        "the next act or vote after the arrival, or a claim that holds only then"
    )
    once: ClassVar[bool] = True


class GiveMarker(Move, tag="marker"):
    """Blackbeard gives a marker to one of those tied ahead of its holder (one reading only)."""

    example: ClassVar[str] = "green: marker crew orange"
    absence: ClassVar[Absence | None] = free("there was none to give").under("WP-AMB-24=blackbeard-decides", AT_ONCE)

    marker: Marker
    to: Seat


class BonusPoint(Move, tag="bonus"):
    """The Largest Crew's point at the end of the turn begins. May be left out before a fourth one-point action."""

    example: ClassVar[str] = "green: bonus"
    absence: ClassVar[Absence | None] = evident_from("a fourth action of one point").under(
        "WP-AMB-09=pooled-fourth-point", free("nothing changes")
    )


class Done(Move, tag="done"):
    """The compass is turned over: the turn is done. May be left out: the next player's first act says so."""

    example: ClassVar[str] = "green: done"
    absence: ClassVar[Absence | None] = evident_from("the next turn, the next vote, or a claim of the result")


PAID: tuple[type[Move], ...] = (DrawCard, PlayCard, AddCubes, Gust)
ON_ARRIVAL: tuple[type[Move], ...] = (DeclineTreasure, Board, PlayTreasure, Arrived)
TURN: tuple[type[Move], ...] = (*PAID, DeclareWindlock, Sail, *ON_ARRIVAL, BonusPoint, Done)
# fmt: off
EVENTS: tuple[type[Event], ...] = (
    DealPort, LayTiles, LayBar, GiveBlackbeard, ShuffleDeck,
    SetCompass, RevealCompasses, Bid, RevealBids, Unseal, AwardTile, ChooseWind, NameFirst,
    DrawCard, SeeCard, PlayCard, AddCubes, Gust, DeclareWindlock, Sail,
    DeclineTreasure, Board, PlayTreasure, Arrived, GiveMarker, BonusPoint, Done,
)
# fmt: on
