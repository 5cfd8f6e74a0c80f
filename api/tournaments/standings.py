"""Standings of a stored tournament, as of any of its events. A count is cached until its inputs change."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

import orjson

from api.http.responses import encode_json
from api.jobs import tournaments
from api.jobs.dispatch import run_in_pool
from api.jobs.tournaments import WantedDocument
from api.problems import Problem
from api.service import get_service
from api.tournaments.audits import NamedLog, audit_named_logs, hash_parts, name_auditor_and_rules, name_logs
from api.tournaments.record import StoredTournament, fold_events, join_lines, list_event_rows
from audit.store import StoreError
from audit.tournaments.events.events import TournamentRecord
from engine.kernel.basics.json_types import Document

# Snapshot names of cached counts: that of the current state, and the last one of an earlier state.
NOW, EARLIER = "count", "count-as-of"
PARTED = b"\n"
FIRST = 3


class Count(NamedTuple):
    """The document of a count, the open problems of each table, and the record after the events."""

    said: Document
    asked: list[Document]
    record: TournamentRecord


def count_stored_tournament(found: StoredTournament, as_of: int | None = None, first: int = FIRST) -> Count:
    """Count a tournament, or take the count from the cache."""
    lines = join_lines(list_event_rows(found, as_of))
    record = fold_events(found, lines)
    plain, ruled = name_logs(found, record)
    what = NOW if as_of in {None, found.row.seq} else EARLIER
    rests_on = hash_parts(
        name_auditor_and_rules(found), record.head, str(first), *(one.key for one in (*plain, *ruled))
    )
    raw = _load_count(found, what, rests_on)
    if raw is None:
        raw = encode_json(_run_count_job(gather_count_inputs(found, record, lines, (plain, ruled), first)))
        # A failure to store it does no harm, because it can be made again.
        with suppress(StoreError):
            get_service().store.put_latest(found.id, 0, what, PARTED.join((rests_on.encode(), raw)))
    said = orjson.loads(raw)
    return Count(said["said"], said["asked"], record)


def gather_count_inputs(
    found: StoredTournament,
    record: TournamentRecord,
    lines: bytes,
    logs: tuple[Sequence[NamedLog], Sequence[NamedLog]],
    first: int = FIRST,
) -> WantedDocument:
    """Gather the inputs of a count. Logs, as listed by `name_logs`, are audited unless cached."""
    plain, ruled = logs
    audits = audit_named_logs(found, record, [*plain, *ruled])
    again = {one.name: audits[one.key] for one in ruled}
    return WantedDocument(found.laid, lines, [audits[one.key] for one in plain], again, first)


def _run_count_job(wanted: WantedDocument) -> Document:
    """Run the count. If computing the safe places is too costly, count the standings without them."""
    try:
        made: Document = run_in_pool(tournaments.count_and_describe, wanted)
    except Problem as wrong:
        if wrong.kind.code != "audit-too-costly":
            raise
        made = run_in_pool(tournaments.count_and_describe, wanted._replace(most=0))
    return made


def _load_count(found: StoredTournament, what: str, rests_on: str) -> bytes | None:
    there = get_service().store.find_snapshot_before(found.id, 0, what)
    if there is None:
        return None
    mark, _, raw = there.body.partition(PARTED)
    return raw if mark.decode() == rests_on else None
