"""Defines the events of a tournament, one per line and never changed, and the record folded from them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from audit.tournaments.exact_numbers import parse_exact_in_bounds

ORGANISER = "organiser"


class TournamentEvent(Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """What every line states: who acted, why, and when, if that was recorded."""

    who: str
    why: str = ""
    at: str = ""


class HandIn(TournamentEvent, frozen=True, tag="hand-in"):
    """A log, by SHA-256, is submitted for a table."""

    table: str
    log: str


class ReplaceLog(TournamentEvent, frozen=True, tag="replace"):
    """A corrected log replaces one that was submitted."""

    table: str
    log: str
    instead: str


class Decide(TournamentEvent, frozen=True, tag="decide"):
    """The organiser decides the result of a table."""

    table: str
    places: dict[str, int]
    scores: dict[str, int | str] = {}
    dropped: tuple[str, ...] = ()


class Confirm(TournamentEvent, frozen=True, tag="confirm"):
    """A player of the table or the organiser confirms a result. With the organiser's confirmation it is final."""

    table: str
    by: str = ORGANISER


class WalkOver(TournamentEvent, frozen=True, tag="walk-over"):
    """A player never came to a table."""

    table: str
    absent: tuple[str, ...]


class Withdraw(TournamentEvent, frozen=True, tag="withdraw"):
    """A player leaves the tournament, from a round on."""

    player: str
    round: int


class Penalty(TournamentEvent, frozen=True, tag="penalty"):
    """Points are added to a player's total. A negative number deducts them."""

    player: str
    points: int | str


class GiveBye(TournamentEvent, frozen=True, tag="bye"):
    """A player has a round without a table. It is worth `points`, or what the event's rules say."""

    player: str
    round: int
    points: int | str | None = None


class BreakTie(TournamentEvent, frozen=True, tag="break-tie"):
    """The order of players on a shared place, decided outside the tournament (a play-off, lots)."""

    order: tuple[str, ...]


class RuleOn(TournamentEvent, frozen=True, tag="rule"):
    """An arbiter's ruling on the log of a table, or without a table on every log.

    `readings` say how questions are read. `lines` are lines about the record (`amend 3 "…"`, `ruling 3`) that apply on
    top of the log, whose bytes do not change.
    """

    table: str = ""
    readings: dict[str, str] = {}
    lines: tuple[str, ...] = ()
    # The head of the case in which the ruling was made, if there is one.
    case: str = ""


class Lift(TournamentEvent, frozen=True, tag="lift"):
    """An earlier event, by number, no longer counts. Its line remains."""

    event: int


AnyEvent = HandIn | ReplaceLog | Decide | Confirm | WalkOver | Withdraw | Penalty | GiveBye | BreakTie | RuleOn | Lift
# These events depend on a person's judgement, so they need a reason.
REASONED = (ReplaceLog, Decide, WalkOver, Withdraw, Penalty, BreakTie, RuleOn, Lift)


class TournamentRecord(Struct, frozen=True, kw_only=True):
    """The state after the events, folded each time. `head` is the hash chain over their lines."""

    events: tuple[AnyEvent, ...] = ()
    head: str = ""
    logs: Mapping[str, str] = {}
    replaced: frozenset[str] = frozenset()
    decided: Mapping[str, Decide] = {}
    confirmed: Mapping[str, tuple[str, ...]] = {}
    absent: Mapping[str, frozenset[str]] = {}
    withdrawn: Mapping[str, int] = {}
    penalties: tuple[Penalty, ...] = ()
    byes: tuple[GiveBye, ...] = ()
    orders: tuple[tuple[str, ...], ...] = ()
    rulings: tuple[RuleOn, ...] = ()

    def rulings_on(self, table: str) -> tuple[RuleOn, ...]:
        """List the rulings on the log of a table. An empty name selects those on every log."""
        return tuple(one for one in self.rulings if one.table == table)


def parse_points(points: int | str | None) -> Fraction | None:
    """Parse points that were checked before."""
    return None if points is None else parse_exact_in_bounds(points)
