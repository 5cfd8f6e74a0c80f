"""What happens to a tournament, a line each, never changed: who did it, why, and what stands after all of them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from audit.tournaments.exact_numbers import parse_exact_in_bounds

ORGANISER = "organiser"


class TournamentEvent(Struct, frozen=True, kw_only=True, tag_field="do", forbid_unknown_fields=True):
    """What every line says: who did it, why, and when, as far as anybody wrote that down."""

    who: str
    why: str = ""
    at: str = ""


class HandIn(TournamentEvent, frozen=True, tag="hand-in"):
    """A log (its SHA-256) is that of a table."""

    table: str
    log: str


class ReplaceLog(TournamentEvent, frozen=True, tag="replace"):
    """A corrected log stands in the place of one that was handed in."""

    table: str
    log: str
    instead: str


class Decide(TournamentEvent, frozen=True, tag="decide"):
    """The organiser says how a table came out."""

    table: str
    places: dict[str, int]
    scores: dict[str, int | str] = {}
    dropped: tuple[str, ...] = ()


class Confirm(TournamentEvent, frozen=True, tag="confirm"):
    """A result is confirmed: by somebody who sat there, or by the organiser, and then it stands."""

    table: str
    by: str = ORGANISER


class WalkOver(TournamentEvent, frozen=True, tag="walk-over"):
    """Somebody never came to a table."""

    table: str
    absent: tuple[str, ...]


class Withdraw(TournamentEvent, frozen=True, tag="withdraw"):
    """Somebody plays no more, from a round on."""

    player: str
    round: int


class Penalty(TournamentEvent, frozen=True, tag="penalty"):
    """So many points on somebody's total (fewer: below 0)."""

    player: str
    points: int | str


class GiveBye(TournamentEvent, frozen=True, tag="bye"):
    """A round without a table, worth what the event says or so many points."""

    player: str
    round: int
    points: int | str | None = None


class BreakTie(TournamentEvent, frozen=True, tag="break-tie"):
    """The order of some who are level, decided outside (a play-off, lots)."""

    order: tuple[str, ...]


class RuleOn(TournamentEvent, frozen=True, tag="rule"):
    """An arbiter's ruling on the log of a table, or (without one) on every log: how questions are read, what lines say.

    `lines` are lines about the record (`amend 3 "…"`, `ruling 3`) that are laid over the log, whose bytes stay.
    """

    table: str = ""
    readings: dict[str, str] = {}
    lines: tuple[str, ...] = ()
    # The head of the case in which it was made, where there is one.
    case: str = ""


class Lift(TournamentEvent, frozen=True, tag="lift"):
    """An earlier event, by its number, counts no more; it stays where it stands."""

    event: int


AnyEvent = HandIn | ReplaceLog | Decide | Confirm | WalkOver | Withdraw | Penalty | GiveBye | BreakTie | RuleOn | Lift
# What stands or falls by somebody's word needs a reason.
REASONED = (ReplaceLog, Decide, WalkOver, Withdraw, Penalty, BreakTie, RuleOn, Lift)


class TournamentRecord(Struct, frozen=True, kw_only=True):
    """What stands after the events: a fold, reckoned anew each time. `head` is the chain of hashes over their lines."""

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
        """List the rulings on the log of a table; those on every log go by no table."""
        return tuple(one for one in self.rulings if one.table == table)


def parse_points(points: int | str | None) -> Fraction | None:
    """Read points that were found to be a number."""
    return None if points is None else parse_exact_in_bounds(points)
