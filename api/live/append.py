"""Events put down in a live game: read, held to what the token may write, and recorded exactly once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from api.http.etags import shown
from api.http.responses import encoded
from api.live import reports as live_reports
from api.live.games import ROOM, begun, body_of, document, live_state, put, recorded, row_of
from api.logs.uploads import moment
from api.notify.webhooks import notices, outcome
from api.problems import Problem
from api.service import bearer, club, service
from audit import Report
from audit.live import Live, UndecodedError, advance, decode
from audit.live.state import CORRECTIONS
from audit.model.document import laid_out
from audit.store import CLOSE, Closed, Digests, FirstAnswer, GameRow, Key, Notice, Receipt, Stale
from engine.kernel.basics.json_types import Document
from engine.kernel.events import Event, Move

# Reads the events of a request, which follow event n; and which state of a game the request builds on.
Read = Callable[[Live, int], list[Event]]
Expected = Callable[[GameRow], tuple[int, str]]


def decoded(game: Live, items: Sequence[object], after: int, pointer: str = "/events") -> list[Event]:
    """Read events; none is taken if one cannot be read."""
    try:
        return decode(game, items, after)
    except UndecodedError as wrong:
        errors = [
            {"pointer": pointer + misfit.pointer, "says": misfit.says, **({"hint": misfit.hint} if misfit.hint else {})}
            for misfit in wrong.misfits
        ]
        raise Problem("unreadable-event", errors=errors) from None


def ordinary(events: list[Event]) -> list[Event]:
    """Hold a recorder to what happens, and a token of one seat to the moves of that seat."""
    seat = bearer().seat
    for at, event in enumerate(events):
        if type(event) in CORRECTIONS:
            says = "A correction is for a judge to make, at /corrections."
            raise Problem("not-allowed", says, [{"pointer": f"/events/{at}/do", "says": says}])
        if seat is not None and isinstance(event, Move) and event.by != seat:
            says = f"The token is for the seat {seat}." if seat else "The token is for an onlooker."
            raise Problem("not-allowed", says, [{"pointer": f"/events/{at}/by", "says": says}])
    return events


def correcting(events: list[Event], instead: str = "") -> list[Event]:
    """Hold a judge to what is said about the record; `instead` says where other events go."""
    for at, event in enumerate(events):
        if type(event) not in CORRECTIONS:
            says = f"This is no amend, retract, insert or ruling{instead}."
            raise Problem("invalid", says, [{"pointer": f"/events/{at}/do", "says": says}])
    return events


def created_once(mark: Key, laid: Callable[[], Live]) -> FirstAnswer:
    """Create a live game, or give the first answer; it is set up only where there was none."""
    store = service().store
    if (first := store.answered(mark)) is not None:
        return first
    live = laid()
    return store.create(
        club(),
        live.header_bytes,
        Digests(*live.digests),
        by=bearer().id,
        key=mark,
        answer=lambda row: encoded(document(row)),
    )


def recorded_once(live: str, read: Read, mark: Key, expected: Expected, *, closing: bool = False) -> FirstAnswer:
    """Record what is read, once: a retry gets the first answer, whatever has happened since."""
    kept = service().store.answered(mark)
    if kept is None:
        try:
            kept = _anew(live, read, mark, expected, closing=closing)
        except (Stale, Closed):
            # The first request with this key may have ended since we looked: then its own events are in the way.
            kept = service().store.answered(mark)
            if kept is None:
                raise
    return kept


def _anew(live: str, read: Read, mark: Key, expected: Expected, *, closing: bool) -> FirstAnswer:
    row = row_of(live)
    if row.closed:
        raise Closed
    return _appended(row, expected(row), read, mark, closing=closing)


def _appended(row: GameRow, state: tuple[int, str], read: Read, mark: Key, *, closing: bool) -> FirstAnswer:
    before = live_state(row)
    events = read(begun(row), recorded(row))
    after, answers = advance(before, events, bearer().seat)
    ending = live_reports.ending(after) if closing else None
    body = {"answers": [one.document() for one in answers], **(_ending(ending) if ending else {})}
    bodies_ = [*map(body_of, events), *([(CLOSE, b"{}")] if closing else [])]
    kept = service().store.append(
        row.club,
        row.id,
        expected=state,
        bodies=bodies_,
        rulebook=Digests(*after.live.digests),
        by=bearer().id,
        key=mark,
        answer=lambda receipt: _receipt(receipt, body),
        telling=lambda receipt: _notices(row, receipt, ending) if ending else (),
    )
    if not kept.replayed:
        put(row.id, before.seq, after)
    return kept


def _ending(found: Report) -> Document:
    """Say what a game comes to, which only a look at the whole of it can."""
    return {"verdict": found.verdict, "result": laid_out(found.result)}


def _notices(row: GameRow, receipt: Receipt, found: Report) -> list[Notice]:
    """Tell elsewhere what a game has come to."""
    at = {"at": moment(receipt.recorded_at), "url": f"{ROOM}/{row.id}"}
    about = {"log": None, "live": row.id, "audit": None, **at, **outcome(found.verdict, found.result)}
    return notices(service().settings, row.club, f"live_{row.club}_{row.id}", about)


def _receipt(receipt: Receipt, body: Document) -> bytes:
    kept = {
        "id": receipt.game,
        "first": receipt.first,
        "seq": receipt.seq,
        "head": shown(receipt.head),
        "recorded_at": moment(receipt.recorded_at),
    }
    return encoded({**kept, **body})
