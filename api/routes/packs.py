"""Operations: a club's content packs."""

from __future__ import annotations

from flask import Response

from api.http.bodies import PACK_TYPES, read_body
from api.http.error_handlers import make_unreadable_problem
from api.http.pagination import answer_list
from api.http.responses import FOR_EVER, NDJSON, ONCE, answer_bytes, answer_json
from api.logs import uploads
from api.openapi.operation import STRING, AnswerForm, Room, Takes
from api.problems import Problem
from api.schemas import uploads as schemas
from api.service import get_service
from audit.browse import packs
from audit.store import UploadRow
from engine.kernel.basics.json_types import Document
from engine.kernel.log import Fault

room = Room("packs", __name__, description="Content packs: what is printed on components and not in the rulebook.")


@room.operation(
    "post",
    "/packs/check",
    AnswerForm(schemas.CheckedPackSchema),
    takes=Takes(raw=PACK_TYPES, query=schemas.PackQuery),
)
def check_pack(query: Document) -> Response:
    """Check whether a content pack can be used, and list its unknown and invented values."""
    text = _decode_pack(read_body(PACK_TYPES))
    games = get_service().games
    game = games.get(query.get("game", ""))
    if "game" in query and game is None:
        says = f"There is no such game. There is: {', '.join(games)}."
        raise Problem("invalid", errors=[{"parameter": "game", "says": says}])
    return answer_json(packs.pack_check_document(packs.check_pack(text, games, game)), keep=ONCE)


@room.operation(
    "post",
    "/packs",
    AnswerForm(schemas.PackSchema, 201, says="Kept.", headers={"Location": "where it is"}),
    AnswerForm(schemas.PackSchema, says="It was already stored."),
    takes=Takes(raw=PACK_TYPES),
    problems=(422, 507),
)
def upload_pack() -> Response:
    """Store a content pack that can be used. The same bytes are stored once."""
    raw = read_body(PACK_TYPES)
    checked = packs.check_pack(_decode_pack(raw), get_service().games)
    if checked.faults:
        raise make_unreadable_problem("unreadable-pack", *checked.faults)
    upload = uploads.save_upload(raw, uploads.PACK, checked.id)
    document = _describe_pack(upload)
    return answer_json(document, 201 if upload.new else 200, keep=ONCE, headers={"Location": document["url"]})


@room.operation(
    "get",
    "/packs",
    AnswerForm(schemas.PacksSchema),
    AnswerForm(STRING, kind=NDJSON),
    takes=Takes(query=schemas.ListQuery),
    problems=(406,),
)
def list_packs(query: Document) -> Response:
    """List the content packs of the club, oldest first."""
    return answer_list(uploads.make_upload_list(uploads.PACK, _describe_pack), query)


@room.operation("get", "/packs/<digest:sha256>", AnswerForm(STRING, kind="application/toml"))
def read_pack(sha256: str) -> Response:
    """Download the text of a content pack, byte for byte."""
    raw = uploads.read_upload(sha256, uploads.PACK)
    return answer_bytes(raw, "application/toml", keep=FOR_EVER, etag=sha256)


def _describe_pack(upload: UploadRow) -> Document:
    return {**uploads.describe_upload(upload), "id": upload.name}


def _decode_pack(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError as wrong:
        says = f"The pack is not UTF-8: byte {wrong.start + 1} is no part of a character."
        line = raw.count(b"\n", 0, wrong.start) + 1
        raise make_unreadable_problem("unreadable-pack", Fault(says, "Save it as UTF-8.", line, 1)) from None
