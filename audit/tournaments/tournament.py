"""Defines a tournament as its organiser set it up: game, rules, seating and scoring."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from audit.options import Pins

# The default values of the places at a table.
DEFAULT_LADDER = (Fraction(5), Fraction(3), Fraction(2), Fraction(1))
DEFAULT_TIE_BREAKS = ("places", "share", "direct", "opponents")


class RosterPlayer(Struct, frozen=True):
    """A player: the key in the file, the name, and other spellings that the organiser accepts."""

    id: str
    name: str
    also: tuple[str, ...] = ()


class SeatedTable(Struct, frozen=True):
    """One table of one round: the player of each seat, or only the players if seats are drawn."""

    round: int
    table: int
    players: tuple[str, ...]
    seats: Mapping[str, str] = {}

    @property
    def id(self) -> str:
        """The name of the table: R2T7."""
        return f"R{self.round}T{self.table}"


class ScoringRules(Struct, frozen=True, kw_only=True):
    """How places and scores of a table become points, and points a total."""

    scheme: str = "ladder"
    ladder: tuple[Fraction, ...] = DEFAULT_LADDER
    # Separate values by table size, which win over the ladder.
    by_size: Mapping[int, tuple[Fraction, ...]] = {}
    # Whether the game's own tie-break separates players with equal points, if it has one, or whether they share.
    ties: str = "game"
    # The value of a shared place: the mean of the places it covers, the lower one, or the higher one.
    shared: str = "average"
    # The fact by which seats are ranked: `*.vp` (a number for each seat) or a list of seats, the best first.
    rank_by: str = ""
    # The value of a bye (`neutral`: the mean of the ladder), of leaving during a game, and of a game stopped by the
    # clock.
    bye: str = "neutral"
    dropped: str = "ladder"
    stopped: str = "standing"
    best_of: int = 0
    # For schemes that compute from each player's starting score.
    start: Fraction = Fraction(0)
    unit: Fraction = Fraction(1)


class Tournament(Struct, frozen=True, kw_only=True):
    """The content of a tournament file."""

    name: str
    game: str
    pins: Pins
    roster: tuple[RosterPlayer, ...]
    tables: tuple[SeatedTable, ...] = ()
    scoring: ScoringRules = ScoringRules()
    tie_breaks: tuple[str, ...] = DEFAULT_TIE_BREAKS
    restart: bool = False
    minutes: int = 0
    preset: str = ""

    def find_player(self, key: str) -> RosterPlayer:
        """Find a player on the roster by key."""
        return next(player for player in self.roster if player.id == key)

    def find_table(self, name: str) -> SeatedTable | None:
        """Find a table by name."""
        return next((table for table in self.tables if table.id == name), None)

    @property
    def rounds(self) -> tuple[int, ...]:
        """The rounds that have tables."""
        return tuple(sorted({table.round for table in self.tables}))
