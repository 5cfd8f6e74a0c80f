"""What a kept tournament comes to, as of any of its events; a count is made once, for as long as it holds."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

import orjson

from api.http.responses import encoded
from api.jobs import tournaments as tournament_job
from api.jobs.dispatch import done_beside
from api.jobs.tournaments import WantedDocument
from api.problems import Problem
from api.service import service
from api.tournaments.audits import NamedLog, audited, digest, makers, named_logs
from api.tournaments.record import KeptTournament, lines_of, record_of, rows_of
from audit.store import StoreError
from audit.tournaments.events.events import TournamentRecord
from engine.kernel.basics.json_types import Document

# Under these names counts are kept beside a tournament: of how it stands, and of how it stood when last asked for.
NOW, EARLIER = "count", "count-as-of"
PARTED = b"\n"
FIRST = 3


class Count(NamedTuple):
    """The document of a count, what each table must still answer, and what stands after the events."""

    said: Document
    asked: list[Document]
    record: TournamentRecord


def counted(found: KeptTournament, as_of: int | None = None, first: int = FIRST) -> Count:
    """Count a tournament; of what was counted before, nothing is made again."""
    lines = lines_of(rows_of(found, as_of))
    record = record_of(found, lines)
    plain, ruled = named_logs(found, record)
    what = NOW if as_of in {None, found.row.seq} else EARLIER
    rests_on = digest(makers(found), record.head, str(first), *(one.key for one in (*plain, *ruled)))
    raw = _kept(found, what, rests_on)
    if raw is None:
        raw = encoded(_made(wanted_document(found, record, lines, (plain, ruled), first)))
        # As above: it can be made again.
        with suppress(StoreError):
            service().store.put_latest(found.id, 0, what, PARTED.join((rests_on.encode(), raw)))
    said = orjson.loads(raw)
    return Count(said["said"], said["asked"], record)


def wanted_document(
    found: KeptTournament,
    record: TournamentRecord,
    lines: bytes,
    logs: tuple[Sequence[NamedLog], Sequence[NamedLog]],
    first: int = FIRST,
) -> WantedDocument:
    """Gather what a count is made of: its logs, as `named_logs` has them, are audited as far as they have not been."""
    plain, ruled = logs
    audits = audited(found, record, [*plain, *ruled])
    again = {one.name: audits[one.key] for one in ruled}
    return WantedDocument(found.laid, lines, [audits[one.key] for one in plain], again, first)


def _made(wanted: WantedDocument) -> Document:
    """Count it; where to say which places are safe takes too much, the standings are told all the same."""
    try:
        made: Document = done_beside(tournament_job.counted_document, wanted)
    except Problem as wrong:
        if wrong.kind.code != "audit-too-costly":
            raise
        made = done_beside(tournament_job.counted_document, wanted._replace(most=0))
    return made


def _kept(found: KeptTournament, what: str, rests_on: str) -> bytes | None:
    there = service().store.snapshot_before(found.id, 0, what)
    if there is None:
        return None
    mark, _, raw = there.body.partition(PARTED)
    return raw if mark.decode() == rests_on else None
