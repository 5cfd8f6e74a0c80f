"""A kept tournament: its file as it came, its events in order, and what stands after them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import orjson

from api.http.etags import shown
from api.http.responses import encoded
from api.logs import uploads
from api.logs.uploads import moment
from api.problems import Problem
from api.service import club, service
from audit.browse.packs import head_of
from audit.intake.programs import program_for
from audit.store import TOURNAMENT, Absent, Digests, EventRow, FirstAnswer, GameRow, Key
from audit.tournaments import Tournament, tournament_from
from audit.tournaments.events.events import HandIn, ReplaceLog, TournamentRecord
from audit.tournaments.events.fold import record_from
from engine.kernel.basics.json_types import Document
from engine.kernel.log import Fault

ROOM = "/api/v1/tournaments"
# A file is read again for every count that is not at hand, and every event is held against all before it.
MOST_FILE, MOST_TABLES, MOST_PLAYERS, MOST_EVENTS = 400_000, 1_000, 4_000, 5_000
MOST_READ = 64
Packs = Mapping[str, str]


class KeptTournament(NamedTuple):
    """One tournament as it is kept: its row, its file and packs, and what its file says."""

    row: GameRow
    file: str
    packs: Packs
    laid: Tournament

    @property
    def id(self) -> str:
        """Its name in addresses."""
        return self.row.id


def kept(name: str) -> KeptTournament:
    """Find a tournament of the club."""
    row = service().store.tournament(club(), name)
    return KeptTournament(row, *_laid(club(), row.header))


def all_kept(after: str | None, limit: int) -> list[KeptTournament]:
    """List those of the club, oldest first."""
    rows = service().store.tournaments(club(), after=after, limit=limit)
    return [KeptTournament(row, *_laid(row.club, row.header)) for row in rows]


@lru_cache(maxsize=MOST_READ)
def _laid(_club: str, header: bytes) -> tuple[str, Packs, Tournament]:
    said = orjson.loads(header)
    packs = packs_of(said["packs"])
    return said["file"], packs, tournament_from(said["file"].encode(), service().games, packs)


def packs_of(wanted: Sequence[str]) -> dict[str, str]:
    """Read content packs of the club, by their ids."""
    found = {}
    for at, sha256 in enumerate(wanted):
        try:
            text = uploads.raw_of(sha256, uploads.PACK).decode()
        except (Absent, Problem, UnicodeDecodeError):
            says = "There is no such content pack in your club."
            raise Problem("invalid", says, [{"pointer": f"/packs/{at}", "says": says}]) from None
        found[str(head_of(text).get("id", ""))] = text
    return found


def created_once(file: str, packs: Sequence[str], mark: Key, by: str) -> FirstAnswer:
    """Keep a tournament, or give the first answer; raises `LogError` with what is wrong in its file."""
    store = service().store
    if (first := store.answered(mark)) is not None:
        return first
    laid = tournament_from(file.encode(), service().games, packs_of(packs))
    if len(laid.tables) > MOST_TABLES or len(laid.roster) > MOST_PLAYERS:
        says = f"A tournament that is kept here has {MOST_TABLES:,} tables and {MOST_PLAYERS:,} players at most."
        raise Problem("invalid", says, [{"pointer": "/file", "says": says}])
    return store.create(
        club(),
        encoded({"file": file, "packs": list(packs)}),
        rulebook_of(laid),
        by=by,
        key=mark,
        answer=lambda row: encoded(document(KeptTournament(row, file, {}, laid))),
        sort=TOURNAMENT,
    )


def rulebook_of(laid: Tournament) -> Digests:
    """Name the rulebook that its tables are judged by."""
    rulebook = program_for(service().game(laid.game), laid.pins.layers, laid.pins.rulings).rulebook
    return Digests(rulebook.digest, rulebook.printed)


def rows_of(found: KeptTournament, as_of: int | None = None) -> list[EventRow]:
    """List its events as far as they are known to this request, or the first so many of them."""
    most = found.row.seq if as_of is None else as_of
    return service().store.events(club(), found.id, limit=most) if most else []


def lines_of(rows: Sequence[EventRow]) -> bytes:
    """Write events as the file beside a tournament has them."""
    return b"".join(row.body + b"\n" for row in rows)


def record_of(found: KeptTournament, lines: bytes) -> TournamentRecord:
    """Say what stands after events; raises `LogError` where one cannot be."""
    return record_from(lines, found.laid, None, service().games[found.laid.game])


def handed_in(record: TournamentRecord, table: str) -> list[str]:
    """List the logs that were handed in for a table, in their order; the last one is the one that counts."""
    return [event.log for event in record.events if isinstance(event, HandIn | ReplaceLog) and event.table == table]


def fault_told(pointer: str, fault: Fault) -> Document:
    """Say the line within the words: the place of an error is one, its pointer."""
    line = f"Line {fault.line}: " if fault.line else ""
    hint = {"hint": fault.hint} if fault.hint else {}
    return {"pointer": pointer, "says": f"{line}{fault.says}", **hint}


def document(found: KeptTournament) -> Document:
    """Spell a tournament for a program."""
    row, laid = found.row, found.laid
    return {
        "id": row.id,
        "name": laid.name,
        "game": laid.game,
        "file": {"sha256": hashlib.sha256(found.file.encode()).hexdigest(), "url": f"{ROOM}/{row.id}/file"},
        "rounds": len(laid.rounds),
        "tables": len(laid.tables),
        "players": len(laid.roster),
        "created_at": moment(row.created_at),
        "created_by": row.created_by,
        "seq": row.seq,
        "head": shown(row.head),
        "url": f"{ROOM}/{row.id}",
    }
