"""A stored tournament: its file as sent, its events in order, and the record folded from them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import orjson

from api.http.etags import mask_head
from api.http.responses import encode_json
from api.logs import uploads
from api.logs.uploads import format_time
from api.problems import Problem
from api.service import get_club, get_service
from audit.browse.packs import read_pack_head
from audit.intake.programs import get_program
from audit.store import TOURNAMENT, Absent, Digests, EventRow, FirstAnswer, GameRow, Key
from audit.tournaments import Tournament, parse_tournament
from audit.tournaments.events.events import HandIn, ReplaceLog, TournamentRecord
from audit.tournaments.events.fold import read_record
from engine.kernel.basics.json_types import Document
from engine.kernel.fingerprint.rulebook import digest_rulebook
from engine.kernel.log import Fault

ROOM = "/api/v1/tournaments"
# A count that is not cached parses the file again, and every new event is checked against all before it.
MOST_FILE, MOST_TABLES, MOST_PLAYERS, MOST_EVENTS = 400_000, 1_000, 4_000, 5_000
MOST_READ = 64
Packs = Mapping[str, str]


class StoredTournament(NamedTuple):
    """A stored tournament: its row, its file and packs, and the parsed file."""

    row: GameRow
    file: str
    packs: Packs
    laid: Tournament

    @property
    def id(self) -> str:
        """Its name in addresses."""
        return self.row.id


def find_tournament(name: str) -> StoredTournament:
    """Find a tournament of the club."""
    row = get_service().store.read_tournament(get_club(), name)
    return StoredTournament(row, *_parse_header(get_club(), row.header))


def list_stored_tournaments(after: str | None, limit: int) -> list[StoredTournament]:
    """List the tournaments of the club, oldest first."""
    rows = get_service().store.list_tournaments(get_club(), after=after, limit=limit)
    return [StoredTournament(row, *_parse_header(row.club, row.header)) for row in rows]


@lru_cache(maxsize=MOST_READ)
def _parse_header(_club: str, header: bytes) -> tuple[str, Packs, Tournament]:
    said = orjson.loads(header)
    packs = load_packs(said["packs"])
    return said["file"], packs, parse_tournament(said["file"].encode(), get_service().games, packs)


def load_packs(wanted: Sequence[str]) -> dict[str, str]:
    """Load content packs of the club, by id."""
    found = {}
    for at, sha256 in enumerate(wanted):
        try:
            text = uploads.read_upload(sha256, uploads.PACK).decode()
        except (Absent, Problem, UnicodeDecodeError):
            says = "There is no such content pack in your club."
            raise Problem("invalid", says, [{"pointer": f"/packs/{at}", "says": says}]) from None
        found[str(read_pack_head(text).get("id", ""))] = text
    return found


def create_tournament_once(file: str, packs: Sequence[str], mark: Key, by: str) -> FirstAnswer:
    """Store a tournament, or return the first answer. Raises `LogError` if its file has faults."""
    store = get_service().store
    if (first := store.find_answer(mark)) is not None:
        return first
    laid = parse_tournament(file.encode(), get_service().games, load_packs(packs))
    if len(laid.tables) > MOST_TABLES or len(laid.roster) > MOST_PLAYERS:
        says = f"A stored tournament can have at most {MOST_TABLES:,} tables and {MOST_PLAYERS:,} players."
        raise Problem("invalid", says, [{"pointer": "/file", "says": says}])
    return store.create_game(
        get_club(),
        encode_json({"file": file, "packs": list(packs)}),
        name_rulebook(laid),
        by=by,
        key=mark,
        answer=lambda row: encode_json(describe_tournament(StoredTournament(row, file, {}, laid))),
        sort=TOURNAMENT,
    )


def name_rulebook(laid: Tournament) -> Digests:
    """Return the digests of the rulebook that the tournament's tables are judged by."""
    rulebook = get_program(get_service().find_game(laid.game), laid.pins.layers, laid.pins.rulings).rulebook
    return Digests(*digest_rulebook(rulebook))


def list_event_rows(found: StoredTournament, as_of: int | None = None) -> list[EventRow]:
    """List the events of a tournament that this request knows of, or the first `as_of` of them."""
    most = found.row.seq if as_of is None else as_of
    return get_service().store.list_events(get_club(), found.id, limit=most) if most else []


def join_lines(rows: Sequence[EventRow]) -> bytes:
    """Join events as in the file of a tournament's events."""
    return b"".join(row.body + b"\n" for row in rows)


def fold_events(found: StoredTournament, lines: bytes) -> TournamentRecord:
    """Fold events into the record. Raises `LogError` if one is invalid."""
    return read_record(lines, found.laid, None, get_service().games[found.laid.game])


def list_submissions(record: TournamentRecord, table: str) -> list[str]:
    """List the logs handed in for a table, in order. The last one counts."""
    return [event.log for event in record.events if isinstance(event, HandIn | ReplaceLog) and event.table == table]


def describe_file_fault(pointer: str, fault: Fault) -> Document:
    """Describe a fault with its line in the text, because the only place of an error is its pointer."""
    line = f"Line {fault.line}: " if fault.line else ""
    hint = {"hint": fault.hint} if fault.hint else {}
    return {"pointer": pointer, "says": f"{line}{fault.says}", **hint}


def describe_tournament(found: StoredTournament) -> Document:
    """Describe a tournament."""
    row, laid = found.row, found.laid
    return {
        "id": row.id,
        "name": laid.name,
        "game": laid.game,
        "file": {"sha256": hashlib.sha256(found.file.encode()).hexdigest(), "url": f"{ROOM}/{row.id}/file"},
        "rounds": len(laid.rounds),
        "tables": len(laid.tables),
        "players": len(laid.roster),
        "created_at": format_time(row.created_at),
        "created_by": row.created_by,
        "seq": row.seq,
        "head": mask_head(row.head),
        "url": f"{ROOM}/{row.id}",
    }
