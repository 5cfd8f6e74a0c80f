"""Recording a live game: it is created, events are appended and corrected, and in the end it is closed."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from flask import Response

from api.heads import expected, shown
from api.keys import REPLAYED, answered, key
from api.living import ROOM, begun, body_of, document, live_state, put, recorded, row_of
from api.operation import AnswerForm, Room, Takes
from api.problems import Problem
from api.responses import encoded
from api.schemas import live as schemas
from api.service import bearer, club, service
from api.uploads import PACK, moment, raw_of
from audit.document import laid_out
from audit.live import Live, LiveState, UndecodedError, advance, begin, decode, report
from audit.live.state import CORRECTIONS
from audit.packing import head_of
from audit.store import CLOSE, Absent, Closed, Digests, FirstAnswer, GameRow, Key, Receipt, Stale
from engine.kernel.events import Event, Move
from engine.kernel.jsons import Document

room = Room("recording", __name__, description="Live games as they are recorded; what is answered is kept for good.")
KEY = {"Idempotency-Key": "new for each intent; a retry repeats it and gets the first answer"}
MATCH = {"If-Match": "the ETag of the game as the client knows it", **KEY}
TOLD = {"ETag": "the state of the game now", REPLAYED: "true if this was answered before"}
WRITES = (409, 412, 422, 428, 507)


@room.operation(
    "post",
    "/live-games",
    AnswerForm(schemas.LiveGameSchema, 201, says="Created.", headers={**TOLD, "Location": "where it is"}),
    takes=Takes(json=schemas.LiveGameRequest, headers=KEY),
    problems=(409, 507),
)
def create_live_game(wanted: Document) -> Response:
    """Create a live game from the header of a log."""
    mark = key()
    kept = service().store.answered(mark)
    if kept is None:
        live = _begun(wanted)
        kept = service().store.create(
            club(),
            live.header_bytes,
            Digests(*live.digests),
            by=bearer().id,
            key=mark,
            answer=lambda row: encoded(document(row)),
        )
    return answered(kept, ROOM)


def _begun(wanted: Document) -> Live:
    """Set up a game; a pack of the club is written into the header, so that the game stands for itself."""
    if ("header" in wanted) == ("text" in wanted):
        raise _invalid("", "Send the header either as JSON (header) or as text.")
    raw = encoded(wanted["header"]) if "header" in wanted else _headed(wanted["text"]).encode()
    if "pack" not in wanted:
        return begin(raw, service().games)
    try:
        text = raw_of(wanted["pack"], PACK).decode()
    except Absent:
        raise _invalid("/pack", "There is no such content pack in your club.") from None
    name = str(head_of(text).get("id", ""))
    live = begin(raw, service().games, {name: text})
    if live.header.pack.partition("@")[0] != name:
        raise _invalid("/pack", f"The header must name this pack: {name}.")
    return begin(msgspec.json.encode(msgspec.structs.replace(live.header, pack="", inline=text)), service().games)


def _headed(text: str) -> str:
    """End a header as a log does, where the client has left that out."""
    return text if "---" in map(str.rstrip, text.splitlines()) else f"{text}\n---\n"


def _invalid(pointer: str, says: str) -> Problem:
    return Problem("invalid", says, [{"pointer": pointer, "says": says}])


@room.operation(
    "post",
    "/live-games/<live>/events",
    AnswerForm(schemas.ReceiptSchema, 201, says="Recorded.", headers=TOLD),
    takes=Takes(json=schemas.EventsRequest, headers=MATCH),
    problems=WRITES,
)
def append_events(wanted: Document, live: str) -> Response:
    """Append up to 500 events, all or none; each is answered with what it breaks, and recorded even so."""
    return _recorded(live, lambda game, after: _ordinary(_decoded(game, wanted["events"], after)))


@room.operation(
    "post",
    "/live-games/<live>/corrections",
    AnswerForm(schemas.ReceiptSchema, 201, says="Recorded.", headers=TOLD),
    takes=Takes(json=schemas.CorrectionsRequest, headers=MATCH),
    problems=WRITES,
)
def correct_events(wanted: Document, live: str) -> Response:
    """Amend, retract, insert late, or rule: nothing is erased, and each is answered with what appears and vanishes."""
    return _recorded(live, lambda game, after: _correcting(_decoded(game, wanted["events"], after)))


@room.operation(
    "post",
    "/live-games/<live>/closing",
    AnswerForm(schemas.ClosedSchema, 201, says="Closed.", headers=TOLD),
    takes=Takes(json=schemas.ClosingRequest, headers=MATCH),
    problems=WRITES,
)
def close_live_game(wanted: Document, live: str) -> Response:
    """Close a game with the result that the table claims; it takes no more events."""
    claims = [{"do": "claim", **claim} for claim in wanted["claims"]]
    return _recorded(live, lambda game, after: _decoded(game, claims, after, "/claims"), closing=True)


def _decoded(game: Live, items: Sequence[object], after: int, pointer: str = "/events") -> list[Event]:
    """Read events; none is taken if one cannot be read."""
    try:
        return decode(game, items, after)
    except UndecodedError as wrong:
        errors = [
            {"pointer": pointer + misfit.pointer, "says": misfit.says, **({"hint": misfit.hint} if misfit.hint else {})}
            for misfit in wrong.misfits
        ]
        raise Problem("unreadable-event", errors=errors) from None


def _ordinary(events: list[Event]) -> list[Event]:
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


def _correcting(events: list[Event]) -> list[Event]:
    for at, event in enumerate(events):
        if type(event) not in CORRECTIONS:
            raise _invalid(f"/events/{at}/do", "This is no amend, retract, insert or ruling; append it at /events.")
    return events


Read = Callable[[Live, int], list[Event]]


def _recorded(live: str, read: Read, *, closing: bool = False) -> Response:
    """Record what is read, once: a retry gets the first answer, whatever has happened since."""
    mark = key()
    kept = service().store.answered(mark)
    if kept is None:
        try:
            kept = _anew(live, read, mark, closing=closing)
        except (Stale, Closed):
            # The first request with this key may have ended since we looked: then its own events are in the way.
            kept = service().store.answered(mark)
            if kept is None:
                raise
    return answered(kept)


def _anew(live: str, read: Read, mark: Key, *, closing: bool) -> FirstAnswer:
    row = row_of(live)
    if row.closed:
        raise Closed
    return _appended(row, expected(row), read, mark, closing=closing)


def _appended(row: GameRow, state: tuple[int, str], read: Read, mark: Key, *, closing: bool) -> FirstAnswer:
    before = live_state(row)
    events = read(begun(row), recorded(row))
    after, answers = advance(before, events, bearer().seat)
    body = {"answers": [one.document() for one in answers], **(_ending(after) if closing else {})}
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
    )
    if not kept.replayed:
        put(row.id, before.seq, after)
    return kept


def _ending(after: LiveState) -> Document:
    """Say what a game comes to, which only a look at the whole of it can."""
    found = report(after)
    return {"verdict": found.verdict, "result": laid_out(found.result)}


def _receipt(receipt: Receipt, body: Document) -> bytes:
    kept = {
        "id": receipt.game,
        "first": receipt.first,
        "seq": receipt.seq,
        "head": shown(receipt.head),
        "recorded_at": moment(receipt.recorded_at),
    }
    return encoded({**kept, **body})
