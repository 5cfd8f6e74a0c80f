"""One table of a kept tournament: what its log comes to, what it must still answer, and whether it is settled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import orjson

from api.problems import absent
from api.service import service
from api.tournaments.audits import audited_one, audited_raw
from api.tournaments.record import KeptTournament, kept, lines_of, record_of, rows_of
from audit.store import EventRow
from audit.tournaments.count.count import CountedTable, TournamentCount, counted
from audit.tournaments.count.matching import matched, named_table
from audit.tournaments.count.open_questions import problem_text, ranking
from audit.tournaments.count.submission import HandedLog
from audit.tournaments.events.events import ORGANISER, AnyEvent, HandIn, ReplaceLog, TournamentRecord
from audit.tournaments.tournament import SeatedTable
from engine.kernel.basics.json_types import Document
from engine.kernel.spellings import echoed


class TableStands(NamedTuple):
    """A table as it stands; `log` is the SHA-256 of the log that counts, if there is one."""

    found: KeptTournament
    record: TournamentRecord
    rows: Sequence[EventRow]
    table: SeatedTable
    log: str
    of_it: TournamentCount

    @property
    def counted(self) -> CountedTable:
        """What the table comes to."""
        return next(one for one in self.of_it.tables if one.table.id == self.table.id)

    @property
    def result(self) -> str:
        """Its result in one line, if there is one."""
        one = self.counted
        finishes = one.books.get("decided") or one.books.get("adjudicated")
        return ranking(self.of_it, finishes) if finishes else ""

    @property
    def asks(self) -> str:
        """What it must still answer, as a text to send."""
        return problem_text(self.of_it, self.counted) if self.counted.status in {"missing", "provisional"} else ""

    @property
    def agreed(self) -> frozenset[str]:
        """Who of it has agreed with the result."""
        return frozenset(self.record.confirmed.get(self.table.id, ())) - {ORGANISER}

    @property
    def settled(self) -> bool:
        """Whether a judge or the organiser has said how it came out; then only they change it."""
        name = self.table.id
        decided = name in self.record.decided or ORGANISER in self.record.confirmed.get(name, ())
        return decided or bool(self.record.ruled(name))

    @property
    def players(self) -> list[tuple[str, str, str]]:
        """List who sits where: seat, key, and name."""
        seats = {key: seat for seat, key in self.table.seats.items()}
        return [(seats.get(key, ""), key, self.found.laid.player(key).name) for key in self.table.players]

    def events(self) -> Iterator[Document]:
        """Tell what has happened to it, in its order."""
        for row in self.rows:
            said = orjson.loads(row.body)
            if said.get("table") == self.table.id:
                yield {"seq": row.seq, **said}

    def document(self) -> Document:
        """Spell it for a program."""
        return {
            "tournament": self.found.laid.name,
            "table": self.table.id,
            "seats": [{"seat": seat, "player": key, "name": name} for seat, key, name in self.players],
            "status": self.counted.status,
            "result": self.result,
            "log": self.log,
            "asks": self.asks,
            "agreed": sorted(self.agreed),
            "settled": self.settled,
            "events": list(self.events()),
        }


def table_of(name: str, table: str) -> TableStands:
    """Find a table of a tournament of the club."""
    return stands(kept(name), table)


def stands(found: KeptTournament, table: str) -> TableStands:
    """Say how a table stands: its log is audited, and no other one."""
    seated = found.laid.table(table)
    if seated is None:
        raise absent()
    rows = rows_of(found)
    record = record_of(found, lines_of(rows))
    log = next((sha256 for sha256, where in record.logs.items() if where == table), "")
    logs = [audited_one(found, record, table, log)] if log else []
    return TableStands(found, record, rows, seated, log, counted(found.laid, logs, record))


def looked_at(here: TableStands, raw: bytes) -> HandedLog:
    """Audit what somebody would hand in for a table."""
    return audited_raw(here.found, here.record, here.table.id, raw)


def doubts(here: TableStands, log: HandedLog) -> list[str]:
    """Say why a log may not be that of this table: what its header says, and who sits in it."""
    said = named_table(log.event)
    found = []
    if said and said != here.table.id:
        found.append(f"Its header says {echoed(log.event)}: that is {said}, and this is {here.table.id}.")
    (one,) = matched([log], here.found.laid, {log.sha256: here.table.id})
    return [*found, *one.differs]


def handing_in(here: TableStands, log: str, who: str, why: str, at: str) -> AnyEvent | None:
    """Word what it means that a log is handed in: nothing, where it is the one that stands."""
    if log == here.log:
        return None
    if here.log:
        return ReplaceLog(table=here.table.id, log=log, instead=here.log, who=who, why=why, at=at)
    return HandIn(table=here.table.id, log=log, who=who, why=why, at=at)


def game_of(here: TableStands) -> str:
    """Name the game that it plays, for people."""
    return service().game(here.found.laid.game).title
