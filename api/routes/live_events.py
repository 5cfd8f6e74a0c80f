"""Operations: create a live game, append events, correct them, and close the game."""

from __future__ import annotations

import msgspec
from flask import Response

from api.http.etags import check_if_match
from api.http.idempotency import REPLAYED, answer_once, read_idempotency_key
from api.http.responses import encode_json
from api.live.append import Read, append_once, check_corrections, check_recorder_events, create_game_once, parse_events
from api.live.games import ROOM
from api.logs.uploads import PACK, read_upload
from api.openapi.operation import AnswerForm, Room, Takes
from api.problems import Problem
from api.schemas import live as schemas
from api.service import get_service
from audit.browse.packs import read_pack_head
from audit.house_rulings import is_rulings_pack
from audit.live import LiveSetup, begin_game
from audit.store import Absent
from engine.kernel.basics.json_types import Document
from engine.kernel.log import LogError

room = Room("recording", __name__, description="Live games as they are recorded. Recorded events are permanent.")
KEY = {"Idempotency-Key": "new for each request; a retry repeats it and gets the first answer"}
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
    return answer_once(create_game_once(read_idempotency_key(), lambda: _set_up_game(wanted)), ROOM)


def _set_up_game(wanted: Document) -> LiveSetup:
    """Set up a game. A pack of the club is copied into the header, so that the log is self-contained."""
    if ("header" in wanted) == ("text" in wanted):
        raise _make_problem("", "Send the header either as JSON (header) or as text.")
    raw = encode_json(wanted["header"]) if "header" in wanted else _end_header(wanted["text"]).encode()
    if "pack" not in wanted:
        return begin_game(raw, get_service().games)
    try:
        text = read_upload(wanted["pack"], PACK).decode()
    except Absent:
        raise _make_problem("/pack", "There is no such content pack in your club.") from None
    head = read_pack_head(text)
    name = str(head.get("id", ""))
    if is_rulings_pack({"pack": head}):
        return _set_up_with_house_rulings(raw, name, text)
    live = begin_game(raw, get_service().games, {name: text})
    if live.header.pack.partition("@")[0] != name:
        raise _make_problem("/pack", f"The header must name this pack: {name}.")
    return begin_game(
        msgspec.json.encode(msgspec.structs.replace(live.header, pack="", inline=text)), get_service().games
    )


def _set_up_with_house_rulings(raw: bytes, name: str, text: str) -> LiveSetup:
    """Set up a game with house rulings, which are copied into the header, so that the log is self-contained."""
    games = get_service().games
    try:
        begin_game(raw, games)
    except LogError:
        return begin_game(msgspec.json.encode(begin_game(raw, games, {name: text}).header), games)
    raise _make_problem("/pack", f"The header must name this house: rulings: house={name}.")


def _end_header(text: str) -> str:
    """Add the line that ends a header, if the client has left it out."""
    return text if "---" in map(str.rstrip, text.splitlines()) else f"{text}\n---\n"


def _make_problem(pointer: str, says: str) -> Problem:
    return Problem("invalid", says, [{"pointer": pointer, "says": says}])


@room.operation(
    "post",
    "/live-games/<live>/events",
    AnswerForm(schemas.ReceiptSchema, 201, says="Recorded.", headers=TOLD),
    takes=Takes(json=schemas.EventsRequest, headers=MATCH),
    problems=WRITES,
)
def append_events(wanted: Document, live: str) -> Response:
    """Append up to 500 events, all or none. An illegal event is recorded, too, and the answer lists its findings."""
    return _append_and_answer(
        live, lambda game, after: check_recorder_events(parse_events(game, wanted["events"], after))
    )


@room.operation(
    "post",
    "/live-games/<live>/corrections",
    AnswerForm(schemas.ReceiptSchema, 201, says="Recorded.", headers=TOLD),
    takes=Takes(json=schemas.CorrectionsRequest, headers=MATCH),
    problems=WRITES,
)
def correct_events(wanted: Document, live: str) -> Response:
    """Amend, retract, insert late, or rule. Nothing is erased; the answer lists findings that appear and vanish."""
    return _append_and_answer(
        live, lambda game, after: check_corrections(parse_events(game, wanted["events"], after), ELSEWHERE)
    )


@room.operation(
    "post",
    "/live-games/<live>/closing",
    AnswerForm(schemas.ClosedSchema, 201, says="Closed.", headers=TOLD),
    takes=Takes(json=schemas.ClosingRequest, headers=MATCH),
    problems=WRITES,
)
def close_live_game(wanted: Document, live: str) -> Response:
    """Close a game with the result that the table claims. It then takes no more events."""
    claims = [{"do": "claim", **claim} for claim in wanted["claims"]]
    return _append_and_answer(live, lambda game, after: parse_events(game, claims, after, "/claims"), closing=True)


def _append_and_answer(live: str, read: Read, *, closing: bool = False) -> Response:
    return answer_once(append_once(live, read, read_idempotency_key(), check_if_match, closing=closing))
