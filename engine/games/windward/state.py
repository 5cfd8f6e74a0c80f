"""The table: the planet with its Cresters and what lies on it, ships and boards, card stacks, the turn and a battle."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.games.windward.content import PORT, Content
from engine.games.windward.cresters import Crester, Fought, Lack
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
# What a log may call longboats that no colour has.
MORE_BOATS = frozenset("3456789")
# How a longboat has come by the Grey that it tows: it brought it, beat it, or beat the longboat that towed it.
BROUGHT, CAUGHT, WON = "brought", "caught", "won"
RED, GREY, WHITE = "red", "grey", "great-white"
# What may lie on a space, be picked up and dropped.
GAS, RED_TOOTH, GREY_TOOTH, TOKEN = "gas", "red-tooth", "grey-tooth", "token"
CARGO = (RED_TOOTH, GREY_TOOTH, TOKEN)
TOOTH_OF = {RED: RED_TOOTH, GREY: GREY_TOOTH}
ITEMS = (GAS, RED, GREY, *CARGO)
SKY_ORDERS = ("launch", "row", "speed", "process", "research")
PORT_ORDERS = ("supplies", "morale", "cannon", "crew")
ORDERS = (*SKY_ORDERS, *PORT_ORDERS)
# What brings supply cards.
SUPPLIED_BY_ORDER, SUPPLIED_BY_GAS = "order", "gas"
SIDES = ATTACK, DEFEND = ("attack", "defend")
# The steps of a battle, in order.
CANNONS, ROLL, HITS = "cannons", "roll", "hits"
STEPS = ((CANNONS, ATTACK), (ROLL, ATTACK), (CANNONS, DEFEND), (ROLL, DEFEND), (HITS, ATTACK), (HITS, DEFEND))
GOAL = 15
# The card that calls a battle off.
FLAG = "false_flag"


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
    # The territory that the Red in the hold is from.
    held_home: int = field(default=UNKNOWN)
    cargo: dict[str, int] = field(default_factory=lambda: dict.fromkeys(CARGO, 0))
    hand: list[str] = field(default_factory=list)
    # Of these, the cards that were taken face up, so that all have seen them.
    seen: list[str] = field(default_factory=list)
    # Whether nobody knows how many cards there are.
    hand_untold: bool = True
    crew: list[str] = field(default_factory=list)
    crew_untold: bool = False
    boats: dict[str, str] = field(default_factory=lambda: {"1": ABOARD, "2": ASIDE})
    # By longboat: how it has come by the Grey that it tows; "" where that lay there before, or there is none.
    tows: dict[str, str] = field(default_factory=lambda: dict.fromkeys(BOATS, ""))
    # Whether teeth were kept in a ship that was lost to another: they are exchanged when the next turn begins.
    kept_teeth: bool = False
    # Whether the ship was lost since the last turn, or in it.
    lost_ship: bool = False
    # Where the ship was before it came to where it is; "" for nowhere else.
    previous: str = ""
    # The achievements scored, and whether there may be others.
    achieved: list[str] = field(default_factory=list)
    achieved_untold: bool = False


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
    # Battles that may not be started again, and whether one that the player began was lost.
    barred: list[Fought] = field(default_factory=list)
    lost_attack: bool = False
    resting: bool = False
    # Whether the ship was lost in this turn.
    lost: bool = False
    # Whether the player has done nothing yet, and whether teeth were exchanged as the turn began.
    idle: bool = True
    redeemed: bool = False
    # Whether there was a battle in the rest.
    rest_battle: bool = False
    # Whether the White has fought this player, and has moved in the rest; and whether the night was counted.
    white_fought: bool = False
    white_moved: bool = False
    noted: bool = False
    # Where Reds have come from that are on the ship's space, and fight it once all have moved; "" where nobody knows.
    arrived: list[tuple[str, ...]] = field(default_factory=list)
    # Whether a Red that came has gone nobody knows where: it may be among those that fight as one.
    red_unseen: bool = False
    # How many Reds had been beaten before this turn.
    beaten_before: int = 0
    # Whether the Red in the hold was beaten in this turn.
    caught: bool = False
    # The spaces on which the ship has stood, the one it began on first.
    stood: list[str] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Force:
    """What one side has brought to a battle: by this its strength and its hits are told."""

    cannons: int = 0
    # The hits of each die, the most first: which die lay where says nothing.
    dice: tuple[int, ...] = ()
    cards: list[str] = field(default_factory=list)
    tokens: int = 0


@dataclass(slots=True, eq=False)
class Battle:
    """A battle in progress. A piece is called by its seat (a ship), seat and number (`green.1`), or kind of Crester."""

    attacker: str
    defender: str
    space: str
    # Where the attacker came from.
    back: str
    # From which of these spaces a Red has come, where nobody wrote it down.
    perhaps: tuple[str, ...] = field(default=(), kw_only=True)
    # How many Reds fight as one; and where each of the others has come from, as `perhaps`.
    number: int = field(default=1, kw_only=True)
    others: tuple[tuple[str, ...], ...] = field(default=(), kw_only=True)
    # Which of STEPS it has come to.
    step: int = 0
    strength: dict[str, int] = field(default_factory=dict)
    rolled: dict[str, int] = field(default_factory=dict)
    added: dict[str, int] = field(default_factory=lambda: {ATTACK: 0, DEFEND: 0})
    force: dict[str, Force] = field(default_factory=lambda: {ATTACK: Force(), DEFEND: Force()})
    # Whether the attacking longboat came with a Grey in tow, and what the attacker has paid to come.
    towing: bool = False
    paid: int = 0


@dataclass(slots=True, eq=False)
class Outcome:
    """How the last battle came out, or that a ship was lost for want of supplies: claims about it are told by this."""

    how: str
    # None, where there was no battle.
    battle: Battle | None = None
    # The pieces that have won and lost; "" where none has.
    winner: str = ""
    loser: str = ""
    # On which side each piece goes back, stays, or is gone.
    ways: dict[str, str] = field(default_factory=dict)
    # Of a ship that was lost: what Crester it had in its hold, and whether the winner's hold was full.
    crester: str = ""
    full: bool = False


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
    # Whether a card turns the wind, or another roll may, and nobody has written to where; and from where.
    turning: bool = False
    turned_from: int = field(default=UNKNOWN)
    # Living Cresters by their spaces; and whether there may be others, of which nobody wrote.
    reds: dict[str, Crester] = field(default_factory=dict)
    greys: dict[str, Crester] = field(default_factory=dict)
    reds_untold: bool = True
    # One Red stands on one of these spaces, and nobody wrote on which.
    strayed: tuple[str, ...] = ()
    greys_untold: bool = False
    # How many Reds have been beaten in this game.
    reds_beaten: int = 0
    # Reds that are made up for later, by a reading; and in which territory one is to be put now, 0 where the ship is.
    reds_lacking: list[Lack] = field(default_factory=list)
    late_red: int = 0
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
    # The turn before: of that a line may still tell, as long as the next player has done nothing.
    turn_before: Turn | None = None
    # What others have done since the turn's player did: where a rest is missing, it may have been in their own turns.
    beside: list[Turn] = field(default_factory=list)
    battle: Battle | None = None
    # What happened last, but for tops that are seen; and what its player had before it, by fact.
    last: Event | None = None
    before: dict[str, int] = field(default_factory=dict)
    # Who has rested last, as long as the next player has done nothing.
    rested: str = ""
    # The orders that Coffee gave in that turn: their tokens are back in the stock.
    put_back: list[str] = field(default_factory=list)
    looting: Looting | None = None
    # How the last battle came out.
    outcome: Outcome | None = None
    # The achievement cards that lie face up, and whether there may be others; who scored the same card just now, one
    # right after the other; what is to be scored before the next act (`green broadside`), and what was not.
    goals: tuple[str, ...] = ()
    goals_untold: bool = True
    together: tuple[str, ...] = ()
    met: tuple[str, ...] = ()
    passed_over: tuple[str, ...] = ()
    # Whether nobody knows which Cresters are tagged, and how many tags by a reading are gone for good.
    tags_untold: bool = False
    # Where the White is ("": on the notoriety track, or beaten); whether it was awakened, by whom, and beaten.
    white: str = ""
    white_awake: bool = False
    white_waker: str = ""
    white_beaten: bool = False
    tags_gone: int = 0
    # Where all play together: the lives left to the captains and to the White, and how hard the game is.
    lives: dict[str, int] = field(default_factory=dict)
    difficulty: str = field(default=UNKNOWN)
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
