"""Corrections of an uploaded log: stored apart from its bytes, and included in every audit."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import orjson

from api.http.etags import mask_head
from api.http.responses import encode_json
from api.jobs.dispatch import dispatch_audit
from api.live.append import check_corrections, parse_events
from api.live.games import encode_event
from api.logs.uploads import LOG, find_upload, format_time
from api.problems import Problem
from api.service import get_club, get_service, get_token
from audit.intake.preparation import prepare_log
from audit.intake.prepared import PreparedLog
from audit.live import begin_from_log
from audit.model.document import convert_to_builtins
from audit.model.findings import Finding
from audit.model.report import Report
from audit.options import DEFAULT_OPTIONS, AuditOptions
from audit.rewrite.convert import read_log_leniently
from audit.rewrite.with_decisions import append_corrections, decode_corrections, load_adjudicated_log
from audit.store import Closed, Digests, EventRow, FirstAnswer, Key, Receipt, Stale
from engine.kernel.basics.json_types import Document, Json
from engine.kernel.events import Event
from engine.kernel.fingerprint.rulebook import digest_rulebook
from engine.kernel.spellings import write_line

# Every audit parses all corrections, with the log before them.
MOST = 500
NOT_SO = "With this correction the log could no longer be read as before."


class ChainState(NamedTuple):
    """The last correction of a log."""

    seq: int
    head: str


# `Read` parses the corrections of a log. `Expected` returns the state that the request builds on.
Read = Callable[[PreparedLog], list[Event]]
Expected = Callable[[ChainState], tuple[int, str]]


def read_correction_state(sha256: str) -> ChainState:
    """Return the last correction of a log. Without any, the head is the SHA-256 of the log."""
    stands = get_service().store.read_decisions_head(get_club(), find_upload(sha256, LOG).sha256)
    return ChainState(stands.seq, stands.hash)


def read_log_with_corrections(sha256: str, most: int | None = None) -> bytes:
    """Return an uploaded log with its corrections appended. Without any, return its bytes unchanged."""
    find_upload(sha256, LOG)
    return load_adjudicated_log(get_service().store, get_club(), sha256, get_service().games, most)


def describe_corrections(sha256: str) -> list[Document]:
    """Describe the corrections of a log."""
    here = get_service()
    rows = here.store.list_decisions(get_club(), sha256)
    words = next(iter(here.games.values())).vocabulary
    events = decode_corrections([row.body for row in rows], here.games)
    return [_describe_correction(row, write_line(event, words)) for row, event in zip(rows, events, strict=True)]


def _describe_correction(row: EventRow, text: str) -> Document:
    kept = {"recorded_at": format_time(row.recorded_at), "recorded_by": row.recorded_by, "hash": row.hash}
    return {"seq": row.seq, "text": text, "event": orjson.loads(row.body), **kept}


def append_corrections_once(
    sha256: str, mark: Key, expected: Expected, read: Read, asked: AuditOptions = DEFAULT_OPTIONS
) -> FirstAnswer:
    """Record corrections of a log, once: a retry gets the first answer."""
    find_upload(sha256, LOG)
    store = get_service().store
    if (first := store.find_answer(mark)) is not None:
        return first
    stands = read_correction_state(sha256)
    try:
        return _append_corrections(sha256, expected(stands), mark, read, asked)
    except (Stale, Closed):
        first = store.find_answer(mark)
        if first is None:
            raise
        return first


def _append_corrections(sha256: str, state: tuple[int, str], mark: Key, read: Read, asked: AuditOptions) -> FirstAnswer:
    raw = read_log_with_corrections(sha256, state[0])
    prepared = prepare_log(raw, get_service().games, asked)
    events = read(prepared)
    if state[0] + len(events) > MOST:
        raise _make_problem(len(events) - 1, f"A log can have at most {MOST} separate corrections.")
    before, after = dispatch_audit(raw, asked), dispatch_audit(_write_corrections(raw, events), asked)
    _check_corrections_apply(after, len(events))
    changes, rulebook = _describe_changes(before, after), prepared.program.rulebook
    return get_service().store.append_decisions(
        get_club(),
        sha256,
        expected=state,
        bodies=[encode_event(event) for event in events],
        rulebook=Digests(*digest_rulebook(rulebook)),
        by=get_token().id,
        key=mark,
        answer=lambda receipt: _write_receipt(sha256, receipt, changes),
    )


def make_correction_reader(items: list[Json], asked: AuditOptions) -> Read:
    """Make a function that parses a client's corrections of a log."""

    def read_corrections(prepared: PreparedLog) -> list[Event]:
        return check_corrections(
            parse_events(begin_from_log(prepared, get_service().games, asked.packs), items, prepared.last_seq)
        )

    return read_corrections


def _write_corrections(raw: bytes, events: list[Event]) -> bytes:
    """Append the corrections to the log, and check that they parse to the same events."""
    games = get_service().games
    log = read_log_leniently(raw, games)
    written = append_corrections(raw, log, games[log.header.game].vocabulary, events)
    if read_log_leniently(written, games).events != [*log.events, *events]:
        raise Problem("invalid", NOT_SO, [{"pointer": "/events", "says": NOT_SO}])
    return written


def _check_corrections_apply(after: Report, count: int) -> None:
    """Refuse a correction without effect: of a missing event or rule, or with an unreadable line."""
    first = after.found.log.events - count
    for finding in after.findings:
        if finding.status == "malformed" and finding.seq is not None and finding.seq > first:
            raise _make_problem(finding.seq - first - 1, finding.says)


def _make_problem(at: int, says: str) -> Problem:
    return Problem("unreadable-event", errors=[{"pointer": f"/events/{at}", "says": says}])


def _describe_changes(before: Report, after: Report) -> Document:
    old, new = {_make_finding_key(one) for one in before.findings}, {_make_finding_key(one) for one in after.findings}
    return {
        "verdict": after.verdict,
        "result": convert_to_builtins(after.result),
        "appears": [convert_to_builtins(one) for one in after.findings if _make_finding_key(one) not in old],
        "vanishes": [convert_to_builtins(one) for one in before.findings if _make_finding_key(one) not in new],
    }


def _make_finding_key(finding: Finding) -> tuple[int | None, str, str]:
    return finding.seq, finding.rule, finding.status


def _write_receipt(sha256: str, receipt: Receipt, changes: Document) -> bytes:
    kept = {"first": receipt.first, "seq": receipt.seq, "head": mask_head(receipt.head)}
    return encode_json({"log": sha256, **kept, "recorded_at": format_time(receipt.recorded_at), **changes})
