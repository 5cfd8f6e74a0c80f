"""A tournament as its organiser laid it down: what is played, by which rules, who sits where, and how it is counted."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from audit.options import Pins

# What a table comes to for each who sat there, by the scheme of the event.
DEFAULT_LADDER = (Fraction(5), Fraction(3), Fraction(2), Fraction(1))
DEFAULT_TIE_BREAKS = ("places", "share", "direct", "opponents")


class RosterPlayer(Struct, frozen=True):
    """Somebody who takes part: the key that the file uses, the name, and other spellings that the organiser takes."""

    id: str
    name: str
    also: tuple[str, ...] = ()


class SeatedTable(Struct, frozen=True):
    """One table of one round: which seat is whose, in the order of the seats; or only who sits there."""

    round: int
    table: int
    players: tuple[str, ...]
    seats: Mapping[str, str] = {}

    @property
    def id(self) -> str:
        """How the table is called: R2T7."""
        return f"R{self.round}T{self.table}"


class ScoringRules(Struct, frozen=True, kw_only=True):
    """How places and scores of a table become points, and points a total."""

    scheme: str = "ladder"
    ladder: tuple[Fraction, ...] = DEFAULT_LADDER
    # A list of its own for tables of so many, which wins over the ladder.
    by_size: Mapping[int, tuple[Fraction, ...]] = {}
    # Whether who is level by points is told apart by the game's own tie-break, as far as it has one, or shares.
    ties: str = "game"
    # What each of several on one place gets: the mean of the places that they cover, the lower, or the higher value.
    shared: str = "average"
    # The fact by which seats are ranked: `*.vp` (a number for each seat) or a list of seats, the best first.
    rank_by: str = ""
    # What a bye is worth (`neutral`: the mean of the ladder), who left during a game, and a game stopped by the clock.
    bye: str = "neutral"
    dropped: str = "ladder"
    stopped: str = "standing"
    best_of: int = 0
    # Of schemes that reckon from what each begins with.
    start: Fraction = Fraction(0)
    unit: Fraction = Fraction(1)


class Tournament(Struct, frozen=True, kw_only=True):
    """The whole file."""

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
        """Look up somebody on the roster."""
        return next(player for player in self.roster if player.id == key)

    def find_table(self, name: str) -> SeatedTable | None:
        """Look a table up by how it is called."""
        return next((table for table in self.tables if table.id == name), None)

    @property
    def rounds(self) -> tuple[int, ...]:
        """List the rounds that are seated."""
        return tuple(sorted({table.round for table in self.tables}))
