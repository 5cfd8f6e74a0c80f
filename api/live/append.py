"""Append events to a live game: parse them, check what the token may write, and record them exactly once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from api.http.etags import mask_head
from api.http.responses import encode_json
from api.live import reports
from api.live.games import (
    ROOM,
    count_events,
    describe_live_game,
    encode_event,
    find_live_game,
    load_live_state,
    save_live_state,
    set_up_game,
)
from api.logs.uploads import format_time
from api.notify.webhooks import describe_outcome, make_notices
from api.problems import Problem
from api.service import get_club, get_service, get_token
from audit import Report
from audit.live import LiveSetup, UndecodedError, advance_game, decode_client_events
from audit.live.state import CORRECTIONS
from audit.model.document import convert_to_builtins
from audit.store import CLOSE, Closed, Digests, FirstAnswer, GameRow, Key, Notice, Receipt, Stale
from engine.kernel.basics.json_types import Document
from engine.kernel.events import Event, Move

# `Read` parses the events of a request, which follow event n. `Expected` returns the state that the request builds on.
Read = Callable[[LiveSetup, int], list[Event]]
Expected = Callable[[GameRow], tuple[int, str]]


def parse_events(game: LiveSetup, items: Sequence[object], after: int, pointer: str = "/events") -> list[Event]:
    """Parse events. If one is unreadable, refuse them all."""
    try:
        return decode_client_events(game, items, after)
    except UndecodedError as wrong:
        errors = [
            {"pointer": pointer + misfit.pointer, "says": misfit.says, **({"hint": misfit.hint} if misfit.hint else {})}
            for misfit in wrong.misfits
        ]
        raise Problem("unreadable-event", errors=errors) from None


def check_recorder_events(events: list[Event]) -> list[Event]:
    """Let a recorder add events of play only, and a token bound to a seat add that seat's moves only."""
    seat = get_token().seat
    for at, event in enumerate(events):
        if type(event) in CORRECTIONS:
            says = "Only a judge may correct, at /corrections."
            raise Problem("not-allowed", says, [{"pointer": f"/events/{at}/do", "says": says}])
        if seat is not None and isinstance(event, Move) and event.by != seat:
            says = f"The token is for the seat {seat}." if seat else "The token is for an onlooker."
            raise Problem("not-allowed", says, [{"pointer": f"/events/{at}/by", "says": says}])
    return events


def check_corrections(events: list[Event], instead: str = "") -> list[Event]:
    """Let a judge add corrections only. `instead` names the address for other events."""
    for at, event in enumerate(events):
        if type(event) not in CORRECTIONS:
            says = f"This is not an amend, retract, insert or ruling{instead}."
            raise Problem("invalid", says, [{"pointer": f"/events/{at}/do", "says": says}])
    return events


def create_game_once(mark: Key, laid: Callable[[], LiveSetup]) -> FirstAnswer:
    """Create a live game, or return the first answer. The game is set up only if there is no first answer."""
    store = get_service().store
    if (first := store.find_answer(mark)) is not None:
        return first
    live = laid()
    return store.create_game(
        get_club(),
        live.header_bytes,
        Digests(*live.digests),
        by=get_token().id,
        key=mark,
        answer=lambda row: encode_json(describe_live_game(row)),
    )


def append_once(live: str, read: Read, mark: Key, expected: Expected, *, closing: bool = False) -> FirstAnswer:
    """Record the events of a request, once: a retry gets the first answer, whatever has happened since."""
    store = get_service().store
    # Reading the token has checked the database file. It is checked once more, before this answers or refuses.
    with store.check_file_once():
        kept = store.find_answer(mark)
        if kept is None:
            try:
                kept = _append_first(live, read, mark, expected, closing=closing)
            except (Stale, Closed):
                # The first request with this key may have finished meanwhile, and its own events changed the state.
                kept = store.find_answer(mark)
                if kept is None:
                    raise
    return kept


def _append_first(live: str, read: Read, mark: Key, expected: Expected, *, closing: bool) -> FirstAnswer:
    row = find_live_game(live)
    if row.closed:
        raise Closed
    return _append_events(row, expected(row), read, mark, closing=closing)


def _append_events(row: GameRow, state: tuple[int, str], read: Read, mark: Key, *, closing: bool) -> FirstAnswer:
    before = load_live_state(row)
    events = read(set_up_game(row), count_events(row))
    after, answers = advance_game(before, events, get_token().seat)
    ending = reports.audit_before_close(after) if closing else None
    body = {"answers": [one.answer_document() for one in answers], **(_describe_result(ending) if ending else {})}
    bodies_ = [*map(encode_event, events), *([(CLOSE, b"{}")] if closing else [])]
    kept = get_service().store.append(
        row.club,
        row.id,
        expected=state,
        bodies=bodies_,
        rulebook=Digests(*after.live.digests),
        by=get_token().id,
        key=mark,
        answer=lambda receipt: _write_receipt(receipt, body),
        telling=lambda receipt: _make_notices(row, receipt, ending) if ending else (),
    )
    if not kept.replayed:
        save_live_state(row.id, before.seq, after)
    return kept


def _describe_result(found: Report) -> Document:
    """Describe the verdict and result, which need an audit of the whole game."""
    return {"verdict": found.verdict, "result": convert_to_builtins(found.result)}


def _make_notices(row: GameRow, receipt: Receipt, found: Report) -> list[Notice]:
    """Make the webhook notices of a finished game."""
    at = {"at": format_time(receipt.recorded_at), "url": f"{ROOM}/{row.id}"}
    about = {"log": None, "live": row.id, "audit": None, **at, **describe_outcome(found.verdict, found.result)}
    return make_notices(get_service().settings, row.club, f"live_{row.club}_{row.id}", about)


def _write_receipt(receipt: Receipt, body: Document) -> bytes:
    kept = {
        "id": receipt.game,
        "first": receipt.first,
        "seq": receipt.seq,
        "head": mask_head(receipt.head),
        "recorded_at": format_time(receipt.recorded_at),
    }
    return encode_json({**kept, **body})
