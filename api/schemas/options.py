"""Options for reading a log, those of `deadreckon audit`, in a query or in a body."""

from __future__ import annotations

from marshmallow import fields, validate

from api.schemas.base import (
    SHA256,
    Flag,
    Strict,
    Truth,
    Whole,
    make_choice_field,
    make_list_field,
    make_map_field,
    make_pattern_field,
    make_text_field,
)

POLICIES = ("as-played", "skip-illegal", "stop")
BOOKS = ("adjudicated", "played")
RULING = r"^(?:[A-Z0-9-]{1,64}=[a-z0-9-]{1,64}|house=[a-z0-9][a-z0-9_.-]{0,63})$"
_LAYER = "add this edition, mode or variant"
_PACK = "the SHA-256 of a content pack of your club, made known by its id to logs that name it"
_POLICY = "what follows an illegal move: it happens, it is skipped, or the replay stops"
_BOOK = "with the arbiter's corrections, or as first written"
_READINGS = "try every reading of every open question"
_SETTLED = "with readings: also try questions that the log or this request settles"
_STRICT = "refuse each line that is not canonical"
MOST = 64

__all__ = ["BOOKS", "POLICIES", "AuditRequest", "AuditRun", "BooklessQuery", "ReadingQuery"]


class BooklessQuery(Strict):
    """Options for reading a log that leave the book open, in a query."""

    policy = make_choice_field(*POLICIES, says=_POLICY, load_default="as-played")
    layer = make_list_field(make_text_field(64), MOST, _LAYER, load_default=list)
    ruling = make_list_field(
        make_pattern_field(RULING, "QUESTION=READING, or house=ID of a rulings pack; it wins over the log's header"),
        MOST,
        load_default=list,
    )
    pack = make_list_field(make_pattern_field(SHA256, _PACK), MOST, load_default=list)


class ReadingQuery(BooklessQuery):
    """Options for reading a log, in a query."""

    book = make_choice_field(*BOOKS, says=_BOOK, load_default="adjudicated")


class AuditRun(ReadingQuery):
    """An audit whose report is answered and not stored."""

    readings = Flag(load_default=False, metadata={"description": _READINGS})
    strict = Flag(load_default=False, metadata={"description": _STRICT})
    settled = Flag(load_default=False, metadata={"description": _SETTLED})
    name = make_text_field(200, "the name of the log in the report", load_default="")


class AuditRequest(Strict):
    """An audit that is stored."""

    policy = make_choice_field(*POLICIES, says=_POLICY, load_default="as-played")
    book = make_choice_field(*BOOKS, says=_BOOK, load_default="adjudicated")
    layers = make_list_field(make_text_field(64), MOST, _LAYER, load_default=list)
    rulings = make_map_field(
        make_text_field(64, least=1),
        make_text_field(64, least=1),
        MOST,
        "the reading of each open question",
        load_default=dict,
    )
    packs = make_list_field(make_pattern_field(SHA256, _PACK), MOST, load_default=list)
    readings = Truth(load_default=False, metadata={"description": _READINGS})
    strict = Truth(load_default=False, metadata={"description": _STRICT})
    settled = Truth(load_default=False, metadata={"description": _SETTLED})
    corrections = Whole(
        validate=validate.Range(0, 500),
        metadata={"description": "how many corrections of the log are included; all if left out"},
    )
    name = fields.String(dump_only=True)
