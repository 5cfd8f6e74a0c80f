"""The table: the planet with its Cresters and what lies on it, ships and boards, card stacks, the turn and a battle."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.games.windward.content import PORT, Content
from engine.games.windward.terms import Terms
from engine.kernel.events import Event
from engine.kernel.flow import Owed
from engine.kernel.log import Header
from engine.kernel.unknown import UNKNOWN

SPEED = 4
MATES = 2
STACKS = 3
LONGBOAT_SLOTS = 1
# Where a longboat is that is not on the planet: on its board, or beside it.
ABOARD, ASIDE = "aboard", "aside"
BOATS = ("1", "2")
RED, GREY = "red", "grey"
# What may lie on a space, be picked up and dropped.
GAS, RED_TOOTH, GREY_TOOTH, TOKEN = "gas", "red-tooth", "grey-tooth", "token"
CARGO = (RED_TOOTH, GREY_TOOTH, TOKEN)
TOOTH_OF = {RED: RED_TOOTH, GREY: GREY_TOOTH}
ITEMS = (GAS, RED, GREY, *CARGO)
SKY_ORDERS = ("launch", "row", "speed", "process")
PORT_ORDERS = ("supplies", "morale", "cannon", "crew")
ORDERS = (*SKY_ORDERS, *PORT_ORDERS)
# What brings supply cards.
SUPPLIED_BY_ORDER, SUPPLIED_BY_GAS = "order", "gas"
ATTACK, DEFEND = "attack", "defend"
# The steps of a battle, in order.
CANNONS, ROLL, HITS = "cannons", "roll", "hits"
STEPS = ((CANNONS, ATTACK), (ROLL, ATTACK), (CANNONS, DEFEND), (ROLL, DEFEND), (HITS, ATTACK), (HITS, DEFEND))
GOAL = 15
# The card that calls a battle off.
FLAG = "false_flag"


@dataclass(frozen=True, slots=True)
class Fought:
    """A battle that was fought: who attacked whom, a Crester being called by its kind, and where."""

    attacker: str
    defender: str
    space: str


@dataclass(frozen=True, slots=True)
class Crester:
    """A living Crester that stands on a space: the territory that it began in, and how many stand there."""

    home: int
    number: int = 1


@dataclass(slots=True, eq=False)
class Player:
    """One seat with its ship and board. What nobody wrote down is UNKNOWN."""

    seat: str
    # Which ship board it is, by its colour.
    colour: str
    at: str = PORT
    morale: int = 1
    notoriety: int = 0
    gas: int = 0
    cannons: int = 0
    # Longboat speed.
    rowing: int = 0
    # The hold: a defeated Crester ("" for none), others that as played came into it as well, teeth and tokens.
    crester: str = ""
    more: list[str] = field(default_factory=list)
    cargo: dict[str, int] = field(default_factory=lambda: dict.fromkeys(CARGO, 0))
    hand: list[str] = field(default_factory=list)
    # Of these, the cards that were taken face up, so that all have seen them.
    seen: list[str] = field(default_factory=list)
    # Whether nobody knows how many cards there are.
    hand_untold: bool = True
    crew: list[str] = field(default_factory=list)
    crew_untold: bool = False
    boats: dict[str, str] = field(default_factory=lambda: {"1": ABOARD, "2": ASIDE})
    # Whether teeth were kept in a ship that was lost to another: they are exchanged when the next turn begins.
    kept_teeth: bool = False
    # Whether the ship was lost since the last turn, or in it.
    lost_ship: bool = False


@dataclass(slots=True, eq=False)
class Turn:
    """One player's turn."""

    seat: str
    granted: int = SPEED
    spent: int = 0
    # What of it Fuel has brought; and, for readings of Fuel: what it has paid, and steps straight into the wind.
    fuel: int = 0
    by_fuel: int = 0
    upwind: int = 0
    # Orders given, mates and Coffees used for them, those that mates gave, and Coffees played.
    orders: list[str] = field(default_factory=list)
    mates: int = 0
    coffee_orders: int = 0
    by_mates: list[str] = field(default_factory=list)
    coffees: int = 0
    # How many Deadweights were played, how many drift spaces the ship has come onto, and in how many crossings.
    deadweight: int = 0
    drifted: int = 0
    crossings: int = 0
    # How many cards may still be taken.
    takes: int = 0
    # What brought the cards that may be taken, or were taken last: an order, or gas.
    supplied: str = ""
    # By piece: the space that it came from last, unless it was sent back since; and the ship's last that is no drift.
    previous: dict[str, str] = field(default_factory=dict)
    clear: str = ""
    # Whether the ship stands where a battle has sent it back to, and whether it has picked something up on its way.
    sent_back: bool = False
    picked: bool = False
    # Spaces of Reds that have fought this player this turn, or have moved in its rest.
    fought: list[str] = field(default_factory=list)
    moved: list[str] = field(default_factory=list)
    # Battles that may not be started again.
    barred: list[Fought] = field(default_factory=list)
    resting: bool = False
    # Whether the ship was lost in this turn.
    lost: bool = False
    # Whether the player has done nothing yet, and whether teeth were exchanged as the turn began.
    idle: bool = True
    redeemed: bool = False
    # Whether there was a battle in the rest.
    rest_battle: bool = False


@dataclass(slots=True, eq=False)
class Battle:
    """A battle in progress. A piece is called by its seat (a ship), seat and number (`green.1`), or kind of Crester."""

    attacker: str
    defender: str
    space: str
    # Where the attacker came from.
    back: str
    # Which of STEPS it has come to.
    step: int = 0
    strength: dict[str, int] = field(default_factory=dict)
    rolled: dict[str, int] = field(default_factory=dict)
    added: dict[str, int] = field(default_factory=lambda: {ATTACK: 0, DEFEND: 0})
    # Whether the attacking longboat came with a Grey in tow, and what the attacker has paid to come.
    towing: bool = False
    paid: int = 0


@dataclass(slots=True, eq=False)
class Looting:
    """A ship was lost to another: who takes half of whose cargo, and how many pieces that is."""

    winner: str
    loser: str
    number: int


@dataclass(slots=True, eq=False)
class Table:
    """Everything on the table."""

    content: Content
    terms: Terms
    seats: tuple[str, ...]
    players: dict[str, Player]
    header: Header
    # Which side of the tiles is up; the tiles by territory, () until they are laid.
    side: str = "large"
    tiles: tuple[str, ...] = ()
    wind: int = field(default=UNKNOWN)
    wind_set: bool = False
    # Whether a card turns the wind, and nobody has written to where; and from where.
    turning: bool = False
    turned_from: int = field(default=UNKNOWN)
    # Living Cresters by their spaces; and whether there may be others, of which nobody wrote.
    reds: dict[str, Crester] = field(default_factory=dict)
    greys: dict[str, Crester] = field(default_factory=dict)
    reds_untold: bool = True
    greys_untold: bool = False
    # What lies on each space, and how much of it.
    items: dict[str, dict[str, int]] = field(default_factory=dict)
    items_untold: bool = True
    tops: list[str] = field(default_factory=lambda: [UNKNOWN] * STACKS)
    sizes: list[int] = field(default_factory=lambda: [UNKNOWN] * STACKS)
    stacks_laid: bool = False
    # How it stands with a stack that has run out: "" for none.
    run_out: str = ""
    discards: list[str] = field(default_factory=list)
    dealt: list[str] = field(default_factory=list)
    # What each player rolled for the start; where some were level, and rolled again, one after the other.
    start_rolls: list[dict[str, int]] = field(default_factory=list)
    first: str = ""
    round: int = 0
    phase: str = "set-up"
    active: str = ""
    turn: Turn | None = None
    battle: Battle | None = None
    # What happened last, but for tops that are seen; and what its player had before it, by fact.
    last: Event | None = None
    before: dict[str, int] = field(default_factory=dict)
    # Who has rested last, as long as the next player has done nothing.
    rested: str = ""
    # The orders that Coffee gave in that turn: their tokens are back in the stock.
    put_back: list[str] = field(default_factory=list)
    looting: Looting | None = None
    owed: list[Owed] = field(default_factory=list)
    # Who reached the end of the notoriety track first; whether somebody of whom nobody knows may have.
    trigger: str = ""
    perhaps_over: bool = False
    # Whether whoever brought it did so in another's turn, and by one reading has a turn still to come.
    one_more_turn: bool = False
    extra_rounds: int = 0
    winner: str = ""
    ending: str = ""
    said_over: bool = False
    stopped: bool = False
    unapplied: list[str] = field(default_factory=list)
