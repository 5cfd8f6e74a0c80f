"""The table: ships with hold, brig, crew and cannons, three stacks, the task board, and the turn in progress."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from engine.games.north_wind.content import COMMODITIES, HARBORS, Content
from engine.games.north_wind.terms import Terms
from engine.kernel.log import Header
from engine.kernel.table import Owed
from engine.kernel.tables.shapes import Plain
from engine.kernel.unknown import UNKNOWN, is_known

BONUSES = ("most", "supply", "crew")
LOOKS = ("keep", "under")
REASONS = ("range", "actions", "defeat", "stopped")
AREAS = ("hold", "brig", "cabin", "nest")
ACTIONS = 2
STACK = 8
# The prizes of fog: the gold of a treasure, a captain, or gold for a captain without a free slot.
TREASURE, CAPTAIN, CAPTAIN_GOLD = "treasure", "captain", "gold"
SKULLS = {"skull1": 1, "skull2": 2, "skull3": 3}
COIN = "coin"
PIRATE_PRICE = 1
# What a missing line may have done: spent gold, gained gold or room, or gained since the seat's last turn.
SPENT, GAINED, LATELY = "spent", "gained", "gained lately"
REWARD = 1


@dataclass(slots=True, eq=False)
class Player:
    """One seat and its ship. Unknown numbers are UNKNOWN, and so is a crew member without a known role."""

    seat: str
    gold: int = 0
    letters: int = 0
    # Task tokens that are not on the board.
    tokens: int = 0
    hold: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COMMODITIES, 0))
    brig: int = 0
    crew: list[str] = field(default_factory=list)
    cannons: int = 0
    sail: int = 0
    # Whether the crew may have members that the log does not mention.
    crew_untold: bool = False
    # What missing lines must have done, as later lines have shown: spent something, or gained something.
    untold: set[str] = field(default_factory=set)


@dataclass(slots=True, eq=False)
class Drawn:
    """One tile in the row of this voyage, and its uses."""

    tile: str
    # How often the player who sails has used it (UNKNOWN if a position leaves it open), and the last use: buy, sell ...
    uses: int = 0
    dealt: str = ""
    # Whether the player who sails has declined to use it.
    passed: bool = False
    # Opponents who returned a letter for it, in order, and those who declined.
    joiners: list[str] = field(default_factory=list)
    declined: list[str] = field(default_factory=list)
    # Opponents who have used it for a letter, once for each use; and those whose use is missing.
    users: list[str] = field(default_factory=list)
    overdue: list[str] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Stack:
    """One of the three stacks: the order of its tiles as far as known, and the tiles that it certainly holds."""

    # From the top down; UNKNOWN for a tile that was not seen since the shuffle.
    order: list[str]
    # Every tile known to be in this stack, with the least number of it.
    holds: dict[str, int] = field(default_factory=dict)
    # Of these, the tiles that all players have seen; and those that the Lookout has shown to one seat alone.
    opened: dict[str, int] = field(default_factory=dict)
    peeked: dict[str, dict[str, int]] = field(default_factory=dict)
    # The seats that know the tiles in `order`.
    seen_by: set[str] = field(default_factory=set)

    def show(self, tile: str, number: int) -> None:
        """Record that all players know of at least this many of a tile in this stack."""
        for known_here in (self.holds, self.opened):
            known_here[tile] = max(number, known_here.get(tile, 0))


def stack_of(order: list[Any], holds: dict[str, int]) -> Stack:
    """Make a stack of which all players know the same."""
    return Stack(order, holds, dict(holds))


@dataclass(slots=True, eq=False)
class Turn:
    """One player's turn, and the voyage in it."""

    seat: str
    # The chosen stack, and the tiles of this voyage.
    stack: str = ""
    row: list[Drawn] = field(default_factory=list)
    actions: int = 0
    # Times that gold for the poor was taken, tiles moved under the stack, looks, and tiles put under by the Lookout.
    income: int = 0
    # Whether, under one reading, the Treasurer has since helped out without a line in the log.
    relieved: bool = False
    cut: bool = False
    looks: int = 0
    looked_at: int = 0
    put_under: int = 0
    # What the Lookout last did with the tile on top, as long as no tile was revealed since.
    looked: str = ""
    tasks: int = 0
    # How the voyage ended ("" while it continues), and whether the log said so.
    reason: str = ""
    # The current pirate: its strength, and the outcome of the last battle (won, lost, or UNKNOWN).
    strength: int = 0
    paid: bool = False
    fought: bool = False
    hits: int = 0
    rolls: int = 0
    battle: str = ""
    # Gold and captains before a die roll that is missing in the log. Later lines may reveal what it brought.
    purse: int = 0
    prison: int = 0
    # What was won and may still be left, and whether the log has said that it was taken.
    reward: str = ""
    reward_said: bool = False
    # The player who has returned a letter and not used the tile yet.
    joined: str = ""
    letter_uses: int = 0
    received: int = 0
    # Sail levels that opponents bought by letter, and those bought in this turn's own actions.
    sails_by_letter: int = 0
    sails_bought: int = 0
    # What each seat threw overboard since it last bought.
    thrown: dict[str, list[str]] = field(default_factory=dict)
    # The last act, by class of event and seat. It decides which rule a wrong claim breaks.
    last: str = ""
    last_by: str = ""
    # What the last act brought or cost, by purpose.
    moved: dict[str, Plain] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Table:
    """Everything on the table."""

    content: Content
    terms: Terms
    seats: tuple[str, ...]
    players: dict[str, Player]
    header: Header
    stacks: dict[str, Stack] = field(default_factory=dict)
    # The stacks that have been built, in order.
    built: list[str] = field(default_factory=list)
    # Owners of the tokens in each task column, from the bottom up.
    columns: dict[str, list[str]] = field(default_factory=lambda: {harbor: [] for harbor in HARBORS})
    # The owner of the token on each harbor's bonus field, and the previous one.
    most: dict[str, str] = field(default_factory=lambda: dict.fromkeys(HARBORS, ""))
    lost: dict[str, str] = field(default_factory=lambda: dict.fromkeys(HARBORS, ""))
    supplied: list[str] = field(default_factory=list)
    crewed: list[str] = field(default_factory=list)
    # Whether the owners of a supply or a crew bonus are not fully known.
    bonuses_untold: bool = False
    # Bonus tokens moved since the last other act: placed and taken back by the fold, and whether the log said so.
    placed: list[tuple[str, str, str]] = field(default_factory=list)
    taken_back: list[tuple[str, str, str]] = field(default_factory=list)
    # Earned bonuses that the owner must claim now or never under one reading.
    earned: list[tuple[str, str, str]] = field(default_factory=list)
    phase: str = "set-up"
    first: str = ""
    active: str = ""
    # The number of finished turns.
    turns: int = 0
    turn: Turn | None = None
    owed: list[Owed] = field(default_factory=list)
    # The player who wins as soon as the turn ends, and how (two readings).
    won: str = ""
    won_by: str = ""
    winner: str = ""
    ending: str = ""
    said_over: bool = False
    stopped: bool = False
    unapplied: list[str] = field(default_factory=list)
    # Task columns with an unknown number of tokens.
    heights_untold: set[str] = field(default_factory=set)
    # Whether tokens that are missing in the log may have ended the game.
    perhaps_over: bool = False


def unknown_order(size: Any) -> list[Any]:  # noqa: ANN401 - a number, or UNKNOWN
    """Return the order of a shuffled stack of so many tiles: all unknown."""
    return [UNKNOWN] * (size if is_known(size) else STACK)
