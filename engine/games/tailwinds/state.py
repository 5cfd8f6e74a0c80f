"""The table: boats on the track, cards in hands, the market, and the turn in progress."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.games.tailwinds.content import Content, MovementCard
from engine.games.tailwinds.terms import Terms
from engine.kernel.basics.field_types import Plain
from engine.kernel.flow import Owed
from engine.kernel.log import Header
from engine.kernel.unknown import UNKNOWN

LANES = ("", "inside", "middle", "outside")
LANE_NUMBER = {name: number for number, name in enumerate(LANES) if name}
# A boat set down under the reading that settles lanes at the end of the turn is on a space, and in no lane yet.
UNSETTLED = 4

WAITING, AFLOAT, FINISHED, REMOVED = "waiting", "afloat", "finished", "removed"
AFT, FORE = 0, 1

# A card that nobody wrote down: all that it says is unknown.
UNSEEN = MovementCard("??", "", UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN)
# What lies before a player whose turn is over: nothing, and that is known.
NO_CARD = MovementCard("no card", "", 0)


class TakenForOpen(tuple[str, ...]):
    """The cards of a reveal that nobody wrote: everybody goes on as if they lay open, and nobody was told them."""

    __slots__ = ()


@dataclass(slots=True, eq=False)
class Boat:
    """One boat. `space` counts from the start of the track; the finish is one past the last; `number` is its own."""

    seat: str
    number: int
    state: str = WAITING
    space: int = 0
    lane: int = 0


@dataclass(slots=True, eq=False)
class Player:
    """One seat: its cards, wherever they are, and its two boats with the rearmost first."""

    seat: str
    deck: str
    # The cards in hand (UNKNOWN where the pack does not name them), and how many they are.
    hand: set[str]
    size: int
    boats: list[Boat]
    played: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    # How many cards left the hand without anybody writing down which.
    unseen: int = 0
    # What lies on the table this round, and the seal it was committed under. None: nothing chosen.
    card: Plain = None
    seal: str = ""
    shown: bool = False
    # Everybody has been told which card that is (or was, once it is resolved): it was turned up by name. A card that
    # counts as shown may never have been.
    opened: bool = False
    # A card that was never opened has been played or taken back: where the cards are, only their owner can tell.
    veiled: bool = False
    # The card taken back because of Shackle, while its replacement is due or lies there.
    shackled: str = ""
    rainbow: list[str] = field(default_factory=list)
    recovered: bool = False
    # Movement lost in the last turn: spaces lost to a full space, and points lost past the finish.
    fell_short: int = 0
    lost_home: int = 0
    # The points of this round's turn, and the card they came from.
    total: int = 0
    resolved: Plain = None
    # What had been played when a card was laid that did not come from the hand: so it looks until that is turned up.
    elsewhere: tuple[str, ...] | None = None


@dataclass(slots=True, eq=False)
class Turn:
    """One player's movement phase."""

    seat: str
    card: MovementCard
    base: int = 0
    bonus: int = 0
    spent: int = 0
    # Where each boat on the table stood when the turn began, by boat number.
    began: tuple[int, ...] = ()
    # Boats moved: by own points (in the order of their blocks), and by anything at all in this turn.
    blocks: list[int] = field(default_factory=list)
    carried: set[int] = field(default_factory=set)
    # Pursuit: boats that have taken their fixed step, and boats that have joined an opponent.
    stepped: set[int] = field(default_factory=set)
    chased: set[int] = field(default_factory=set)
    # Boats that came home from last place.
    home_from_last: set[int] = field(default_factory=set)
    used: dict[str, int] = field(default_factory=dict)
    tested: list[int] = field(default_factory=list)
    swapped: list[int] = field(default_factory=list)
    copied: str = ""
    rainbow: list[str] = field(default_factory=list)
    gained: list[str] = field(default_factory=list)
    taken: int = 0
    parlay: str = ""
    refused: bool = False
    thrown: int = 0
    short: int = 0
    lost: int = 0
    begun: bool = False
    # A wind was due in this turn, and nobody wrote down how it blew.
    unblown: bool = False

    @property
    def left(self) -> int:
        """Points still to be spent."""
        return self.base + self.bonus - self.spent


@dataclass(frozen=True, slots=True)
class Gust:
    """A wind roll that is due: the boat that emptied the card, and where it stood when it crossed the edge."""

    boat: int
    crossed: int
    aimed: int
    cause: str = "own"


@dataclass(slots=True, eq=False)
class Table:
    """Everything on the table."""

    content: Content
    terms: Terms
    seats: tuple[str, ...]
    players: dict[str, Player]
    boats: list[Boat]
    # How many boats lie in a lane, by space * 4 + lane.
    berths: dict[int, int] = field(default_factory=dict)
    # The track as laid: (card, face), the last space of each card, and the flags of absolute spaces.
    track: tuple[tuple[str, str], ...] = ()
    ends: tuple[int, ...] = ()
    # The number of the finish space.
    finish: int = UNKNOWN
    rainbows: frozenset[int] = UNKNOWN
    starts: frozenset[int] = UNKNOWN
    rear: int = 0
    # Some boat may lie where nobody knows (looked into only when it matters); and whether the rearmost card in play
    # has been left may hang on one, so that `rear` is the last that was certain.
    blurred: bool = False
    rear_lost: bool = False
    market: list[str] = field(default_factory=list)
    gap: int = -1
    # The slot of a refill that nobody wrote down in its place; until the market is read, the line may still come.
    awaited: int = -1
    pile: int = 20
    # Who may have exchanged Rainbow cards after a Parlay of which nobody knows the answer (the asker first), and what
    # each held before.
    perhaps: dict[str, tuple[str, ...]] = field(default_factory=dict)
    discard: list[str] = field(default_factory=list)
    rolls: list[tuple[str, int]] = field(default_factory=list)
    placed: list[str] = field(default_factory=list)
    phase: str = "set-up"
    round: int = 0
    turn: Turn | None = None
    active: str = ""
    acted: set[str] = field(default_factory=set)
    order: tuple[str, ...] = ()
    owed: list[Owed] = field(default_factory=list)
    gusts: list[Gust] = field(default_factory=list)
    # The first end of the game stands, whatever the table went on to do.
    winner: str = ""
    ending: str = ""
    ended_by: str = ""
    # What carried the last boat to the finish, and the position that the header declared.
    arrival: str = ""
    header: Header = field(default=UNKNOWN)
    said_over: bool = False
    stopped: bool = False
    unapplied: list[str] = field(default_factory=list)
