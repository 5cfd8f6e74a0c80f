"""One table of a stored tournament: its result, its open problems, and whether it is final."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import orjson

from api.problems import make_not_found
from api.service import get_service
from api.tournaments.audits import audit_table_log, audit_unsaved_log
from api.tournaments.record import StoredTournament, find_tournament, fold_events, join_lines, list_event_rows
from audit.store import EventRow
from audit.tournaments.count.count import CountedTable, TournamentCount, count_tournament
from audit.tournaments.count.matching import match_logs, read_table_name
from audit.tournaments.count.open_questions import write_problem_text, write_result_line
from audit.tournaments.count.submission import Submission
from audit.tournaments.events.events import ORGANISER, AnyEvent, HandIn, ReplaceLog, TournamentRecord
from audit.tournaments.tournament import SeatedTable
from engine.kernel.basics.json_types import Document
from engine.kernel.spellings import echo_text


class TableState(NamedTuple):
    """The state of a table. `log` is the SHA-256 of the log that counts, if there is one."""

    found: StoredTournament
    record: TournamentRecord
    rows: Sequence[EventRow]
    table: SeatedTable
    log: str
    of_it: TournamentCount

    @property
    def table_count(self) -> CountedTable:
        """The count of the table."""
        return next(one for one in self.of_it.tables if one.table.id == self.table.id)

    @property
    def result(self) -> str:
        """Its result in one line, if there is one."""
        one = self.table_count
        finishes = one.books.get("decided") or one.books.get("adjudicated")
        return write_result_line(self.of_it, finishes) if finishes else ""

    @property
    def asks(self) -> str:
        """The open problems of the table, as a text to send."""
        return (
            write_problem_text(self.of_it, self.table_count)
            if self.table_count.status in {"missing", "provisional"}
            else ""
        )

    @property
    def agreements(self) -> frozenset[str]:
        """The players that have agreed with the result."""
        return frozenset(self.record.confirmed.get(self.table.id, ())) - {ORGANISER}

    @property
    def is_final(self) -> bool:
        """Whether a judge or the organiser has decided the result. Then only they may change it."""
        name = self.table.id
        decided = name in self.record.decided or ORGANISER in self.record.confirmed.get(name, ())
        return decided or bool(self.record.rulings_on(name))

    @property
    def players(self) -> list[tuple[str, str, str]]:
        """List the players: seat, key and name."""
        seats = {key: seat for seat, key in self.table.seats.items()}
        return [(seats.get(key, ""), key, self.found.laid.find_player(key).name) for key in self.table.players]

    def events(self) -> Iterator[Document]:
        """List the events of the table, in order."""
        for row in self.rows:
            said = orjson.loads(row.body)
            if said.get("table") == self.table.id:
                yield {"seq": row.seq, **said}

    def document(self) -> Document:
        """Describe the table."""
        return {
            "tournament": self.found.laid.name,
            "table": self.table.id,
            "seats": [{"seat": seat, "player": key, "name": name} for seat, key, name in self.players],
            "status": self.table_count.status,
            "result": self.result,
            "log": self.log,
            "asks": self.asks,
            "agreed": sorted(self.agreements),
            "settled": self.is_final,
            "events": list(self.events()),
        }


def find_table(name: str, table: str) -> TableState:
    """Find a table of a tournament of the club."""
    return load_table(find_tournament(name), table)


def load_table(found: StoredTournament, table: str) -> TableState:
    """Load the state of a table. Only its own log is audited."""
    seated = found.laid.find_table(table)
    if seated is None:
        raise make_not_found()
    rows = list_event_rows(found)
    record = fold_events(found, join_lines(rows))
    log = next((sha256 for sha256, where in record.logs.items() if where == table), "")
    logs = [audit_table_log(found, record, table, log)] if log else []
    return TableState(found, record, rows, seated, log, count_tournament(found.laid, logs, record))


def audit_submission(here: TableState, raw: bytes) -> Submission:
    """Audit a log that a player may hand in for a table."""
    return audit_unsaved_log(here.found, here.record, here.table.id, raw)


def find_doubts(here: TableState, log: Submission) -> list[str]:
    """List reasons why a log may belong to another table: its header and its players."""
    said = read_table_name(log.event)
    found = []
    if said and said != here.table.id:
        found.append(f"Its header says {echo_text(log.event)}: that is {said}, and this is {here.table.id}.")
    (one,) = match_logs([log], here.found.laid, {log.sha256: here.table.id})
    return [*found, *one.differs]


def make_hand_in_event(here: TableState, log: str, who: str, why: str, at: str) -> AnyEvent | None:
    """Make the event for handing in a log. Return None if the log counts already."""
    if log == here.log:
        return None
    if here.log:
        return ReplaceLog(table=here.table.id, log=log, instead=here.log, who=who, why=why, at=at)
    return HandIn(table=here.table.id, log=log, who=who, why=why, at=at)


def name_game(here: TableState) -> str:
    """Return the title of the game, for people."""
    return get_service().find_game(here.found.laid.game).title
