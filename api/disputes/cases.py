"""Disputes about logs of a club, uploaded or live: each a chain of events beside its log, folded anew each time."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from api import policy
from api.disputes import corrections as beside
from api.disputes.corrections import BesideState
from api.http.etags import shown
from api.http.responses import encoded
from api.jobs.cases import log_in_short, refusal_of
from api.jobs.dispatch import done
from api.live.games import live_state, row_of
from api.logs import uploads
from api.logs.uploads import moment
from api.problems import Problem
from api.service import bearer, club, service
from audit.cases import CaseRecord, case_from, with_event
from audit.cases.document import case_document, precedents_document
from audit.cases.events import AnyCaseEvent, RuleInCase
from audit.cases.precedents import Precedent, precedents
from audit.cases.ruling_options import WayToRule, ruled, way_of
from audit.live import record as whole_record
from audit.options import NOTHING_MORE, Asked
from audit.store import Absent, Beside, Closed, Digests, EventRow, FirstAnswer, KeptCase, Key, Receipt, Stale
from engine.kernel.basics.json_types import Document
from engine.kernel.log import LogError

# A case is folded whenever it is looked at, and so are those in which somebody looks for precedents.
MOST_EVENTS, MOST_CASES = 500, 1_000
# A case is judged by no rulebook: what it says of one stands in its own lines.
NO_RULEBOOK = Digests("none", None)
SHORT, A_SHA256 = 12, re.compile(r"[0-9a-f]{64}")
EXHIBIT_ENDINGS = {"image/png": "png", "image/jpeg": "jpg", "image/gif": "gif", "image/webp": "webp", "log": "log"}
NOT_KEPT = "Nothing of this SHA-256 is kept here. Upload it first, or say how large it is."
Expected = Callable[[BesideState], tuple[int, str]]


class CaseSubject(NamedTuple):
    """What a case is about: an upload by its SHA-256, or a live game by its id."""

    name: str
    live: bool

    @property
    def url(self) -> str:
        """Where its case is found."""
        return f"/api/v1/{'live-games' if self.live else 'logs'}/{self.name}/case"


def of_log(sha256: str) -> CaseSubject:
    """Take an uploaded log of the club."""
    return CaseSubject(uploads.filed(sha256, uploads.LOG).sha256, live=False)


def of_game(live: str) -> CaseSubject:
    """Take a live game of the club."""
    return CaseSubject(row_of(live).id, live=True)


def judged(subject: CaseSubject, asked: Asked = NOTHING_MORE) -> tuple[bytes, Asked]:
    """Give the log that a ruling is laid over, as it stands, and how it is read."""
    if not subject.live:
        return beside.raw_as_decided(subject.name), asked
    found = live_state(row_of(subject.name))
    return whole_record(found), replace(asked, packs={**found.live.packs, **asked.packs}, strict=True)


def standing(subject: CaseSubject) -> BesideState:
    """Say how far a case has come."""
    stands = service().store.beside(club(), subject.name, Beside.CASE)
    return BesideState(stands.seq, stands.hash)


def rows_of(subject: CaseSubject) -> list[EventRow]:
    """Give what was said in a case, as it is kept."""
    return service().store.events_beside(club(), subject.name, Beside.CASE)


def folded(rows: list[EventRow], as_of: int | None = None) -> CaseRecord | None:
    """Fold a case; None where nobody has opened one."""
    return case_from(_lines(rows), service().games, as_of) if rows else None


def _lines(rows: list[EventRow]) -> bytes:
    return b"".join(row.body + b"\n" for row in rows)


def document(subject: CaseSubject, rows: list[EventRow]) -> Document:
    """Spell a case for a program, as the command line does, with how each event of it was kept."""
    case = folded(rows)
    nothing = {"standing": 0, "appeal": 0, "unanswered": [], "head": "", "events": []}
    spelled = case_document(case) if case else {"schema": "deadreckon.case/1", "log": "", "game": "", "state": "none"}
    return {**nothing, **spelled, "about": subject.name, "recorded": [_kept(row) for row in rows]}


def _kept(row: EventRow) -> Document:
    return {
        "seq": row.seq,
        "recorded_at": moment(row.recorded_at),
        "recorded_by": row.recorded_by,
        "hash": shown(row.hash),
    }


def said_once(subject: CaseSubject, mark: Key, expected: Expected, said: Document, asked: Asked) -> FirstAnswer:
    """Record one event of a case, once: a retry gets the first answer."""
    store = service().store
    if (first := store.answered(mark)) is not None:
        return first
    try:
        return _said(subject, expected(standing(subject)), mark, said, asked)
    except (Stale, Closed):
        first = store.answered(mark)
        if first is None:
            raise
        return first


def _said(subject: CaseSubject, state: tuple[int, str], mark: Key, said: Document, asked: Asked) -> FirstAnswer:
    here, rows = service(), rows_of(subject)[: state[0]]
    if len(rows) >= MOST_EVENTS:
        raise misfit(f"A case has {MOST_EVENTS} events at most.")
    event = _event(subject, said)
    try:
        line = with_event(_lines(rows), event, here.games)
    except LogError as wrong:
        raise misfit(wrong.fault.says, wrong.fault.hint) from None
    if isinstance(event, RuleInCase):
        _refuse_impossible(subject, event, asked)
    case = case_from(_lines(rows) + line, here.games)
    return here.store.append_beside(
        club(),
        subject.name,
        Beside.CASE,
        expected=state,
        # The kind says that it is of a case: what closes a case may be followed by an appeal.
        bodies=[(f"case {said['do']}", line.strip())],
        rulebook=NO_RULEBOOK,
        by=bearer().id,
        key=mark,
        answer=lambda receipt: _receipt(subject, receipt, case),
    )


def _event(subject: CaseSubject, said: Document) -> AnyCaseEvent:
    """Make an event of what somebody says: when, and of which log, the service says itself."""
    found: Document = {"at": datetime.now(UTC).strftime("%Y-%m-%dT%H:%MZ")}
    if said["do"] == "open":
        found |= _opened(subject, said)
    elif said["do"] == "attach":
        found |= _exhibit(said)
    try:
        event: AnyCaseEvent = msgspec.convert({**found, **said}, type=AnyCaseEvent)
    except msgspec.ValidationError as wrong:
        raise misfit(f"This is no {said['do']}: {wrong}.") from None
    return event


def _opened(subject: CaseSubject, said: Document) -> Document:
    raw, _ = judged(subject)
    game, events = done(log_in_short, raw)
    for at in said.get("about", ()):
        if at > events:
            raise misfit(f"There is no event {at}: the log has {events}.", pointer="/about")
    return {"log": hashlib.sha256(raw).hexdigest() if subject.live else subject.name, "game": game}


def _exhibit(said: Document) -> Document:
    """Say of a file that is kept here how large it is, and what it may be called; any other is named by who has it."""
    sha256 = said.get("sha256", "")
    try:
        upload = service().store.filed(club(), sha256)
    except Absent:
        if "size" not in said or "name" not in said:
            raise misfit(NOT_KEPT, "Give its name and its size.", "/sha256") from None
        return {}
    if said.setdefault("size", upload.size) != upload.size:
        raise misfit(f"What is kept here has {upload.size:,} bytes.", pointer="/size")
    return {"name": f"{sha256[:SHORT]}.{EXHIBIT_ENDINGS.get(upload.sort, upload.sort)}"}


def _refuse_impossible(subject: CaseSubject, event: RuleInCase, asked: Asked) -> None:
    """Lay a ruling over the log, and refuse it where that cannot be."""
    way = WayToRule(says=event.why, readings=event.readings, lines=event.lines)
    raw, reading = judged(subject, asked)
    if refused := done(refusal_of, raw, reading, way):
        raise misfit(f"That cannot be laid over the log: {refused}")


def refuse_role(does: str) -> None:
    """Leave to judges what is theirs."""
    if not policy.may_say(bearer().role, does):
        says = f"To {does} in a case needs the role {policy.JUDGING}."
        raise Problem("not-allowed", says, [{"pointer": "/do", "says": says}])


def misfit(says: str, hint: str = "", pointer: str = "") -> Problem:
    """Refuse what cannot come next in a case."""
    return Problem("invalid", says, [{"pointer": pointer, "says": says, **({"hint": hint} if hint else {})}])


def _receipt(subject: CaseSubject, receipt: Receipt, case: CaseRecord) -> bytes:
    kept = {"about": subject.name, "seq": receipt.seq, "head": shown(receipt.head)}
    came_to = {"standing": case.standing, "appeal": case.appeal, "unanswered": case.unanswered}
    return encoded({**kept, "recorded_at": moment(receipt.recorded_at), "state": case.state, **came_to})


def as_ruled(subject: CaseSubject, asked: Asked) -> tuple[bytes, Asked]:
    """Give a log, and how it is read with what stands ruled in its case."""
    case = folded(rows_of(subject))
    way = way_of(case) if case else None
    if case is None or case.ruling is None or way is None:
        raise Problem("not-found", "Nothing was ruled in this case yet.")
    raw, reading = judged(subject, asked)
    return raw, ruled(reading, way, service().games[case.opened.game], case.ruling.who, case.ruling.why)


def register(game: str = "", about: str = "") -> Document:
    """List what was ruled in the cases of the club, by game and question; of older cases only how many there are."""
    listed, there = ruled_before(game, about)
    return {**precedents_document(listed), "older": there}


def ruled_before(game: str = "", about: str = "") -> tuple[list[Precedent], int]:
    """Give the rulings that stand, and how many older cases were not looked at."""
    kept, there = service().store.cases(club(), limit=MOST_CASES)
    found = ((_address(one), folded(one.events[: one.seq])) for one in kept)
    listed = precedents(((path, case) for path, case in found if case is not None), game, about)
    return listed, there - len(kept)


def _address(kept: KeptCase) -> str:
    return CaseSubject(kept.about, live=A_SHA256.fullmatch(kept.about) is None).url
