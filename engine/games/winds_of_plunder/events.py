"""What can happen in Winds of Plunder: one small class each, in the order of the sheet."""

from __future__ import annotations

from typing import Annotated, ClassVar

from engine.kernel.events import Chance, Count, Event, Move, Name, Seat, Text, name_of

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


# Set-up


class DealPort(Chance, tag="port"):
    """A starting Treasure card is dealt: the seat's ship starts at that port."""

    example: ClassVar[str] = "fate: port green jamaica"

    seat: Seat
    port: Port


class LayTiles(Chance, tag="tiles"):
    """VP tiles are laid on ports, each as `port/tile`; several lines add up."""

    example: ClassVar[str] = "fate: tiles jamaica/t01 belize/t02"

    tiles: tuple[Placement, ...]


class LayBar(Chance, tag="bar"):
    """The six VP tiles of the Rotation Bar, left to right."""

    example: ClassVar[str] = "fate: bar t13 t14 t15 t16 t17 t18"

    tiles: tuple[Tile, ...]


class GiveBlackbeard(Chance, tag="blackbeard"):
    """Blackbeard's tile goes to the player who travelled furthest."""

    example: ClassVar[str] = "fate: blackbeard green"

    seat: Seat


class ShuffleDeck(Chance, tag="shuffle"):
    """A deck (treasure or action) is shuffled; the number of its cards may be stated."""

    example: ClassVar[str] = "fate: shuffle treasure 12"

    deck: Deck
    count: Count = 0


# Voting


class SetCompass(Move, tag="compass"):
    """A compass is set face down: named, unknown (`??`), or sealed by the SHA-256 of `direction:salt`."""

    example: ClassVar[str] = "green: compass N"

    direction: Direction
    seal: Name = ""


class RevealCompasses(Chance, tag="compasses"):
    """All compasses are turned up, in seat order."""

    example: ClassVar[str] = "fate: compasses N E E"

    directions: tuple[Direction, ...]


class Bid(Move, tag="bid"):
    """Wind cubes are hidden in the fist: named, unknown, or sealed by the SHA-256 of `number:salt`."""

    example: ClassVar[str] = "green: bid 4"

    cubes: Count
    seal: Name = ""


class RevealBids(Chance, tag="bids"):
    """All fists are opened, in seat order."""

    example: ClassVar[str] = "fate: bids 4 3 1"

    cubes: tuple[Count, ...]


class Unseal(Move, tag="unseal"):
    """The salt behind a sealed compass or bid is told, so that anyone can check it."""

    example: ClassVar[str] = 'green: unseal "seven grey gulls"'

    salt: Text


class AwardTile(Move, tag="award"):
    """The holder of Blackbeard's tile breaks a tie for the highest bid."""

    example: ClassVar[str] = "green: award orange"

    to: Seat


class ChooseWind(Move, tag="wind"):
    """The new holder of Blackbeard's tile breaks a tie between directions."""

    example: ClassVar[str] = "orange: wind N"

    direction: Direction


class NameFirst(Move, tag="first"):
    """The holder of Blackbeard's tile names who plunders first."""

    example: ClassVar[str] = "orange: first green"

    seat: Seat


# Plundering


class DrawCard(Move, tag="draw"):
    """An Action card is drawn, unseen by the others."""

    example: ClassVar[str] = "green: draw"


class SeeCard(Chance, tag="drawn"):
    """The face of the card just drawn (an Action card, or the port of a Treasure card), where the log tells it."""

    example: ClassVar[str] = "fate: drawn misfire_1"

    card: Face


class PlayCard(Move, tag="play"):
    """An Action card is played, on a player, on two tiles, or for a price, as the card says."""

    example: ClassVar[str] = "green: play misfire_1 target=orange"

    card: ActionCard
    target: Seat = ""
    one: Tile = ""
    other: Tile = ""
    pay: Count = -1


class AddCubes(Move, tag="cubes"):
    """Cubes move from the reserve to the Wind cubes, for 1, 2 or 3 points; how many may be stated."""

    example: ClassVar[str] = "green: cubes 2"

    points: Count
    cubes: Count = 0


class Gust(Move, tag="gust"):
    """A Gust of Wind: `turn` (with the direction it blows in) or `extra` (an area more)."""

    example: ClassVar[str] = "green: gust turn E"

    mode: GustMode
    direction: Direction = ""


class DeclareWindlock(Move, tag="windlock"):
    """The ship cannot sail with this wind."""

    example: ClassVar[str] = "green: windlock"


class Sail(Move, tag="sail"):
    """The ship sails to a port; tile, items, score and bar follow. Where from, and the tile, may be stated."""

    example: ClassVar[str] = "green: sail jamaica"

    to: Port
    start: Port = ""
    tile: Tile = ""


class DeclineTreasure(Move, tag="decline"):
    """The Treasure card that the tile shows is not drawn (one reading allows it)."""

    example: ClassVar[str] = "green: decline"


class Board(Move, tag="board"):
    """An opponent in the port is boarded, and the loot is taken: vp, crew, provision or weapon."""

    example: ClassVar[str] = "green: board orange crew"

    target: Seat
    loot: Loot = ""


class PlayTreasure(Move, tag="treasure"):
    """The Treasure card of this port is played."""

    example: ClassVar[str] = "green: treasure jamaica"

    port: Port


class Arrived(Move, tag="arrived"):
    """The arrival sequence is over: reputation is marked, the Action cards are taken up. May be left out."""

    example: ClassVar[str] = "green: arrived"


class GiveMarker(Move, tag="marker"):
    """Blackbeard gives a marker to one of those tied ahead of its holder (one reading only)."""

    example: ClassVar[str] = "green: marker crew orange"

    marker: Marker
    to: Seat


class BonusPoint(Move, tag="bonus"):
    """The Largest Crew's point at the end of the turn begins. May be left out before a fourth one-point action."""

    example: ClassVar[str] = "green: bonus"


class Done(Move, tag="done"):
    """The compass is turned over: the turn is done. May be left out: the next player's first act says so."""

    example: ClassVar[str] = "green: done"


# What costs points, what belongs to an arrival, and all that a player does in a turn of their own.
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
