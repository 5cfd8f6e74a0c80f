"""The table: ships in ports, tiles, the bar, tallies and cubes, markers, decks, and the turn in progress."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from engine.games.winds_of_plunder.content import Content
from engine.games.winds_of_plunder.terms import Terms
from engine.kernel.basics.field_types import Plain
from engine.kernel.flow import Owed
from engine.kernel.log import Header
from engine.kernel.unknown import UNKNOWN

DIRECTIONS = ("N", "E", "S", "W")
# What tiles and loot give, and the three tallies that have a marker (Booty has none).
ITEMS = ("weapon", "crew", "provision")
MARKERS = ("weapons", "crew", "provisions")
TALLY_OF = dict(zip(ITEMS, MARKERS, strict=True))
# What boarding may take: this many VP, or one of an item.
LOOT = ("vp", *ITEMS)
LOOT_VP = 2
BAR = 6
POINTS = 3
ROUNDS = 9
CUBES_OUT = 26
AREA_PORTS = 3
ANY_PORT = "??"
# The seq of an event that the log leaves out: no file can state it. One is told by other lines, or its content is open;
# one was due and never came; and one is the vote that was due before anybody plundered.
NOT_WRITTEN, OVERDUE, NO_VOTE = -1, -2, -3
NONE_YET = -1


class Gain(Enum):
    """What points were scored (or paid) for: a claim about the score is judged by it."""

    TILE = "the points of a tile"
    PROVISIONS = "the point for Most Provisions"
    BOARDING = "points taken by boarding"
    TREASURE = "the points of a treasure"
    AREA = "the bonus for an area"
    CARD = "the price of a card"


@dataclass(slots=True, eq=False)
class Player:
    """One seat. Numbers that nobody wrote down are UNKNOWN; unseen cards in hand are UNKNOWN too."""

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
    # Ports that the record leaves in doubt whether this player has marked them (ANY_PORT: it tells of none).
    doubtful: set[str] = field(default_factory=set)
    # This round's vote, until it is resolved: None where nothing was set.
    compass: Plain = None
    bid: Plain = None
    compass_seal: str = ""
    bid_seal: str = ""
    # A port whose mark waits for a cube (one reading), and treasures due from an empty deck (another).
    mark_due: str = ""
    treasure_due: int = 0
    # Whether tiles that nobody described may have brought Treasure cards; each stands as an unseen one in hand.
    unsure: bool = False
    # Whether nobody wrote down how many Action cards this player holds beside those listed.
    untold: bool = False
    # What the record has once got wrong of this player, for a line is missing: that one is not missed twice.
    amiss: set[str] = field(default_factory=set)
    # The final bonuses by category, once scored.
    bonus: dict[str, int] = field(default_factory=dict)
    # What this turn has brought or cost: for what, and how many points.
    scored: list[tuple[Gain, int]] = field(default_factory=list)
    # Points that the last turn left unspent: they are lost, and a claim to them is told apart.
    unspent: int = 0


@dataclass(slots=True, eq=False)
class Turn:
    """One player's plundering turn."""

    seat: str
    spent: int = 0
    sailed: int = 0
    # Sailings allowed beyond the first: by a card, or by a gust where the reading sells one.
    again: int = 0
    gusts: int = 0
    gust: str = ""
    gust_direction: str = ""
    # The gust that the last sailing used, and where that sailing began.
    came_from: str = ""
    bonus: bool = False
    bonus_used: bool = False
    # Between sailing and taking the Action cards up again.
    arriving: bool = False
    boarded: list[str] = field(default_factory=list)
    treasure_played: bool = False
    # Treasure cards drawn in this arrival, and the Weapons of all as the ship came in.
    drawn_now: int = 0
    weapons_then: dict[str, int] = field(default_factory=dict)
    plays: list[str] = field(default_factory=list)
    # Whether the last act was to draw a card whose face nobody has told.
    face_open: bool = False
    # Who held Most Provisions as the ship came in.
    provisions_then: str = ""
    # The port marked in this arrival: a claim about marks and cubes is judged by it.
    marked: str = ""
    # Whether the ship was called windlocked; and whether its sailing is missing in the log, and may come yet.
    windlock: bool = False
    sail_missing: bool = False
    # Who held each marker as the turn began, what was done last, and whether the log left out an arrival's end.
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
    # Who had each marker before it last changed hands.
    passed: dict[str, str] = field(default_factory=dict)
    blackbeard: str = ""
    wind: str = "N"
    # Cards in the decks; Treasure cards known to lie at the bottom, the lowest last; faces not told yet.
    treasure_deck: int = 12
    sunk: list[str] = field(default_factory=list)
    action_deck: int = UNKNOWN
    # How many discards became the new deck, as long as no card was drawn or played since.
    reshuffled: int = NONE_YET
    discard: list[str] = field(default_factory=list)
    # Whether there may be discards that nobody wrote down.
    discard_untold: bool = False
    unseen: list[tuple[str, str]] = field(default_factory=list)
    # Whether a tile that nobody described may have brought a Treasure card: then a face told may be anybody's.
    adrift: bool = False
    # Who completed an area, in order.
    completed: dict[int, list[str]] = field(default_factory=dict)
    phase: str = "set-up"
    round: int = 0
    # The vote being resolved: players tied for the tile, directions tied for the wind, and what was bid.
    tied: tuple[str, ...] = ()
    tied_winds: tuple[str, ...] = ()
    votes: dict[str, tuple[str, int]] = field(default_factory=dict)
    first: str = ""
    order: tuple[str, ...] = ()
    acted: set[str] = field(default_factory=set)
    # Who was passed over in this round; whether a player whom nobody knows has acted or voted in it.
    passed_over: set[str] = field(default_factory=set)
    somebody: bool = False
    # Whether the compasses were never turned up in writing, and whether this vote lacks what was due.
    compasses_told: bool = True
    vote_lacks: bool = False
    # Whether only a later line showed who was awarded the tile, and whether the wind was chosen.
    tile_shown: bool = False
    wind_chosen: bool = False
    # Starting ports that were dealt to nobody knows whom.
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
