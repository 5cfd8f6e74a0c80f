"""The table: the planet with Cresters and things, ships and boards, card stacks, the turn and a battle."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.games.windward.content import PORT, Content
from engine.games.windward.cresters import Crester, Fought, Lack
from engine.games.windward.terms import Terms
from engine.kernel.events import Event
from engine.kernel.log import Header
from engine.kernel.table import Owed
from engine.kernel.unknown import UNKNOWN

SPEED = 4
MATES = 2
STACKS = 3
LONGBOAT_SLOTS = 1
# Where a longboat is that is not on the planet: on its board, or next to it.
ABOARD, ASIDE = "aboard", "aside"
BOATS = ("1", "2")
# Numbers of longboats that a log may use, though no colour has them.
MORE_BOATS = frozenset("3456789")
# How a longboat gained the Grey that it tows: it brought it, beat it, or beat the longboat that towed it.
BROUGHT, CAUGHT, WON = "brought", "caught", "won"
RED, GREY, WHITE = "red", "grey", "great-white"
# Things that may be on a space, be picked up and dropped.
GAS, RED_TOOTH, GREY_TOOTH, TOKEN = "gas", "red-tooth", "grey-tooth", "token"
CARGO = (RED_TOOTH, GREY_TOOTH, TOKEN)
TOOTH_OF = {RED: RED_TOOTH, GREY: GREY_TOOTH}
ITEMS = (GAS, RED, GREY, *CARGO)
SKY_ORDERS = ("launch", "row", "speed", "process", "research")
PORT_ORDERS = ("supplies", "morale", "cannon", "crew")
ORDERS = (*SKY_ORDERS, *PORT_ORDERS)
# The sources of supply cards.
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
    """One seat with its ship and board. Unknown values are UNKNOWN."""

    seat: str
    # The ship board, by its colour.
    colour: str
    at: str = PORT
    morale: int = 1
    notoriety: int = 0
    gas: int = 0
    cannons: int = 0
    # Longboat speed.
    rowing: int = 0
    # The hold: a defeated Crester ("" for none), others that the log puts into it as well, teeth and tokens.
    crester: str = ""
    more: list[str] = field(default_factory=list)
    # The territory that the Red in the hold is from.
    held_home: int = field(default=UNKNOWN)
    cargo: dict[str, int] = field(default_factory=lambda: dict.fromkeys(CARGO, 0))
    hand: list[str] = field(default_factory=list)
    # Of these, the cards that were taken face up, so that all players have seen them.
    seen: list[str] = field(default_factory=list)
    # Whether the number of cards is unknown.
    hand_untold: bool = True
    crew: list[str] = field(default_factory=list)
    crew_untold: bool = False
    boats: dict[str, str] = field(default_factory=lambda: {"1": ABOARD, "2": ASIDE})
    # By longboat: how it gained the Grey that it tows; "" if the Grey was there before, or there is none.
    tows: dict[str, str] = field(default_factory=lambda: dict.fromkeys(BOATS, ""))
    # Whether teeth were kept in a ship that was lost to another: they are exchanged when the next turn begins.
    kept_teeth: bool = False
    # Whether the ship was lost since the last turn, or in it.
    lost_ship: bool = False
    # The previous place of the ship; "" for none.
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
    # How much of the speed is from Fuel; and, for readings of Fuel: the speed it has paid, and steps straight into the
    # wind.
    fuel: int = 0
    by_fuel: int = 0
    upwind: int = 0
    # Orders given, mates and Coffees used for them, orders that mates gave, and Coffees played.
    orders: list[str] = field(default_factory=list)
    mates: int = 0
    coffee_orders: int = 0
    by_mates: list[str] = field(default_factory=list)
    coffees: int = 0
    # How many Deadweights were played, how many drift spaces the ship has entered, and in how many crossings.
    deadweight: int = 0
    drifted: int = 0
    crossings: int = 0
    # How many cards may still be taken.
    takes: int = 0
    # The source of the cards that may be taken, or were taken last: an order, or gas.
    supplied: str = ""
    # By piece: its last space, unless it was sent back since; and the ship's last space without drift.
    previous: dict[str, str] = field(default_factory=dict)
    clear: str = ""
    # Whether a battle has sent the ship back to its space, and whether it has picked something up on its way.
    sent_back: bool = False
    picked: bool = False
    # Spaces of Reds that have fought this player this turn, or have moved in its rest.
    fought: list[str] = field(default_factory=list)
    moved: list[str] = field(default_factory=list)
    # Battles that must not be started again, and whether one that the player began was lost.
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
    # The origins of Reds on the ship's space, which fight it once all have moved; "" if unknown.
    arrived: list[tuple[str, ...]] = field(default_factory=list)
    # Whether a Red has gone to an unknown space: it may be among those that fight as one.
    red_unseen: bool = False
    # How many Reds had been beaten before this turn.
    beaten_before: int = 0
    # Whether the Red in the hold was beaten in this turn.
    caught: bool = False
    # The spaces on which the ship has been, the first one of the turn first.
    stood: list[str] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Force:
    """What one side has brought to a battle. It explains the side's strength and hits."""

    cannons: int = 0
    # The hits of each die, the highest first. The order in the log has no meaning.
    dice: tuple[int, ...] = ()
    cards: list[str] = field(default_factory=list)
    tokens: int = 0


@dataclass(slots=True, eq=False)
class Battle:
    """A battle in progress. A piece is named by its seat (a ship), seat and number (`green.1`), or kind of Crester."""

    attacker: str
    defender: str
    space: str
    # The attacker's previous place.
    back: str
    # The spaces from which a Red may have come, if the log does not say.
    perhaps: tuple[str, ...] = field(default=(), kw_only=True)
    # How many Reds fight as one; and the possible origins of each of the others, as in `perhaps`.
    number: int = field(default=1, kw_only=True)
    others: tuple[tuple[str, ...], ...] = field(default=(), kw_only=True)
    # The index of the current one of STEPS.
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
    """The outcome of the last battle, or the loss of a ship without one. It decides which rule a wrong claim breaks."""

    how: str
    # None, if there was no battle.
    battle: Battle | None = None
    # The pieces that have won and lost; "" for none.
    winner: str = ""
    loser: str = ""
    # For each side, whether its piece goes back, stays, or is gone.
    ways: dict[str, str] = field(default_factory=dict)
    # For a lost ship: the Crester in its hold, and whether the winner's hold was full.
    crester: str = ""
    full: bool = False


@dataclass(slots=True, eq=False)
class Looting:
    """A ship was lost to another: the player who takes half of its cargo, and the number of pieces."""

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
    # The side of the tiles that is up; the tiles by territory, () until they are laid.
    side: str = "large"
    tiles: tuple[str, ...] = ()
    wind: int = field(default=UNKNOWN)
    wind_set: bool = False
    # Whether a card turns the wind, or another roll may, without a line that says to where; and the old direction.
    turning: bool = False
    turned_from: int = field(default=UNKNOWN)
    # Living Cresters by space; and whether there may be others that the log does not mention.
    reds: dict[str, Crester] = field(default_factory=dict)
    greys: dict[str, Crester] = field(default_factory=dict)
    reds_untold: bool = True
    # One Red is on one of these spaces, but the log does not say which.
    strayed: tuple[str, ...] = ()
    greys_untold: bool = False
    # How many Reds have been beaten in this game.
    reds_beaten: int = 0
    # Reds that a reading makes up for later; and the territory in which one must be placed now, 0 for the ship's own.
    reds_lacking: list[Lack] = field(default_factory=list)
    late_red: int = 0
    # The things on each space, and how many.
    items: dict[str, dict[str, int]] = field(default_factory=dict)
    items_untold: bool = True
    tops: list[str] = field(default_factory=lambda: [UNKNOWN] * STACKS)
    sizes: list[int] = field(default_factory=lambda: [UNKNOWN] * STACKS)
    stacks_laid: bool = False
    # The state of a stack that has run out: "" for none.
    run_out: str = ""
    discards: list[str] = field(default_factory=list)
    dealt: list[str] = field(default_factory=list)
    # What each player rolled for the start; one map for each round of rolls among tied players.
    start_rolls: list[dict[str, int]] = field(default_factory=list)
    first: str = ""
    round: int = 0
    phase: str = "set-up"
    active: str = ""
    turn: Turn | None = None
    # The last turn. A line may still belong to it, as long as the next player has done nothing.
    turn_before: Turn | None = None
    # What other players have done since the active player acted. If a rest is missing, it may have been in their own
    # turns.
    beside: list[Turn] = field(default_factory=list)
    battle: Battle | None = None
    # The last event, except for revealed tops; and its player's numbers before it, by fact.
    last: Event | None = None
    before: dict[str, int] = field(default_factory=dict)
    # The player who has rested last, as long as the next player has done nothing.
    rested: str = ""
    # The orders that Coffee gave in that turn: their tokens are back in stock.
    put_back: list[str] = field(default_factory=list)
    looting: Looting | None = None
    # The outcome of the last battle.
    outcome: Outcome | None = None
    # The face-up achievement cards, and whether there may be others. `together`: players who have just scored the same
    # card one after the other. `met`: cards to be scored before the next act (`green broadside`). `passed_over`: those
    # that were not scored.
    goals: tuple[str, ...] = ()
    goals_untold: bool = True
    together: tuple[str, ...] = ()
    met: tuple[str, ...] = ()
    passed_over: tuple[str, ...] = ()
    # Whether the tags are unknown, and how many tags are gone for good under a reading.
    tags_untold: bool = False
    # Where the White is ("": on the notoriety track, or beaten); whether it was awakened, by which player, and beaten.
    white: str = ""
    white_awake: bool = False
    white_waker: str = ""
    white_beaten: bool = False
    tags_gone: int = 0
    # In a cooperative game: the lives left to the captains and to the White, and the difficulty.
    lives: dict[str, int] = field(default_factory=dict)
    difficulty: str = field(default=UNKNOWN)
    owed: list[Owed] = field(default_factory=list)
    # The player who reached the end of the notoriety track first; whether a player of unknown notoriety may have.
    trigger: str = ""
    perhaps_over: bool = False
    # Whether this player reached it in another's turn, and under one reading has a turn still to come.
    one_more_turn: bool = False
    extra_rounds: int = 0
    winner: str = ""
    ending: str = ""
    said_over: bool = False
    stopped: bool = False
    unapplied: list[str] = field(default_factory=list)
