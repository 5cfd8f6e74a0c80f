"""Counts a tournament: each table with its status and its results in three books, and the standings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from audit.tournaments.count.matching import MatchedLog, match_logs
from audit.tournaments.count.possible_results import PossibleResult, fingerprint_finishes
from audit.tournaments.count.submission import Submission
from audit.tournaments.events.events import ORGANISER, Decide, GiveBye, TournamentRecord, parse_points
from audit.tournaments.exact_numbers import parse_exact_in_bounds
from audit.tournaments.scoring.ledger import Extra, PointsLedger, Sitting, make_bye, score_table
from audit.tournaments.scoring.schemes import ABSENT, NOBODY, Finish, Finishes, Undefined
from audit.tournaments.scoring.standings import StandingRow, compute_standings
from audit.tournaments.tournament import ScoringRules, SeatedTable, Tournament

TableStatus = Literal["verified", "provisional", "decided", "missing"]
TournamentBook = Literal["adjudicated", "played", "claimed"]
BOOKS: tuple[TournamentBook, ...] = ("adjudicated", "played", "claimed")


class CountedTable(Struct, frozen=True, kw_only=True):
    """One table: its status, its result in each book, and other possible results.

    `whole`: `possible` lists all possible results. Otherwise any other result is possible too.
    """

    table: SeatedTable
    status: TableStatus
    logs: tuple[MatchedLog, ...] = ()
    books: Mapping[str, Finishes] = {}
    possible: tuple[PossibleResult, ...] = ()
    whole: bool = True
    notes: tuple[str, ...] = ()
    absent: frozenset[str] = frozenset()
    decision: Decide | None = None

    @property
    def is_open(self) -> bool:
        """Whether a result other than the one that counts is possible."""
        return not self.whole or len(self.possible) > 1


class TournamentCount(Struct, frozen=True, kw_only=True):
    """All counted tables, and the logs that match no table."""

    tournament: Tournament
    record: TournamentRecord
    tables: tuple[CountedTable, ...]
    unmatched: tuple[MatchedLog, ...] = ()
    notes: tuple[str, ...] = ()

    def build_ledger(
        self, book: TournamentBook = "adjudicated", instead: Mapping[str, Finishes] | None = None
    ) -> PointsLedger:
        """Build the ledger of a book. `instead` replaces the results of some tables."""
        sittings = []
        for one in self.tables:
            finishes = (instead or {}).get(one.table.id) or self.find_finishes(one, book)
            if finishes is not None and (found := _score_or_none(one, finishes, self.tournament.scoring)):
                sittings.append(found)
        return self.build_ledger_of(sittings, self.list_extras())

    def build_ledger_of(self, sittings: Iterable[Sitting], extras: Sequence[Extra]) -> PointsLedger:
        """Build the ledger of these sittings."""
        players = [player.id for player in self.tournament.roster]
        return PointsLedger(players, sittings, self.tournament.scoring, extras, self.record.orders)

    def find_finishes(self, one: CountedTable, book: TournamentBook) -> Finishes | None:
        """Return the result of a table in a book. Without a claim, return the computed result."""
        if one.status == "decided" and book == "adjudicated":
            return one.books.get("decided")
        return one.books.get(book) or (one.books.get("adjudicated") if book != "adjudicated" else None)

    def rank_players(
        self, book: TournamentBook = "adjudicated", instead: Mapping[str, Finishes] | None = None
    ) -> list[StandingRow]:
        """Rank all players."""
        return compute_standings(
            self.build_ledger(book, instead), self.tournament.tie_breaks, restart=self.tournament.restart
        )

    def list_extras(self) -> list[Extra]:
        """List byes and penalties."""
        size = max((len(one.table.players) for one in self.tables), default=2)
        byes = [_make_bye(given, self.tournament.scoring, size) for given in self.record.byes]
        fines = [
            Extra(one.player, f"penalty: {one.why}", parse_points(one.points) or NOBODY)
            for one in self.record.penalties
        ]
        return [*byes, *fines]


def _make_bye(given: GiveBye, rules: ScoringRules, size: int) -> Extra:
    worth = parse_points(given.points)
    if worth is not None:
        return Extra(given.player, f"bye in round {given.round}", worth, given.round)
    try:
        return make_bye(given.player, given.round, rules, size)
    except Undefined:
        return Extra(given.player, f"bye in round {given.round}", NOBODY, given.round)


def _score_or_none(one: CountedTable, finishes: Finishes, rules: ScoringRules) -> Sitting | None:
    try:
        return score_table(one.table.round, one.table.id, finishes, rules)
    except Undefined:
        return None


def count_tournament(tournament: Tournament, logs: Iterable[Submission], record: TournamentRecord) -> TournamentCount:
    """Match logs to tables, and find the status and result of each table."""
    listed = _drop_repeats(logs)
    found = match_logs((log for log in listed if log.sha256 not in record.replaced), tournament, record.logs)
    by_table: dict[str, list[MatchedLog]] = defaultdict(list)
    for one in found:
        by_table[one.table].append(one)
    there = {log.sha256 for log in listed}
    lacking = {table for log, table in record.logs.items() if log not in there}
    tables = tuple(
        _count_table(table, by_table.get(table.id, ()), record, lost=table.id in lacking) for table in tournament.tables
    )
    return TournamentCount(tournament=tournament, record=record, tables=tables, unmatched=tuple(by_table.get("", ())))


def _drop_repeats(logs: Iterable[Submission]) -> list[Submission]:
    """Drop logs with equal bytes. The first path wins, so that the order of submission does not matter."""
    found: dict[str, Submission] = {}
    for log in sorted(logs, key=lambda one: (one.path, one.sha256)):
        found.setdefault(log.sha256, log)
    return list(found.values())


def _count_table(
    table: SeatedTable, logs: Sequence[MatchedLog], record: TournamentRecord, *, lost: bool
) -> CountedTable:
    absent = record.absent.get(table.id, frozenset())
    handed = [one for one in logs if record.logs.get(one.log.sha256) == table.id]
    logs = handed or list(logs)
    found = _count_from_logs(table, logs, absent)
    if lost:
        found = _add_note(found, "A log was submitted for this table that is not among the files.")
    if decision := record.decided.get(table.id):
        return _apply_decision(found, decision)
    left = [player for player in table.players if player not in absent]
    if not logs and absent and len(left) < 2:  # noqa: PLR2004 - at most one player is left
        finishes = {player: Finish(1) for player in left} | {player: Finish(0, None, ABSENT) for player in absent}
        return _fix_result(found, finishes, "A walk-over.")
    if _has_one_result(found):
        return _fix_result(found, found.books["adjudicated"], "What was ruled leaves nothing open.")
    if ORGANISER in record.confirmed.get(table.id, ()) and found.books.get("adjudicated"):
        return _fix_result(found, found.books["adjudicated"], "Confirmed by the organiser.")
    return found


def _has_one_result(found: CountedTable) -> bool:
    """Return whether a ruling leaves one result, in a log with the right players and the event's own choices."""
    sure = [one for one in found.logs if one.log.ruled and not one.log.own and not one.differs and not one.unmatched]
    return len(sure) == len(found.logs) == 1 and not found.is_open and "adjudicated" in found.books


def _count_from_logs(table: SeatedTable, logs: Sequence[MatchedLog], absent: frozenset[str]) -> CountedTable:
    if not logs:
        note = "No log was submitted."
        return CountedTable(table=table, status="missing", whole=False, notes=(note,), absent=absent)
    books = [_read_books(one, absent) for one in logs]
    possible = [_list_possible_results(one, absent) for one in logs]
    notes = [note for one in logs for note in (*one.differs, *one.notes, *one.log.own, *one.log.ruled)]
    notes += ["Play was stopped before the end; it counts as the event says." for one in logs if one.log.stopped]
    every = {fingerprint_finishes(one.finishes): one for several, _ in possible for one in several}
    if len(logs) > 1:
        names = " and ".join(one.log.path for one in logs)
        notes.append(f"{len(logs)} logs were submitted ({names}); none counts until one is replaced.")
    sure = len(logs) == 1 and logs[0].log.is_clean and not logs[0].differs and not logs[0].unmatched
    return CountedTable(
        table=table,
        status="verified" if sure else "provisional",
        logs=tuple(logs),
        books=books[0] if len(logs) == 1 else {},
        possible=tuple(every.values()),
        whole=all(whole for _, whole in possible) and bool(every),
        notes=tuple(notes),
        absent=absent,
    )


def _read_books(one: MatchedLog, absent: frozenset[str]) -> dict[str, Finishes]:
    said = {"adjudicated": one.log.adjudicated, "played": one.log.played, "claimed": one.log.claimed}
    found = {}
    for name, finishes in said.items():
        if finishes is not None and (mine := map_to_players(finishes, one.seats, absent)):
            found[name] = mine
    return found


def map_to_players(finishes: Finishes, seats: Mapping[str, str], absent: frozenset[str]) -> Finishes | None:
    """Map a result from seats to players. Return None if a seat has no player."""
    if not set(finishes) <= set(seats):
        return None
    played = {seats[seat]: finish for seat, finish in finishes.items()}
    return played | {player: Finish(0, None, ABSENT) for player in sorted(absent - set(played))}


def _list_possible_results(one: MatchedLog, absent: frozenset[str]) -> tuple[list[PossibleResult], bool]:
    if one.log.is_clean and one.log.adjudicated is not None:
        mine = map_to_players(one.log.adjudicated, one.seats, absent)
        return ([PossibleResult(mine, "as it is read")], True) if mine else ([], False)
    mapped = [(map_to_players(result.finishes, one.seats, absent), result.says) for result in one.log.possible.results]
    found = [PossibleResult(finishes, says) for finishes, says in mapped if finishes]
    return found, one.log.possible.whole and len(found) == len(one.log.possible.results)


def _apply_decision(found: CountedTable, decision: Decide) -> CountedTable:
    finishes = {
        player: Finish(
            place,
            parse_exact_in_bounds(decision.scores[player]) if player in decision.scores else None,
            ABSENT if player in found.absent else "dropped" if player in decision.dropped else "played",
        )
        for player, place in decision.places.items()
    }
    return _fix_result(found, finishes, f"Decided by {decision.who}: {decision.why}", decision)


def _fix_result(found: CountedTable, finishes: Finishes, note: str, decision: Decide | None = None) -> CountedTable:
    """Mark a table as decided with this result."""
    return CountedTable(
        table=found.table,
        status="decided",
        logs=found.logs,
        books={**found.books, "decided": finishes},
        possible=(PossibleResult(finishes, note),),
        notes=(*found.notes, note),
        absent=found.absent,
        decision=decision,
    )


def _add_note(found: CountedTable, note: str) -> CountedTable:
    return CountedTable(
        table=found.table,
        status="provisional" if found.logs else "missing",
        logs=found.logs,
        books=found.books,
        possible=found.possible,
        whole=False,
        notes=(*found.notes, note),
        absent=found.absent,
    )
