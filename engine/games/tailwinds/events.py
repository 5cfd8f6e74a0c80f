"""The events of Tailwinds: one small class each, in rulebook order."""

from __future__ import annotations

from typing import Annotated, ClassVar

from engine.games.tailwinds import absence as tailwinds_absence
from engine.kernel.events import Amount, Chance, Count, Event, Move, Name, Positive, Seat, Text, name_of

Boat = Annotated[str, name_of("boat")]
Card = Annotated[str, name_of("card")]
Lane = Annotated[str, name_of("lane")]
Rainbow = Annotated[str, name_of("rainbow")]
TrackFace = Annotated[str, name_of("track")]
Landing = Annotated[str, name_of("landing")]
Purpose = Annotated[str, name_of("purpose")]
Reply = Annotated[str, name_of("reply")]


class LayTrack(Chance, tag="track"):
    """The track cards as laid, start to finish; `T3/advanced` shows its advanced face."""

    example: ClassVar[str] = "fate: track T1 T2 T3/advanced T4 T5 T6"
    absence = tailwinds_absence.TRACK
    once: ClassVar[bool] = True

    cards: tuple[TrackFace, ...]


class RollDie(Chance, tag="roll"):
    """The die, and what it was rolled for: start (then with the seat that rolled), dice, parlay or rum."""

    example: ClassVar[str] = "fate: roll start 5 seat=green"
    absence = tailwinds_absence.ROLL

    purpose: Purpose
    value: Amount
    seat: Seat = ""


class PlaceBoat(Move, tag="place"):
    """A boat is put on a starting space; the lane is the innermost free one unless it is named."""

    example: ClassVar[str] = "green: place 3"
    absence = tailwinds_absence.PLACE

    space: Amount
    lane: Lane = ""


class ShuffleRainbow(Chance, tag="shuffle"):
    """The Rainbow cards, or later their discards, are shuffled into a pile."""

    example: ClassVar[str] = "fate: shuffle"
    absence = tailwinds_absence.SHUFFLE


class RevealMarket(Chance, tag="market"):
    """The first Rainbow cards turned up."""

    example: ClassVar[str] = "fate: market anchor rum telescope"
    absence = tailwinds_absence.MARKET

    cards: tuple[Rainbow, ...]


class Commit(Move, tag="commit"):
    """A card is chosen face down: named, unknown (`??`), or sealed by the SHA-256 of `card:salt`."""

    example: ClassVar[str] = "green: commit sailor-5"
    absence = tailwinds_absence.COMMIT

    card: Card
    seal: Name = ""


class Reveal(Chance, tag="reveal"):
    """The chosen cards are turned up, in seat order."""

    example: ClassVar[str] = "fate: reveal sailor-5 crew-3"
    absence = tailwinds_absence.REVEAL
    once: ClassVar[bool] = True

    cards: tuple[Card, ...]


class Unseal(Move, tag="unseal"):
    """A player publishes the salt of a sealed choice, so that anyone can check it."""

    example: ClassVar[str] = 'green: unseal "seven grey gulls"'
    absence = tailwinds_absence.UNSEAL

    salt: Text


class MoveBoat(Move, tag="move"):
    """Points are spent on a boat. Its start and its final place may be stated; else they are computed."""

    example: ClassVar[str] = "green: move aft 4"
    absence = tailwinds_absence.MOVE

    boat: Boat
    points: Count
    space: Positive = 0
    lane: Lane = ""
    start: Positive = 0


class Done(Move, tag="done"):
    """The turn is over. May be left out: the next player's first act says so."""

    example: ClassVar[str] = "green: done"
    absence = tailwinds_absence.DONE


class YieldTurn(Move, tag="yield"):
    """A player lets another go first."""

    example: ClassVar[str] = "green: yield orange"
    absence = tailwinds_absence.YIELD

    to: Seat


class PlayRainbow(Move, tag="play"):
    """A Rainbow card is played for its effect, on a boat, on two boats, or to pick a card, as the card says."""

    example: ClassVar[str] = "green: play anchor boat=orange.aft"
    absence = tailwinds_absence.PLAY

    card: Rainbow
    boat: Boat = ""
    other: Boat = ""
    pick: Rainbow = ""


class SpendRainbow(Move, tag="spend"):
    """A Rainbow card is played for its movement points."""

    example: ClassVar[str] = "green: spend anchor"
    absence = tailwinds_absence.SPEND

    card: Rainbow
    points: Amount = 0


class TakeRainbow(Move, tag="take"):
    """At the end of a turn that brought a boat onto a rainbow space, a market card is taken."""

    example: ClassVar[str] = "green: take anchor"
    absence = tailwinds_absence.TAKE

    card: Rainbow
    boat: Boat = ""


class Refill(Chance, tag="refill"):
    """The gap in the market is filled from the pile; the slot (1 to 3) may be stated."""

    example: ClassVar[str] = "fate: refill rum"
    absence = tailwinds_absence.REFILL

    card: Rainbow
    slot: Positive = 0


class FireCannons(Move, tag="cannons"):
    """Cannons, tested for one own boat. The places of boats that were hit may be stated: green.aft@6/middle."""

    example: ClassVar[str] = "black: cannons fore"
    absence = tailwinds_absence.CANNONS

    boat: Boat
    landings: tuple[Landing, ...] = ()


class RaiseJollyRoger(Move, tag="jolly-roger"):
    """Jolly Roger: for each own boat an adjacent opponent's boat may be named."""

    example: ClassVar[str] = "black: jolly-roger aft=orange.fore"
    absence = tailwinds_absence.JOLLY_ROGER

    aft: Boat = ""
    fore: Boat = ""


class CopyValue(Move, tag="copy"):
    """A copy card takes the number of a card that another player shows."""

    example: ClassVar[str] = "black: copy sailor-5"
    absence = tailwinds_absence.COPY

    card: Card


class Shackle(Move, tag="shackle"):
    """Shackle: everybody still to act takes the card back and chooses another."""

    example: ClassVar[str] = "white: shackle"
    absence = tailwinds_absence.SHACKLE


class Replace(Move, tag="replace"):
    """The card chosen instead, because of Shackle."""

    example: ClassVar[str] = "green: replace sailor-4"
    absence = tailwinds_absence.REPLACE

    card: Card
    seal: Name = ""


class Chase(Move, tag="chase"):
    """Second step of Pursuit: the boat joins the closest opponent ahead on its track card."""

    example: ClassVar[str] = "yellow: chase aft"
    absence = tailwinds_absence.CHASE

    boat: Boat
    space: Positive = 0


class CallLongboat(Move, tag="longboat"):
    """Longboat, while an own boat is adjacent to an opponent's."""

    example: ClassVar[str] = "yellow: longboat"
    absence = tailwinds_absence.LONGBOAT


class SwapLanes(Move, tag="swap"):
    """Manoeuvre: an own boat and another exchange lanes."""

    example: ClassVar[str] = "white: swap aft orange.fore"
    absence = tailwinds_absence.SWAP

    boat: Boat
    other: Boat


class Parlay(Move, tag="parlay"):
    """Parlay: another player is asked for their Rainbow card."""

    example: ClassVar[str] = "black: parlay green"
    absence = tailwinds_absence.PARLAY

    target: Seat


class Answer(Move, tag="answer"):
    """The player asked says yes or no."""

    example: ClassVar[str] = "green: answer no"
    absence = tailwinds_absence.ANSWER

    reply: Reply


class ThrowDie(Move, tag="throw"):
    """The player takes the die: for a dice card, or after a refused Parlay. The roll follows."""

    example: ClassVar[str] = "blue: throw"
    absence = tailwinds_absence.THROW


class UseAbility(Move, tag="use"):
    """An ability that a pack describes only in words: the log keeps it, and no rule judges it."""

    example: ClassVar[str] = 'red: use "turn the sand glass"'
    absence = tailwinds_absence.USE

    what: Text


class RollWind(Chance, tag="wind"):
    """The wind die. The log may state where the two boats came to rest: green.aft@9/inside."""

    example: ClassVar[str] = "fate: wind 3"
    absence = tailwinds_absence.WIND

    value: Amount
    landings: tuple[Landing, ...] = ()


# fmt: off
ABILITIES: tuple[type[Move], ...] = (
    FireCannons, RaiseJollyRoger, CopyValue, Shackle, Chase, CallLongboat, SwapLanes, Parlay, ThrowDie, UseAbility,
)
# The acts of a player's own turn. Under one reading a Rainbow card may be taken in another's turn.
IN_TURN: tuple[type[Move], ...] = (MoveBoat, Done, YieldTurn, PlayRainbow, SpendRainbow, *ABILITIES)
TURN: tuple[type[Move], ...] = (*IN_TURN, TakeRainbow)
EVENTS: tuple[type[Event], ...] = (
    LayTrack, RollDie, PlaceBoat, ShuffleRainbow, RevealMarket,
    Commit, Reveal, Unseal,
    MoveBoat, Done, YieldTurn,
    PlayRainbow, SpendRainbow, TakeRainbow, Refill,
    FireCannons, RaiseJollyRoger, CopyValue, Shackle, Replace, Chase, CallLongboat, SwapLanes, Parlay, Answer,
    ThrowDie, UseAbility,
    RollWind,
)
# fmt: on
