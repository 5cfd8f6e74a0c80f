"""Live games: folds stored events into state, caches it, and redacts it for the reader's seat."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache

import msgspec
import orjson

from api.http import etags
from api.logs.uploads import format_time
from api.problems import Problem, make_not_found
from api.service import Service, get_club, get_service, get_token
from audit.live import (
    LiveSetup,
    LiveState,
    View,
    begin_game,
    decode_events,
    dump_snapshot,
    fold_game,
    name_snapshot_version,
)
from audit.live.state import extend_state
from audit.store import CLOSE, EventRow, GameRow, NotAsKept, StoreError
from engine.kernel.basics.json_types import Document
from engine.kernel.events import Event
from engine.kernel.replay.books import Book as Which

ROOM = "/api/v1/live-games"
# A snapshot of the state is stored each time a game has grown by this many events.
SNAPSHOT = 100
MOST_HEADERS = 512


def set_up_game(row: GameRow) -> LiveSetup:
    """Set up a game from its header."""
    return _set_up_from_header(row.header)


@lru_cache(maxsize=MOST_HEADERS)
def _set_up_from_header(header: bytes) -> LiveSetup:
    return begin_game(header, get_service().games)


def load_live_state(row: GameRow) -> LiveState:
    """Fold a game up to the last event in a row of the store."""
    here, count = get_service(), count_events(row)
    known = here.live_cache.get_state(row.id)
    if known is not None and known.seq == count:
        return known
    if known is not None and known.seq < count:
        found = extend_state(known, _load_events(row, known.live, known.seq))[0]
    else:
        found = _fold_game(here, row, count)
    here.live_cache.put_state(row.id, found)
    return found


def count_events(row: GameRow) -> int:
    """Count the events of play and record. The event that closes a game is the store's own."""
    return row.seq - row.closed


def _fold_game(here: Service, row: GameRow, count: int) -> LiveState:
    live = set_up_game(row)
    snapshot = here.store.find_snapshot_before(row.id, count, name_snapshot_version(live))
    return fold_game(live, _load_events(row, live, 0)[:count], snapshot.body if snapshot else None)


def _load_events(row: GameRow, live: LiveSetup, after: int) -> list[Event]:
    rows = get_service().store.list_events(row.club, row.id, after=after)
    return decode_events(live, [event.body for event in rows if event.kind != CLOSE and event.seq <= row.seq])


def save_live_state(row_id: str, before: int, found: LiveState) -> None:
    """Cache a state that the store has recorded. Store a snapshot now and then, which may fail without harm."""
    here = get_service()
    here.live_cache.put_state(row_id, found)
    if before // SNAPSHOT != found.seq // SNAPSHOT:
        with suppress(StoreError):
            here.store.put_snapshot(row_id, found.seq, name_snapshot_version(found.live), dump_snapshot(found))


def find_live_game(live: str) -> GameRow:
    """Find a live game of the club."""
    return get_service().store.read_game(get_club(), live)


def view_game(row: GameRow, seat: str | None = None, book: Which = "adjudicated") -> View:
    """View a game from the seat that the token is bound to, or from the requested seat if it is bound to none."""
    found = load_live_state(row)
    bound = get_token().seat
    seats = {player.seat for player in found.live.header.players}
    if seat and (seat not in seats or bound not in {None, seat}):
        says = f"There is no such seat to look from; there is {_name_seats(seats, bound)}."
        raise Problem("invalid", errors=[{"parameter": "seat", "says": says}])
    return View(found, book, seat if bound is None else bound)


def _name_seats(seats: Iterable[str], bound: str | None) -> str:
    return ", ".join(sorted(seats)) if bound is None else bound or "that of an onlooker"


def check_place(seq: int | None, row: GameRow) -> int | None:
    """Refuse a place that the game has not reached."""
    if seq is not None and seq > count_events(row):
        raise make_not_found()
    return seq


def describe_live_game(row: GameRow) -> Document:
    """Describe a live game. Its header is redacted, because a position there may hold hidden hands."""
    try:
        header = orjson.loads(row.header) if get_token().seat is None else view_game(row).header_document()
    except orjson.JSONDecodeError:
        says = f"The start of live game {row.id} was changed after it was recorded."
        raise NotAsKept(f"{says} Run `deadreckon db verify` for details.") from None
    return {
        "id": row.id,
        "game": header["game"],
        "header": header,
        "rulebook": row.rulebook.judged,
        "printed": row.rulebook.printed,
        "created_at": format_time(row.created_at),
        "created_by": row.created_by,
        "seq": row.seq,
        "head": etags.mask_head(row.head),
        "closed": row.closed,
        "url": f"{ROOM}/{row.id}",
    }


def describe_live_event(row: EventRow, seen: Document | None) -> Document:
    """Describe a recorded event: its content, redacted for this reader, and when it was recorded."""
    closing = {"seq": row.seq, "text": "", "event": {"do": CLOSE}}
    kept = {"recorded_at": format_time(row.recorded_at), "recorded_by": row.recorded_by}
    # The hash covers hidden cards. A client bound to a seat could find them by trying every card.
    noted = {"rulebook": row.rulebook.judged, "printed": row.rulebook.printed} if row.rulebook is not None else {}
    return {**(seen or closing), **kept, "hash": row.hash if get_token().seat is None else None, **noted}


def encode_event(event: Event) -> tuple[str, bytes]:
    """Encode an event as the store holds it."""
    return str(type(event).__struct_config__.tag), msgspec.json.encode(event)
