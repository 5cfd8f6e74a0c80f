"""Recording a live game: it is created, events are appended and corrected, and in the end it is closed."""

from __future__ import annotations

import msgspec
from flask import Response

from api.http.etags import expected
from api.http.idempotency import REPLAYED, answered, key
from api.http.responses import encoded
from api.live.append import Read, correcting, created_once, decoded, ordinary, recorded_once
from api.live.games import ROOM
from api.logs.uploads import PACK, raw_of
from api.openapi.operation import AnswerForm, Room, Takes
from api.problems import Problem
from api.schemas import live as schemas
from api.service import service
from audit.browse.packs import head_of
from audit.house_rulings import is_rulings_pack
from audit.live import Live, begin
from audit.store import Absent
from engine.kernel.basics.json_types import Document
from engine.kernel.log import LogError

room = Room("recording", __name__, description="Live games as they are recorded; what is answered is kept for good.")
KEY = {"Idempotency-Key": "new for each intent; a retry repeats it and gets the first answer"}
MATCH = {"If-Match": "the ETag of the game as the client knows it", **KEY}
TOLD = {"ETag": "the state of the game now", REPLAYED: "true if this was answered before"}
ELSEWHERE = "; append it at /events"
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
    return answered(created_once(key(), lambda: _begun(wanted)), ROOM)


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
    head = head_of(text)
    name = str(head.get("id", ""))
    if is_rulings_pack({"pack": head}):
        return _housed(raw, name, text)
    live = begin(raw, service().games, {name: text})
    if live.header.pack.partition("@")[0] != name:
        raise _invalid("/pack", f"The header must name this pack: {name}.")
    return begin(msgspec.json.encode(msgspec.structs.replace(live.header, pack="", inline=text)), service().games)


def _housed(raw: bytes, name: str, text: str) -> Live:
    """Set up a game by the readings of a house, written into the header, so that the game stands for itself."""
    games = service().games
    try:
        begin(raw, games)
    except LogError:
        return begin(msgspec.json.encode(begin(raw, games, {name: text}).header), games)
    raise _invalid("/pack", f"The header must name this house: rulings: house={name}.")


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
    return _recorded(live, lambda game, after: ordinary(decoded(game, wanted["events"], after)))


@room.operation(
    "post",
    "/live-games/<live>/corrections",
    AnswerForm(schemas.ReceiptSchema, 201, says="Recorded.", headers=TOLD),
    takes=Takes(json=schemas.CorrectionsRequest, headers=MATCH),
    problems=WRITES,
)
def correct_events(wanted: Document, live: str) -> Response:
    """Amend, retract, insert late, or rule: nothing is erased, and each is answered with what appears and vanishes."""
    return _recorded(live, lambda game, after: correcting(decoded(game, wanted["events"], after), ELSEWHERE))


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
    return _recorded(live, lambda game, after: decoded(game, claims, after, "/claims"), closing=True)


def _recorded(live: str, read: Read, *, closing: bool = False) -> Response:
    return answered(recorded_once(live, read, key(), expected, closing=closing))
