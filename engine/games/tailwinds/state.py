"""The table: boats on the track, cards in hands, the market, and the turn in progress."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.games.tailwinds.content import Content, MovementCard
from engine.games.tailwinds.terms import Terms
from engine.kernel.log import Header
from engine.kernel.table import Owed
from engine.kernel.tables.shapes import Plain
from engine.kernel.unknown import UNKNOWN

LANES = ("", "inside", "middle", "outside")
LANE_NUMBER = {name: number for number, name in enumerate(LANES) if name}
# Under the reading that settles lanes at the end of the turn, a boat that just moved has a space but no lane.
UNSETTLED = 4

WAITING, AFLOAT, FINISHED, REMOVED = "waiting", "afloat", "finished", "removed"
AFT, FORE = 0, 1

# A card that the log does not name: all its values are unknown.
UNSEEN = MovementCard("??", "", UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN)
# The card of a player whose turn is over: known to be none.
NO_CARD = MovementCard("no card", "", 0)


class TakenForOpen(tuple[str, ...]):
    """The cards of a reveal that is missing in the log.

    Play continues as if they were open, but no player learns them.
    """

    __slots__ = ()


@dataclass(slots=True, eq=False)
class Boat:
    """One boat. `space` counts from the start of the track; the finish is one past the last.

    `number` is unique on the table.
    """

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
    # The cards in hand (UNKNOWN where the pack does not name them), and their number.
    hand: set[str]
    size: int
    boats: list[Boat]
    played: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    # How many cards left the hand without being named in the log.
    unseen: int = 0
    # The card chosen this round, and the seal it was committed under. None: nothing chosen. `shown`: it was revealed.
    card: Plain = None
    seal: str = ""
    shown: bool = False
    # All players know this round's card, because it was revealed by name. A card that counts as shown may not be known.
    opened: bool = False
    # A card that was never opened was played or taken back, so that only its owner knows where the cards are.
    veiled: bool = False
    # The card taken back because of Shackle, from then until the replacement is resolved.
    shackled: str = ""
    rainbow: list[str] = field(default_factory=list)
    recovered: bool = False
    # Movement lost in the last turn: spaces lost to a full space, and points lost past the finish.
    fell_short: int = 0
    lost_home: int = 0
    # The points of this round's turn, and the card they came from.
    total: int = 0
    resolved: Plain = None
    # The cards played before a card was laid that was not in the hand. Other players see these until it is revealed.
    elsewhere: tuple[str, ...] | None = None


@dataclass(slots=True, eq=False)
class Turn:
    """One player's movement phase."""

    seat: str
    card: MovementCard
    base: int = 0
    bonus: int = 0
    spent: int = 0
    # The place of each boat on the table when the turn began, by boat number.
    began: tuple[int, ...] = ()
    # Boats moved: by own points (in the order of their blocks), and by any cause in this turn.
    blocks: list[int] = field(default_factory=list)
    carried: set[int] = field(default_factory=set)
    # Pursuit: boats that have taken their fixed step, and boats that have joined an opponent.
    stepped: set[int] = field(default_factory=set)
    chased: set[int] = field(default_factory=set)
    # Boats that reached the finish from last place.
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
    # A wind was due in this turn, and its roll is missing in the log.
    unblown: bool = False

    @property
    def left(self) -> int:
        """Points still to be spent."""
        return self.base + self.bonus - self.spent


@dataclass(frozen=True, slots=True)
class Gust:
    """A wind roll that is due: the boat that emptied the card, and its place when it crossed the edge."""

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
    # The number of boats in each lane, by space * 4 + lane.
    berths: dict[int, int] = field(default_factory=dict)
    # The track as laid: (card, face), the last space of each card, and the flags of absolute spaces.
    track: tuple[tuple[str, str], ...] = ()
    ends: tuple[int, ...] = ()
    # The number of the finish space.
    finish: int = UNKNOWN
    rainbows: frozenset[int] = UNKNOWN
    starts: frozenset[int] = UNKNOWN
    rear: int = 0
    # `blurred`: some boat may be in an unknown place (checked only when it matters). `rear_lost`: such a boat decides
    # whether the rearmost card in play has been left, so that `rear` is the last certain one.
    blurred: bool = False
    rear_lost: bool = False
    market: list[str] = field(default_factory=list)
    gap: int = -1
    # The slot of a refill that is missing in its place. The line may still come until the market is read.
    awaited: int = -1
    pile: int = 20
    # The seats that may have exchanged Rainbow cards after a Parlay without a known answer (the asker first), and what
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
    # The first end of the game counts, whatever the players did later.
    winner: str = ""
    ending: str = ""
    ended_by: str = ""
    # What carried the last boat to the finish, and the header with its declared position.
    arrival: str = ""
    header: Header = field(default=UNKNOWN)
    said_over: bool = False
    stopped: bool = False
    unapplied: list[str] = field(default_factory=list)
