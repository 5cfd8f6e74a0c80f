"""Live games between the store and the states at hand: folded from what is recorded, seen through a reader's eyes."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from functools import lru_cache

import msgspec
import orjson

from api.http import etags as heads
from api.logs.uploads import moment
from api.problems import Problem, absent
from api.service import Service, bearer, club, service
from audit.live import Live, LiveState, View, begin, dump, edition, fold, recalled
from audit.live.state import extended
from audit.store import CLOSE, EventRow, GameRow, NotAsKept, StoreError
from engine.kernel.basics.json_types import Document
from engine.kernel.events import Event
from engine.kernel.replay.books import Book as Which

ROOM = "/api/v1/live-games"
# A state is kept as bytes each time a game has grown by so many events.
SNAPSHOT = 100
MOST_HEADERS = 512


def begun(row: GameRow) -> Live:
    """Set a game up as its header says."""
    return _begun(row.header)


@lru_cache(maxsize=MOST_HEADERS)
def _begun(header: bytes) -> Live:
    return begin(header, service().games)


def live_state(row: GameRow) -> LiveState:
    """Fold a game as far as it is recorded in a row of the store."""
    here, count = service(), recorded(row)
    known = here.live_cache.get(row.id)
    if known is not None and known.seq == count:
        return known
    if known is not None and known.seq < count:
        found = extended(known, _events(row, known.live, known.seq))[0]
    else:
        found = _folded(here, row, count)
    here.live_cache.put(row.id, found)
    return found


def recorded(row: GameRow) -> int:
    """How many events of play and record there are: closing a game is one of the store's own."""
    return row.seq - row.closed


def _folded(here: Service, row: GameRow, count: int) -> LiveState:
    live = begun(row)
    snapshot = here.store.snapshot_before(row.id, count, edition(live))
    return fold(live, _events(row, live, 0)[:count], snapshot.body if snapshot else None)


def _events(row: GameRow, live: Live, after: int) -> list[Event]:
    rows = service().store.events(row.club, row.id, after=after)
    return recalled(live, [event.body for event in rows if event.kind != CLOSE and event.seq <= row.seq])


def put(row_id: str, before: int, found: LiveState) -> None:
    """Keep what the store has acknowledged; a snapshot now and then, which may fail without harm."""
    here = service()
    here.live_cache.put(row_id, found)
    if before // SNAPSHOT != found.seq // SNAPSHOT:
        with suppress(StoreError):
            here.store.put_snapshot(row_id, found.seq, edition(found.live), dump(found))


def row_of(live: str) -> GameRow:
    """Find a live game of the club."""
    return service().store.game(club(), live)


def view(row: GameRow, seat: str | None = None, book: Which = "adjudicated") -> View:
    """Look at a game through the eyes of the token's seat, or, for a token without one, of the seat asked for."""
    found = live_state(row)
    bound = bearer().seat
    seats = {player.seat for player in found.live.header.players}
    if seat and (seat not in seats or bound not in {None, seat}):
        says = f"There is no such seat to look from; there is {_seats(seats, bound)}."
        raise Problem("invalid", errors=[{"parameter": "seat", "says": says}])
    return View(found, book, seat if bound is None else bound)


def _seats(seats: Iterable[str], bound: str | None) -> str:
    return ", ".join(sorted(seats)) if bound is None else bound or "that of an onlooker"


def place(seq: int | None, row: GameRow) -> int | None:
    """Refuse a place that the game has not reached."""
    if seq is not None and seq > recorded(row):
        raise absent()
    return seq


def document(row: GameRow) -> Document:
    """Spell a live game for a program; a position in its header may hold hands that the reader must not see."""
    try:
        header = orjson.loads(row.header) if bearer().seat is None else view(row).header()
    except orjson.JSONDecodeError:
        says = f"How live game {row.id} began is not what was recorded: somebody has changed it since."
        raise NotAsKept(f"{says} `deadreckon db verify` tells more.") from None
    return {
        "id": row.id,
        "game": header["game"],
        "header": header,
        "rulebook": row.rulebook.judged,
        "printed": row.rulebook.printed,
        "created_at": moment(row.created_at),
        "created_by": row.created_by,
        "seq": row.seq,
        "head": heads.shown(row.head),
        "closed": row.closed,
        "url": f"{ROOM}/{row.id}",
    }


def event_document(row: EventRow, seen: Document | None) -> Document:
    """Spell a recorded event: what it says as this reader may have it, and how it was kept."""
    closing = {"seq": row.seq, "text": "", "event": {"do": CLOSE}}
    kept = {"recorded_at": moment(row.recorded_at), "recorded_by": row.recorded_by}
    # The hash is over what it hides: whoever is bound to a seat could try every card.
    noted = {"rulebook": row.rulebook.judged, "printed": row.rulebook.printed} if row.rulebook is not None else {}
    return {**(seen or closing), **kept, "hash": row.hash if bearer().seat is None else None, **noted}


def body_of(event: Event) -> tuple[str, bytes]:
    """Spell an event as the store keeps it."""
    return str(type(event).__struct_config__.tag), msgspec.json.encode(event)
