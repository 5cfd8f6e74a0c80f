"""Events of a stored tournament: each is checked against all before it, and recorded once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime

import msgspec

from api import policy
from api.http.etags import RecordHead, mask_head
from api.http.responses import encode_json
from api.logs import uploads
from api.logs.uploads import format_time
from api.problems import Problem
from api.service import get_club, get_service, get_token
from api.tournaments.record import (
    MOST_EVENTS,
    StoredTournament,
    find_tournament,
    fold_events,
    join_lines,
    list_event_rows,
    name_rulebook,
)
from audit.store import Absent, FirstAnswer, Key, Receipt, Role, Stale
from audit.tournaments.events.events import ORGANISER, AnyEvent, Confirm, HandIn, ReplaceLog, RuleOn
from engine.kernel.basics.json_types import Document, Json
from engine.kernel.log import Fault, LogError

# Returns the state of a tournament that a request builds on.
Expected = Callable[[RecordHead], tuple[int, str]]
# How often another request may win the race before this one fails.
TRIES = 8
DECODER = msgspec.json.Decoder(AnyEvent)


def get_event_time() -> str:
    """Return the current time, to the minute, as events write it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%MZ")


def read_tournament_events(items: Sequence[Mapping[str, Json]]) -> list[AnyEvent]:
    """Parse the events that a client sends. An event without a time gets the current one."""
    events, wrong = [], []
    for at, item in enumerate(items):
        try:
            events.append(DECODER.decode(encode_json({"at": get_event_time(), **item})))
        except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
            wrong.append({"pointer": f"/events/{at}", "says": f"This is not an event of a tournament: {fault}."})
    if wrong:
        raise Problem("unreadable-event", errors=wrong)
    return events


def check_event_roles(events: Iterable[AnyEvent]) -> list[AnyEvent]:
    """Let recorders hand in and confirm, and judges rule and replace logs. All other events need an organiser."""
    role = get_token().role
    listed = list(events)
    for at, event in enumerate(listed):
        least = find_least_role(event)
        if policy.ROLES.index(role) < policy.ROLES.index(least):
            says = f"This needs the role {least}; the token is for a {role}."
            raise Problem("not-allowed", says, [{"pointer": f"/events/{at}/do", "says": says}])
    return listed


def find_least_role(event: AnyEvent) -> Role:
    """Return the least role for an event: tables hand in and agree, judges rule, and organisers do everything."""
    if isinstance(event, HandIn) or (isinstance(event, Confirm) and event.by != ORGANISER):
        return Role.RECORDER
    return Role.JUDGE if isinstance(event, ReplaceLog | RuleOn) else Role.ORGANISER


def append_events_once(name: str, mark: Key, expected: Expected, events: Callable[[], list[AnyEvent]]) -> FirstAnswer:
    """Record events, all or none. A retry gets the first answer, whatever has happened since."""
    store = get_service().store
    if (first := store.find_answer(mark)) is not None:
        return first
    found = find_tournament(name)
    try:
        return _append_events(found, expected(found.row), mark, events())
    except Stale:
        # The first request with this key may have finished meanwhile, and its own events changed the state.
        if (first := store.find_answer(mark)) is None:
            raise
        return first


def append_events_now(name: str, mark: Key, events: Callable[[StoredTournament], list[AnyEvent]]) -> FirstAnswer:
    """Record events of one table even if other tables record some meanwhile.

    `events` is called again for each state.
    """
    store = get_service().store
    for left in reversed(range(TRIES)):
        if (first := store.find_answer(mark)) is not None:
            return first
        found = find_tournament(name)
        try:
            return _append_events(found, (found.row.seq, found.row.head), mark, events(found))
        except Stale:
            if not left:
                raise
    raise AssertionError("the last try neither ended nor failed")


def _append_events(found: StoredTournament, state: tuple[int, str], mark: Key, events: list[AnyEvent]) -> FirstAnswer:
    check_events(found, events)
    bodies = [(_name_kind(event), msgspec.json.encode(event)) for event in events]
    return get_service().store.append(
        get_club(),
        found.id,
        expected=state,
        bodies=bodies,
        rulebook=name_rulebook(found.laid),
        by=get_token().id,
        key=mark,
        answer=lambda receipt: _write_receipt(found, receipt),
    )


def check_events(found: StoredTournament, events: Sequence[AnyEvent]) -> None:
    """Check events against the file, all earlier events, and the logs of the club."""
    if found.row.seq + len(events) > MOST_EVENTS:
        raise _make_problem(len(events) - 1, f"A stored tournament can have at most {MOST_EVENTS:,} events.")
    before = list_event_rows(found)
    try:
        fold_events(found, join_lines(before) + b"".join(msgspec.json.encode(event) + b"\n" for event in events))
    except LogError as wrong:
        raise Problem(
            "unreadable-event", errors=[_describe_fault(fault, len(before)) for fault in wrong.faults]
        ) from None
    for at, event in enumerate(events):
        if isinstance(event, HandIn | ReplaceLog):
            _require_log(at, event.log)


def _require_log(at: int, sha256: str) -> None:
    try:
        uploads.find_upload(sha256, uploads.LOG)
    except (Absent, Problem):
        raise _make_problem(at, "There is no such log in your club. Upload it first.", "/log") from None


def _describe_fault(fault: Fault, before: int) -> Document:
    hint = {"hint": fault.hint} if fault.hint else {}
    return {"pointer": f"/events/{fault.line - before - 1}", "says": fault.says, **hint}


def _make_problem(at: int, says: str, field: str = "") -> Problem:
    return Problem("unreadable-event", says, [{"pointer": f"/events/{at}{field}", "says": says}])


def _name_kind(event: AnyEvent) -> str:
    return str(type(event).__struct_config__.tag)


def _write_receipt(found: StoredTournament, receipt: Receipt) -> bytes:
    state = {"first": receipt.first, "seq": receipt.seq, "head": mask_head(receipt.head)}
    return encode_json({"id": found.id, **state, "recorded_at": format_time(receipt.recorded_at)})
