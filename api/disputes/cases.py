"""Cases about a club's logs, uploaded or live. Each is a chain of events, stored apart from its log."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from api import policy
from api.disputes import corrections
from api.disputes.corrections import ChainState
from api.http.etags import mask_head
from api.http.responses import encode_json
from api.jobs.cases import explain_refusal, read_game_and_length
from api.jobs.dispatch import run_job
from api.live.games import find_live_game, load_live_state
from api.logs import uploads
from api.logs.uploads import format_time
from api.problems import Problem
from api.service import get_club, get_service, get_token
from audit.cases import CaseRecord, make_next_line, read_case
from audit.cases.document import case_document, precedents_document
from audit.cases.events import AnyCaseEvent, RuleInCase
from audit.cases.precedents import Precedent, list_precedents
from audit.cases.ruling_options import RulingOption, apply_ruling_option, make_option_from_case
from audit.live import write_record as whole_record
from audit.options import DEFAULT_OPTIONS, AuditOptions
from audit.store import Absent, CaseRow, Closed, DecisionKind, Digests, EventRow, FirstAnswer, Key, Receipt, Stale
from engine.kernel.basics.json_types import Document
from engine.kernel.log import LogError

# Every request folds its case again, and a search for precedents folds many.
MOST_EVENTS, MOST_CASES = 500, 1_000
# No rulebook applies to a case as a whole. Its events quote the rules that they are about.
NO_RULEBOOK = Digests("none", None)
SHORT, A_SHA256 = 12, re.compile(r"[0-9a-f]{64}")
EXHIBIT_ENDINGS = {"image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp", "log": "log"}
NOT_KEPT = "Nothing with this SHA-256 is stored here. Upload it first, or give its size."
Expected = Callable[[ChainState], tuple[int, str]]


class CaseSubject(NamedTuple):
    """The subject of a case: an upload by its SHA-256, or a live game by its id."""

    name: str
    live: bool

    @property
    def url(self) -> str:
        """The address of its case."""
        return f"/api/v1/{'live-games' if self.live else 'logs'}/{self.name}/case"


def find_log_subject(sha256: str) -> CaseSubject:
    """Find an uploaded log of the club."""
    return CaseSubject(uploads.find_upload(sha256, uploads.LOG).sha256, live=False)


def find_game_subject(live: str) -> CaseSubject:
    """Find a live game of the club."""
    return CaseSubject(find_live_game(live).id, live=True)


def load_subject_log(subject: CaseSubject, asked: AuditOptions = DEFAULT_OPTIONS) -> tuple[bytes, AuditOptions]:
    """Load the log that a ruling is applied to, with its corrections, and the options for reading it."""
    if not subject.live:
        return corrections.read_log_with_corrections(subject.name), asked
    found = load_live_state(find_live_game(subject.name))
    return whole_record(found), replace(asked, packs={**found.live.packs, **asked.packs}, strict=True)


def read_case_state(subject: CaseSubject) -> ChainState:
    """Return the last event of a case: its number and hash."""
    stands = get_service().store.read_decisions_head(get_club(), subject.name, DecisionKind.CASE)
    return ChainState(stands.seq, stands.hash)


def list_case_rows(subject: CaseSubject) -> list[EventRow]:
    """List the events of a case as stored."""
    return get_service().store.list_decisions(get_club(), subject.name, DecisionKind.CASE)


def fold_case(rows: list[EventRow], as_of: int | None = None) -> CaseRecord | None:
    """Fold a case. Return None if no case is open."""
    return read_case(_join_lines(rows), get_service().games, as_of) if rows else None


def _join_lines(rows: list[EventRow]) -> bytes:
    return b"".join(row.body + b"\n" for row in rows)


def describe_case(subject: CaseSubject, rows: list[EventRow]) -> Document:
    """Describe a case as the command line does, with the time and token of each event."""
    case = fold_case(rows)
    nothing = {"standing": 0, "appeal": 0, "unanswered": [], "head": "", "events": []}
    spelled = case_document(case) if case else {"schema": "deadreckon.case/1", "log": "", "game": "", "state": "none"}
    return {**nothing, **spelled, "about": subject.name, "recorded": [_describe_row(row) for row in rows]}


def _describe_row(row: EventRow) -> Document:
    return {
        "seq": row.seq,
        "recorded_at": format_time(row.recorded_at),
        "recorded_by": row.recorded_by,
        "hash": mask_head(row.hash),
    }


def append_case_event_once(
    subject: CaseSubject, mark: Key, expected: Expected, said: Document, asked: AuditOptions
) -> FirstAnswer:
    """Record one event of a case, once: a retry gets the first answer."""
    store = get_service().store
    if (first := store.find_answer(mark)) is not None:
        return first
    try:
        return _append_case_event(subject, expected(read_case_state(subject)), mark, said, asked)
    except (Stale, Closed):
        first = store.find_answer(mark)
        if first is None:
            raise
        return first


def _append_case_event(
    subject: CaseSubject, state: tuple[int, str], mark: Key, said: Document, asked: AuditOptions
) -> FirstAnswer:
    here, rows = get_service(), list_case_rows(subject)[: state[0]]
    if len(rows) >= MOST_EVENTS:
        raise make_case_problem(f"A case can have at most {MOST_EVENTS} events.")
    event = _make_event(subject, said)
    try:
        line = make_next_line(_join_lines(rows), event, here.games)
    except LogError as wrong:
        raise make_case_problem(wrong.fault.says, wrong.fault.hint) from None
    if isinstance(event, RuleInCase):
        _refuse_impossible(subject, event, asked)
    case = read_case(_join_lines(rows) + line, here.games)
    return here.store.append_decisions(
        get_club(),
        subject.name,
        DecisionKind.CASE,
        expected=state,
        # The event kind includes `case`, because the store must not read `close` as closing a game: an appeal may
        # follow.
        bodies=[(f"case {said['do']}", line.strip())],
        rulebook=NO_RULEBOOK,
        by=get_token().id,
        key=mark,
        answer=lambda receipt: _write_receipt(subject, receipt, case),
    )


def _make_event(subject: CaseSubject, said: Document) -> AnyCaseEvent:
    """Make an event from a client's input. The service adds the time and the log."""
    found: Document = {"at": datetime.now(UTC).strftime("%Y-%m-%dT%H:%MZ")}
    if said["do"] == "open":
        found |= _fill_open_event(subject, said)
    elif said["do"] == "attach":
        found |= _fill_attach_event(said)
    try:
        event: AnyCaseEvent = msgspec.convert({**found, **said}, type=AnyCaseEvent)
    except msgspec.ValidationError as wrong:
        raise make_case_problem(f"This is not a valid {said['do']}: {wrong}.") from None
    return event


def _fill_open_event(subject: CaseSubject, said: Document) -> Document:
    raw, _ = load_subject_log(subject)
    game, events = run_job(read_game_and_length, raw)
    for at in said.get("about", ()):
        if at > events:
            raise make_case_problem(f"There is no event {at}: the log has {events}.", pointer="/about")
    return {"log": hashlib.sha256(raw).hexdigest() if subject.live else subject.name, "game": game}


def _fill_attach_event(said: Document) -> Document:
    """Return the size and name of a stored file. The client must give them for any other file."""
    sha256 = said.get("sha256", "")
    try:
        upload = get_service().store.describe_upload(get_club(), sha256)
    except Absent:
        if "size" not in said or "name" not in said:
            raise make_case_problem(NOT_KEPT, "Give its name and its size.", "/sha256") from None
        return {}
    if said.setdefault("size", upload.size) != upload.size:
        raise make_case_problem(f"The stored file has {upload.size:,} bytes.", pointer="/size")
    return {"name": f"{sha256[:SHORT]}.{EXHIBIT_ENDINGS.get(upload.sort, upload.sort)}"}


def _refuse_impossible(subject: CaseSubject, event: RuleInCase, asked: AuditOptions) -> None:
    """Apply a ruling to the log, and refuse it if that fails."""
    way = RulingOption(says=event.why, readings=event.readings, lines=event.lines)
    raw, reading = load_subject_log(subject, asked)
    if refused := run_job(explain_refusal, raw, reading, way):
        raise make_case_problem(f"This cannot be applied to the log: {refused}")


def refuse_role(does: str) -> None:
    """Refuse an event that only a judge may add."""
    if not policy.may_say(get_token().role, does):
        says = f"To {does} in a case needs the role {policy.JUDGING}."
        raise Problem("not-allowed", says, [{"pointer": "/do", "says": says}])


def make_case_problem(says: str, hint: str = "", pointer: str = "") -> Problem:
    """Make the problem for an event that cannot come next in a case."""
    return Problem("invalid", says, [{"pointer": pointer, "says": says, **({"hint": hint} if hint else {})}])


def _write_receipt(subject: CaseSubject, receipt: Receipt, case: CaseRecord) -> bytes:
    kept = {"about": subject.name, "seq": receipt.seq, "head": mask_head(receipt.head)}
    came_to = {"standing": case.standing, "appeal": case.appeal, "unanswered": case.unanswered}
    return encode_json({**kept, "recorded_at": format_time(receipt.recorded_at), "state": case.state, **came_to})


def load_log_under_case(subject: CaseSubject, asked: AuditOptions) -> tuple[bytes, AuditOptions]:
    """Load a log, and the options for reading it with the ruling in force in its case."""
    case = fold_case(list_case_rows(subject))
    way = make_option_from_case(case) if case else None
    if case is None or case.ruling is None or way is None:
        raise Problem("not-found", "Nothing was ruled in this case yet.")
    raw, reading = load_subject_log(subject, asked)
    return raw, apply_ruling_option(
        reading, way, get_service().games[case.opened.game], case.ruling.who, case.ruling.why
    )


def describe_precedents(game: str = "", about: str = "") -> Document:
    """List the rulings in the club's cases by game and question. Older cases are only counted."""
    listed, there = find_precedents(game, about)
    return {**precedents_document(listed), "older": there}


def find_precedents(game: str = "", about: str = "") -> tuple[list[Precedent], int]:
    """Return the rulings in force, and the number of older cases left out."""
    kept, there = get_service().store.list_cases(get_club(), limit=MOST_CASES)
    found = ((_make_case_url(one), fold_case(one.events[: one.seq])) for one in kept)
    listed = list_precedents(((path, case) for path, case in found if case is not None), game, about)
    return listed, there - len(kept)


def _make_case_url(kept: CaseRow) -> str:
    return CaseSubject(kept.about, live=A_SHA256.fullmatch(kept.about) is None).url
