"""The table: ships in ports, tiles, the bar, tallies and cubes, markers, decks, and the turn in progress."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from engine.games.winds_of_plunder.content import Content
from engine.games.winds_of_plunder.terms import Terms
from engine.kernel.log import Header
from engine.kernel.table import Owed
from engine.kernel.tables.shapes import Plain
from engine.kernel.unknown import UNKNOWN

DIRECTIONS = ("N", "E", "S", "W")
# The items of tiles and loot, and the three tallies that have a marker (Booty has none).
ITEMS = ("weapon", "crew", "provision")
MARKERS = ("weapons", "crew", "provisions")
TALLY_OF = dict(zip(ITEMS, MARKERS, strict=True))
# The loot of a boarding: this many VP, or one of an item.
LOOT = ("vp", *ITEMS)
LOOT_VP = 2
BAR = 6
POINTS = 3
ROUNDS = 9
CUBES_OUT = 26
AREA_PORTS = 3
ANY_PORT = "??"
# Values of `seq` for events that the log leaves out; no file can state them. NOT_WRITTEN: inferred from other lines, or
# with open content. OVERDUE: was due and never came. NO_VOTE: the vote that was due before plundering.
NOT_WRITTEN, OVERDUE, NO_VOTE = -1, -2, -3
NONE_YET = -1


class Gain(Enum):
    """The reason of points scored or paid. It decides which rule a wrong claim about the score breaks."""

    TILE = "the points of a tile"
    PROVISIONS = "the point for Most Provisions"
    BOARDING = "points taken by boarding"
    TREASURE = "the points of a treasure"
    AREA = "the bonus for an area"
    CARD = "the price of a card"


@dataclass(slots=True, eq=False)
class Player:
    """One seat. Unknown numbers are UNKNOWN, and so are unseen cards in hand."""

    seat: str
    port: str = ""
    vp: int = 0
    wind: int = 10
    reserve: int = 16
    weapons: int = 0
    crew: int = 0
    provisions: int = 0
    booty: int = 0
    actions: list[str] = field(default_factory=list)
    treasures: list[str] = field(default_factory=list)
    marks: set[str] = field(default_factory=set)
    # Ports that this player may have marked (ANY_PORT: the log does not say which).
    doubtful: set[str] = field(default_factory=set)
    # This round's vote, until it is resolved. None: nothing was set.
    compass: Plain = None
    bid: Plain = None
    compass_seal: str = ""
    bid_seal: str = ""
    # A port whose mark waits for a cube (one reading), and treasures due from an empty deck (another).
    mark_due: str = ""
    treasure_due: int = 0
    # Whether unknown tiles may have brought Treasure cards. Each is an unseen card in `treasures`.
    unsure: bool = False
    # Whether the player may hold Action cards that are not listed here.
    untold: bool = False
    # The facts of this player that a missing line has already made wrong, so that it is not reported twice.
    amiss: set[str] = field(default_factory=set)
    # The final bonuses by category, once scored.
    bonus: dict[str, int] = field(default_factory=dict)
    # The points gained or lost in this turn, with their reasons.
    scored: list[tuple[Gain, int]] = field(default_factory=list)
    # Points that the last turn left unspent. They are lost, and a claim to them is a case of its own.
    unspent: int = 0


@dataclass(slots=True, eq=False)
class Turn:
    """One player's plundering turn."""

    seat: str
    spent: int = 0
    sailed: int = 0
    # Sailings allowed beyond the first: by a card, or by a gust if the reading sells one.
    again: int = 0
    gusts: int = 0
    gust: str = ""
    gust_direction: str = ""
    # Where the last sailing began.
    came_from: str = ""
    bonus: bool = False
    bonus_used: bool = False
    # Between sailing and taking the Action cards up again.
    arriving: bool = False
    boarded: list[str] = field(default_factory=list)
    treasure_played: bool = False
    # Treasure cards drawn in this arrival, and the Weapons of all players as the ship arrived.
    drawn_now: int = 0
    weapons_then: dict[str, int] = field(default_factory=dict)
    plays: list[str] = field(default_factory=list)
    # Whether the last act was to draw a card whose face is not known.
    face_open: bool = False
    # The holder of Most Provisions as the ship arrived.
    provisions_then: str = ""
    # The port marked in this arrival. It decides which rule a wrong claim about marks and cubes breaks.
    marked: str = ""
    # Whether the ship was declared windlocked; and whether its sailing is missing in the log and may still come.
    windlock: bool = False
    sail_missing: bool = False
    # The holders of the markers as the turn began, the last act, and whether the log left out an arrival's end.
    markers_then: dict[str, str] = field(default_factory=dict)
    last: str = ""
    left_out: bool = False

    @property
    def left(self) -> int:
        """Regular points not spent yet."""
        return POINTS - self.spent


@dataclass(slots=True, eq=False)
class Table:
    """Everything on the table."""

    content: Content
    terms: Terms
    seats: tuple[str, ...]
    players: dict[str, Player]
    header: Header
    tiles: dict[str, str] = field(default_factory=dict)
    bar: list[str] = field(default_factory=list)
    markers: dict[str, str] = field(default_factory=lambda: dict.fromkeys(MARKERS, ""))
    # The previous holder of each marker.
    passed: dict[str, str] = field(default_factory=dict)
    blackbeard: str = ""
    wind: str = "N"
    # Cards in the decks; Treasure cards known to be at the bottom, the lowest last; unknown faces.
    treasure_deck: int = 12
    sunk: list[str] = field(default_factory=list)
    action_deck: int = UNKNOWN
    # How many discards became the new deck, as long as no card was drawn or played since.
    reshuffled: int = NONE_YET
    discard: list[str] = field(default_factory=list)
    # Whether there may be discards that are missing in the log.
    discard_untold: bool = False
    unseen: list[tuple[str, str]] = field(default_factory=list)
    # Whether an unknown tile may have brought a Treasure card. A face in the log may then be any player's.
    adrift: bool = False
    # The players who completed each area, in order.
    completed: dict[int, list[str]] = field(default_factory=dict)
    phase: str = "set-up"
    round: int = 0
    # The vote being resolved: players tied for the tile, directions tied for the wind, and the bids.
    tied: tuple[str, ...] = ()
    tied_winds: tuple[str, ...] = ()
    votes: dict[str, tuple[str, int]] = field(default_factory=dict)
    first: str = ""
    order: tuple[str, ...] = ()
    acted: set[str] = field(default_factory=set)
    # The players skipped in this round; whether an unknown player has acted or voted in it.
    passed_over: set[str] = field(default_factory=set)
    somebody: bool = False
    # Whether the reveal of the compasses is in the log, and whether this vote lacks a due line.
    compasses_told: bool = True
    vote_lacks: bool = False
    # Whether the award of the tile was inferred from a later line, and whether the wind was chosen.
    tile_shown: bool = False
    wind_chosen: bool = False
    # Starting ports that were dealt to an unknown seat.
    loose_ports: list[str] = field(default_factory=list)
    active: str = ""
    turn: Turn | None = None
    owed: list[Owed] = field(default_factory=list)
    winner: str = ""
    ending: str = ""
    tie_break: str = ""
    said_over: bool = False
    stopped: bool = False
    unapplied: list[str] = field(default_factory=list)
