"""What happens to a tournament, a line each, never changed: who did it, why, and what stands after all of them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from fractions import Fraction

import msgspec
from msgspec import Struct

from audit.tournaments.numbers import exact
from audit.tournaments.tournament import SeatedTable, Tournament
from engine.kernel.log import Fault, LogError
from engine.kernel.spellings import echoed, nearest

MOST_EVENTS, MOST_FAULTS = 200_000, 100
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


AnyEvent = HandIn | ReplaceLog | Decide | Confirm | WalkOver | Withdraw | Penalty | GiveBye | BreakTie
# What stands or falls by somebody's word needs a reason.
REASONED = (ReplaceLog, Decide, WalkOver, Withdraw, Penalty, BreakTie)


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


def record_from(raw: bytes, tournament: Tournament, as_of: int | None = None) -> TournamentRecord:
    """Read the events (up to the `as_of`th) and fold them. Raises `LogError` with all that is wrong in them."""
    numbered = [(at, line) for at, line in enumerate(raw.split(b"\n"), 1) if line.strip()]
    if len(numbered) > MOST_EVENTS:
        raise LogError(f"There are more than {MOST_EVENTS:,} events.", "No tournament has so many.", 0, 0)
    fold = _Fold(tournament)
    for at, line in numbered if as_of is None else numbered[:as_of]:
        fold.take(at, line)
    if fold.faults:
        raise LogError.of(fold.faults[:MOST_FAULTS])
    return fold.record()


class _Fold:
    """Events taken one after the other."""

    def __init__(self, tournament: Tournament) -> None:
        self.tables = {table.id: table for table in tournament.tables}
        self.players = {player.id for player in tournament.roster}
        self.rounds = set(tournament.rounds)
        self.faults: list[Fault] = []
        self.events: list[AnyEvent] = []
        self.head = hashlib.sha256(b"")
        self.logs: dict[str, str] = {}
        self.replaced: set[str] = set()
        self.line = 0

    def take(self, line: int, raw: bytes) -> None:
        """Read one line, hold it against what was before, and take it down."""
        self.line = line
        self.head = hashlib.sha256(self.head.digest() + raw.strip())
        try:
            event = msgspec.json.decode(raw, type=AnyEvent)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
            self._fault(f"This is no event of a tournament: {wrong}.", 'As in {"do": "confirm", "table": "R1T1", …}')
            return
        before = len(self.faults)
        self._check(event)
        if len(self.faults) == before:
            self._log(event)
            self.events.append(event)

    def _fault(self, says: str, hint: str) -> None:
        self.faults.append(Fault(says, hint, self.line, 1))

    def _check(self, event: AnyEvent) -> None:
        if not event.who.strip():
            self._fault("Nobody is named who did this.", 'Write "who": "…".')
        if isinstance(event, REASONED) and not event.why.strip():
            self._fault("It gives no reason.", 'Write "why": "…": it is shown with the standings.')
        table = self._table(event.table) if hasattr(event, "table") else None
        if isinstance(event, Withdraw | Penalty | GiveBye):
            self._known(event.player, self.players)
        if isinstance(event, BreakTie):
            for player in event.order:
                self._known(player, self.players)
        if isinstance(event, Penalty | GiveBye) and event.points is not None and exact(event.points) is None:
            self._fault(f"{echoed(event.points)} is no number.", 'Write 5 or "5/2".')
        if table is not None:
            self._check_table(event, table)

    def _table(self, name: str) -> SeatedTable | None:
        if name not in self.tables:
            self._fault(f"There is no table {echoed(name)}.", nearest(name, self.tables) or "Write it as R2T7.")
        return self.tables.get(name)

    def _known(self, player: str, among: set[str]) -> None:
        if player not in among:
            self._fault(f"Nobody there goes by the key {echoed(player)}.", nearest(player, among))

    def _check_table(self, event: AnyEvent, table: SeatedTable) -> None:
        here = set(table.players)
        if isinstance(event, Decide):
            self._check_places(event, here)
        if isinstance(event, WalkOver):
            for player in event.absent:
                self._known(player, here)
        if isinstance(event, Confirm) and event.by != ORGANISER:
            self._known(event.by, here)

    def _check_places(self, event: Decide, here: set[str]) -> None:
        for player in (*event.places, *event.scores, *event.dropped):
            self._known(player, here)
        if missing := here - set(event.places):
            self._fault(f"It gives no place to {', '.join(sorted(missing))}.", "Everybody of the table has a place.")
        places = sorted(event.places.values())
        if any(place != 1 + sum(other < place for other in places) for place in places):
            self._fault("These places cannot be.", "Who share a place use up the next: 1, 2, 2, 4.")
        if any(exact(score) is None for score in event.scores.values()):
            self._fault("A score is no number.", 'Write 5 or "5/2".')

    def _log(self, event: AnyEvent) -> None:
        """Take down which log is of which table; one log is of one table, and one table has one."""
        if not isinstance(event, HandIn | ReplaceLog):
            return
        if isinstance(event, ReplaceLog):
            if self.logs.get(event.instead) != event.table:
                self._fault("The log to be replaced was not handed in for that table.", "Hand it in first.")
            self.replaced.add(event.instead)
            self.logs.pop(event.instead, None)
        other = self.logs.get(event.log)
        if other not in {None, event.table}:
            self._fault(f"This log was handed in for {other} already.", "A log is of one table.")
        if isinstance(event, HandIn) and any(
            table == event.table and log != event.log for log, table in self.logs.items()
        ):
            self._fault(f"{event.table} has another log already.", 'Replace it: {"do": "replace", "instead": "…", …}')
        self.logs[event.log] = event.table

    def record(self) -> TournamentRecord:
        """Fold what was taken."""
        confirmed: dict[str, tuple[str, ...]] = {}
        absent: dict[str, frozenset[str]] = {}
        for event in self.events:
            if isinstance(event, Confirm):
                confirmed[event.table] = (*confirmed.get(event.table, ()), event.by)
            elif isinstance(event, WalkOver):
                absent[event.table] = absent.get(event.table, frozenset()) | frozenset(event.absent)
            elif isinstance(event, Withdraw):
                for table in self.tables.values():
                    if table.round >= event.round and event.player in table.players:
                        absent[table.id] = absent.get(table.id, frozenset()) | {event.player}
        return TournamentRecord(
            events=tuple(self.events),
            head=self.head.hexdigest() if self.events else "",
            logs=dict(self.logs),
            replaced=frozenset(self.replaced),
            decided={event.table: event for event in self.events if isinstance(event, Decide)},
            confirmed=confirmed,
            absent=absent,
            withdrawn={event.player: event.round for event in self.events if isinstance(event, Withdraw)},
            penalties=tuple(event for event in self.events if isinstance(event, Penalty)),
            byes=tuple(event for event in self.events if isinstance(event, GiveBye)),
            orders=tuple(event.order for event in self.events if isinstance(event, BreakTie)),
        )


def number_of(points: int | str | None) -> Fraction | None:
    """Read points that were found to be a number."""
    return None if points is None else exact(points)
