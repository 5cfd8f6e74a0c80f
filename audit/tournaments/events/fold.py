"""Reads the events of a tournament, checks each against the events before it, and folds them into a record."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection

import msgspec

from audit.rewrite.with_rulings import find_strange_lines, find_strange_readings
from audit.tournaments.events.events import (
    ORGANISER,
    REASONED,
    AnyEvent,
    BreakTie,
    Confirm,
    Decide,
    GiveBye,
    HandIn,
    Lift,
    Penalty,
    ReplaceLog,
    RuleOn,
    TournamentRecord,
    WalkOver,
    Withdraw,
)
from audit.tournaments.exact_numbers import AS_IN, parse_exact_in_bounds
from audit.tournaments.file.reader import MOST_ROUNDS, TO_KEY
from audit.tournaments.file.toml_table import MOST_COMPARED
from audit.tournaments.tournament import SeatedTable, Tournament
from engine.kernel.game import Game
from engine.kernel.log import Fault, LogError
from engine.kernel.spellings import echo_text, suggest_nearest

MOST_EVENTS, MOST_FAULTS = 200_000, 100
DIGEST = re.compile(r"[0-9a-f]{64}")
DATE = re.compile(
    r"[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])"
    r"([T ]([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\.[0-9]{1,6})?)?(Z|[+-][0-2][0-9]:[0-5][0-9])?)?"
)


def read_record(
    raw: bytes, tournament: Tournament, as_of: int | None = None, game: Game | None = None
) -> TournamentRecord:
    """Read and fold the events, up to number `as_of`. Raises `LogError` with all faults.

    Rulings are checked against the `game`, if it is given.
    """
    numbered = [(at, line) for at, line in enumerate(raw.split(b"\n"), 1) if line.strip()]
    if len(numbered) > MOST_EVENTS:
        raise LogError(f"There are more than {MOST_EVENTS:,} events.", "No tournament has so many.", 0, 0)
    fold = _Fold(tournament, game)
    for at, line in numbered if as_of is None else numbered[:as_of]:
        fold.take_line(at, line)
    if fold.faults:
        raise LogError.from_faults(fold.faults[:MOST_FAULTS])
    return fold.make_record()


class _Fold:
    """Folds the events of a tournament, one line at a time."""

    def __init__(self, tournament: Tournament, game: Game | None) -> None:
        self.game, self.pins = game, tournament.pins
        self.tables = {table.id: table for table in tournament.tables}
        self.players = {player.id for player in tournament.roster}
        self.rounds = set(tournament.rounds)
        self.faults: list[Fault] = []
        self.events: list[AnyEvent] = []
        self.head = hashlib.sha256(b"")
        self.logs: dict[str, str] = {}
        self.replaced: set[str] = set()
        self.line = 0

    def take_line(self, line: int, raw: bytes) -> None:
        """Parse one line, check it against the events before it, and add its event."""
        self.line = line
        if len(self.faults) >= MOST_FAULTS:
            return
        self.head = hashlib.sha256(self.head.digest() + raw.strip())
        try:
            event = msgspec.json.decode(raw, type=AnyEvent)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as wrong:
            self._add_fault(
                f"This is not an event of a tournament: {wrong}.", 'As in {"do": "confirm", "table": "R1T1", …}'
            )
            return
        before = len(self.faults)
        self._check_event(event)
        if len(self.faults) == before:
            self._take_log(event)
            self.events.append(event)

    def _add_fault(self, says: str, hint: str) -> None:
        self.faults.append(Fault(says, hint, self.line, 1))

    def _check_event(self, event: AnyEvent) -> None:
        self._check_signature(event)
        if isinstance(event, HandIn | ReplaceLog):
            self._check_digests(event)
        everywhere = isinstance(event, RuleOn) and not event.table
        table = self._find_table(event.table) if hasattr(event, "table") and not everywhere else None
        if isinstance(event, RuleOn):
            self._check_rule_on(event)
        if isinstance(event, Lift):
            self._check_lift(event)
        if isinstance(event, Withdraw | Penalty | GiveBye):
            self._check_player(event.player, self.players)
        if isinstance(event, BreakTie):
            self._check_players(event.order, self.players)
        if isinstance(event, Withdraw | GiveBye) and not 1 <= event.round <= MOST_ROUNDS:
            self._add_fault("There is no such round.", f"Rounds are numbered from 1 to {MOST_ROUNDS:,}.")
        if (
            isinstance(event, Penalty | GiveBye)
            and event.points is not None
            and parse_exact_in_bounds(event.points) is None
        ):
            self._add_fault(f"{echo_text(event.points)} is not a number that is allowed here.", AS_IN)
        if table is not None:
            self._check_table(event, table)

    def _find_table(self, name: str) -> SeatedTable | None:
        if name not in self.tables:
            self._add_fault(
                f"There is no table {echo_text(name)}.", self._suggest_near(name, self.tables) or "Write it as R2T7."
            )
        return self.tables.get(name)

    @staticmethod
    def _suggest_near(word: str, among: Collection[str]) -> str:
        return suggest_nearest(word, among) if len(among) <= MOST_COMPARED else ""

    def _check_player(self, player: str, among: set[str]) -> None:
        if player not in among:
            self._add_fault(
                f"No player there has the key {echo_text(player)}.", self._suggest_near(player, among) or TO_KEY
            )

    def _check_signature(self, event: AnyEvent) -> None:
        """Check the fields of every line: who, why, and the date if given."""
        if not event.who.strip():
            self._add_fault("It does not say who did this.", 'Write "who": "…".')
        if isinstance(event, REASONED) and not event.why.strip():
            self._add_fault("It gives no reason.", 'Write "why": "…": it is shown with the standings.')
        if event.at and not DATE.fullmatch(event.at):
            self._add_fault(f"{echo_text(event.at)} is not a date.", 'Write "at": "2026-05-02T15:40", or leave it out.')

    def _check_players(self, players: tuple[str, ...], among: set[str]) -> None:
        """Check a list of players: each exists and is named once."""
        for player in players:
            self._check_player(player, among)
        if len(set(players)) < len(players):
            self._add_fault("It names a player twice.", "Name each once.")
        if not players:
            self._add_fault("It names no player.", "Write keys from [players].")

    def _check_digests(self, event: HandIn | ReplaceLog) -> None:
        digests = [event.log, event.instead] if isinstance(event, ReplaceLog) else [event.log]
        for digest in digests:
            if not DIGEST.fullmatch(digest):
                self._add_fault(
                    f"{echo_text(digest)} names no log.", "Write its SHA-256: 64 digits and letters from a to f."
                )

    def _check_table(self, event: AnyEvent, table: SeatedTable) -> None:
        here = set(table.players)
        if isinstance(event, Decide):
            self._check_places(event, here)
        if isinstance(event, WalkOver):
            self._check_players(event.absent, here)
        if isinstance(event, Confirm) and event.by != ORGANISER:
            self._check_player(event.by, here)

    def _check_places(self, event: Decide, here: set[str]) -> None:
        for player in (*event.places, *event.scores, *event.dropped):
            self._check_player(player, here)
        if missing := here - set(event.places):
            self._add_fault(
                f"It gives no place to {', '.join(sorted(missing))}.", "Give a place to each player of the table."
            )
        places = sorted(event.places.values())
        if any(place != 1 + sum(other < place for other in places) for place in places):
            self._add_fault("These places are not possible.", "A shared place uses up the next one: 1, 2, 2, 4.")
        if any(parse_exact_in_bounds(score) is None for score in event.scores.values()):
            self._add_fault("A score is not a number that is allowed here.", AS_IN)

    def _check_rule_on(self, event: RuleOn) -> None:
        if not event.readings and not event.lines:
            self._add_fault("It rules nothing.", 'Write "readings": {"QUESTION": "READING"} or "lines": ["ruling 3"].')
        if event.lines and not event.table:
            self._add_fault("Lines are applied to the log of one table.", 'Write "table": "R2T7".')
        if self.game is None:
            return
        for says, hint in (
            *find_strange_readings(self.game, event.readings, self.pins),
            *find_strange_lines(self.game, event.lines),
        ):
            self._add_fault(says, hint)

    def _check_lift(self, event: Lift) -> None:
        if not 1 <= event.event <= len(self.events):
            self._add_fault(
                f"There is no event {event.event if event.event in range(MOST_EVENTS) else 'so numbered'} before it.",
                "Count the lines from 1.",
            )
        elif isinstance(self.events[event.event - 1], (HandIn, ReplaceLog, Lift)):
            self._add_fault("That cannot be taken back.", "Replace the log again; record again what was lifted.")

    def _take_log(self, event: AnyEvent) -> None:
        """Record which log belongs to which table. A log has one table, and a table has one log."""
        if not isinstance(event, HandIn | ReplaceLog):
            return
        if isinstance(event, ReplaceLog):
            if self.logs.get(event.instead) != event.table:
                self._add_fault("The log to be replaced was not submitted for that table.", "Submit it first.")
            self.replaced.add(event.instead)
            self.logs.pop(event.instead, None)
        other = self.logs.get(event.log)
        if other not in {None, event.table}:
            self._add_fault(f"This log was already submitted for {other}.", "A log is of one table.")
        if isinstance(event, HandIn) and any(
            table == event.table and log != event.log for log, table in self.logs.items()
        ):
            self._add_fault(
                f"{event.table} has another log already.", 'Replace it: {"do": "replace", "instead": "…", …}'
            )
        self.logs[event.log] = event.table
        self.replaced.discard(event.log)

    def make_record(self) -> TournamentRecord:
        """Build the record from the events taken so far."""
        lifted = {event.event for event in self.events if isinstance(event, Lift)}
        standing = [event for at, event in enumerate(self.events, 1) if at not in lifted]
        confirmed: dict[str, tuple[str, ...]] = {}
        absent: dict[str, frozenset[str]] = {}
        for event in standing:
            if isinstance(event, Confirm):
                confirmed[event.table] = (*confirmed.get(event.table, ()), event.by)
            elif isinstance(event, ReplaceLog):
                # The confirmation applied to the result of the earlier log.
                confirmed.pop(event.table, None)
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
            decided={event.table: event for event in standing if isinstance(event, Decide)},
            confirmed=confirmed,
            absent=absent,
            withdrawn={event.player: event.round for event in standing if isinstance(event, Withdraw)},
            penalties=tuple(event for event in standing if isinstance(event, Penalty)),
            byes=tuple(event for event in standing if isinstance(event, GiveBye)),
            orders=tuple(event.order for event in standing if isinstance(event, BreakTie)),
            rulings=tuple(event for event in standing if isinstance(event, RuleOn)),
        )
