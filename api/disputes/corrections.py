"""Corrections beside an uploaded log: recorded once, and taken in wherever the log is judged; its bytes stay."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import orjson

from api.http.etags import shown
from api.http.responses import encoded
from api.jobs.dispatch import audited
from api.live.append import correcting, decoded
from api.live.games import body_of
from api.logs.uploads import LOG, filed, moment
from api.problems import Problem
from api.service import bearer, club, service
from audit.intake.prepared import PreparedLog, prepare
from audit.live import resting_on
from audit.model.document import Finding, laid_out
from audit.model.report import Report
from audit.options import NOTHING_MORE, Asked
from audit.rewrite.convert import as_typed
from audit.rewrite.with_decisions import adjudicated, decided, written_behind
from audit.store import Closed, Digests, EventRow, FirstAnswer, Key, Receipt, Stale
from engine.kernel.basics.json_types import Document, Json
from engine.kernel.events import Event
from engine.kernel.spellings import line_of

# Each is read, with the log before it, whenever the log is judged.
MOST = 500
NOT_SO = "Written like this, the log could not be read as before."


class BesideState(NamedTuple):
    """How far the corrections beside a log have come."""

    seq: int
    head: str


# Reads what is decided about a log; and which state of it that builds on.
Read = Callable[[PreparedLog], list[Event]]
Expected = Callable[[BesideState], tuple[int, str]]


def standing(sha256: str) -> BesideState:
    """Say how far they have come; where there are none, the head is the log's own name."""
    stands = service().store.beside(club(), filed(sha256, LOG).sha256)
    return BesideState(stands.seq, stands.hash)


def raw_as_decided(sha256: str, most: int | None = None) -> bytes:
    """Give an uploaded log with the corrections beside it behind it; as it came, where there are none."""
    filed(sha256, LOG)
    return adjudicated(service().store, club(), sha256, service().games, most)


def documents(sha256: str) -> list[Document]:
    """Spell the corrections beside a log for a program."""
    here = service()
    rows = here.store.events_beside(club(), sha256)
    words = next(iter(here.games.values())).vocabulary
    events = decided([row.body for row in rows], here.games)
    return [_document(row, line_of(event, words)) for row, event in zip(rows, events, strict=True)]


def _document(row: EventRow, text: str) -> Document:
    kept = {"recorded_at": moment(row.recorded_at), "recorded_by": row.recorded_by, "hash": row.hash}
    return {"seq": row.seq, "text": text, "event": orjson.loads(row.body), **kept}


def corrected_once(sha256: str, mark: Key, expected: Expected, read: Read, asked: Asked = NOTHING_MORE) -> FirstAnswer:
    """Record corrections beside a log, once: a retry gets the first answer."""
    filed(sha256, LOG)
    store = service().store
    if (first := store.answered(mark)) is not None:
        return first
    stands = standing(sha256)
    try:
        return _corrected(sha256, expected(stands), mark, read, asked)
    except (Stale, Closed):
        first = store.answered(mark)
        if first is None:
            raise
        return first


def _corrected(sha256: str, state: tuple[int, str], mark: Key, read: Read, asked: Asked) -> FirstAnswer:
    raw = raw_as_decided(sha256, state[0])
    prepared = prepare(raw, service().games, asked)
    events = read(prepared)
    if state[0] + len(events) > MOST:
        raise _misfit(len(events) - 1, f"A log has {MOST} corrections beside it at most.")
    before, after = audited(raw, asked), audited(_written(raw, events), asked)
    _refuse_empty(after, len(events))
    changes, rulebook = _changes(before, after), prepared.program.rulebook
    return service().store.append_beside(
        club(),
        sha256,
        expected=state,
        bodies=[body_of(event) for event in events],
        rulebook=Digests(rulebook.digest, rulebook.printed),
        by=bearer().id,
        key=mark,
        answer=lambda receipt: _receipt(sha256, receipt, changes),
    )


def reading(items: list[Json], asked: Asked) -> Read:
    """Read what a client sends as corrections of a log."""

    def read(prepared: PreparedLog) -> list[Event]:
        return correcting(decoded(resting_on(prepared, service().games, asked.packs), items, prepared.last))

    return read


def _written(raw: bytes, events: list[Event]) -> bytes:
    """Write them behind the log, and see that they can be read there as what they are."""
    games = service().games
    log = as_typed(raw, games)
    written = written_behind(raw, log, games[log.header.game].vocabulary, events)
    if as_typed(written, games).events != [*log.events, *events]:
        raise Problem("invalid", NOT_SO, [{"pointer": "/events", "says": NOT_SO}])
    return written


def _refuse_empty(after: Report, count: int) -> None:
    """Refuse a correction that misses: of an event or a rule that is not there, or with a line that nobody can read."""
    first = after.found.log.events - count
    for finding in after.findings:
        if finding.status == "malformed" and finding.seq is not None and finding.seq > first:
            raise _misfit(finding.seq - first - 1, finding.says)


def _misfit(at: int, says: str) -> Problem:
    return Problem("unreadable-event", errors=[{"pointer": f"/events/{at}", "says": says}])


def _changes(before: Report, after: Report) -> Document:
    old, new = {_mark(one) for one in before.findings}, {_mark(one) for one in after.findings}
    return {
        "verdict": after.verdict,
        "result": laid_out(after.result),
        "appears": [laid_out(one) for one in after.findings if _mark(one) not in old],
        "vanishes": [laid_out(one) for one in before.findings if _mark(one) not in new],
    }


def _mark(finding: Finding) -> tuple[int | None, str, str]:
    return finding.seq, finding.rule, finding.status


def _receipt(sha256: str, receipt: Receipt, changes: Document) -> bytes:
    kept = {"first": receipt.first, "seq": receipt.seq, "head": shown(receipt.head)}
    return encoded({"log": sha256, **kept, "recorded_at": moment(receipt.recorded_at), **changes})
