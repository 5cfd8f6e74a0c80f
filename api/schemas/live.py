"""Schemas of live games."""

from __future__ import annotations

from marshmallow import fields, validate

from api.schemas.audits import VERDICTS, FindingSchema, ResultSchema
from api.schemas.base import (
    SHA256,
    CappedList,
    Number,
    Paging,
    Strict,
    make_choice_field,
    make_list_field,
    make_pattern_field,
    make_text_field,
)
from api.schemas.options import BOOKS

MOST_EVENTS = 500
# Each may change the whole game before it, which is then folded again.
MOST_CORRECTIONS = 50
_SEQ = "after this event; else the current state"
_SEAT = "as this seat sees it; empty: as an onlooker sees it"
_ANYTHING = fields.Raw


class LiveGameSchema(Strict):
    """A live game: its header and its last event."""

    id = fields.String(required=True)
    game = fields.String(required=True)
    header = fields.Dict(keys=fields.String(), required=True)
    rulebook = fields.String(required=True)
    printed = fields.String(required=True, allow_none=True)
    created_at = fields.String(required=True)
    created_by = fields.String(required=True)
    seq = fields.Integer(required=True)
    head = fields.String(required=True)
    closed = fields.Boolean(required=True)
    url = fields.String(required=True)


class LiveGamesSchema(Strict):
    """A page of live games."""

    items = fields.List(fields.Nested(LiveGameSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class LiveGameRequest(Strict):
    """The start of a game: the header of a log, as JSON or as text, and optionally a pack of the club."""

    header = fields.Dict(keys=fields.String(), metadata={"description": "the header as JSON"})
    text = make_text_field(400_000, "the header as text, as at the top of a log")
    pack = make_pattern_field(SHA256, "the SHA-256 of a content pack of your club, which the game is played with")


class EventsRequest(Strict):
    """Events in order. Either all are recorded or none."""

    events = CappedList(
        fields.Dict(keys=fields.String()),
        MOST_EVENTS,
        required=True,
        validate=validate.Length(1, MOST_EVENTS),
        metadata={"description": 'events as in a log written as JSONL: {"do": VERB, …}'},
    )


class CorrectionsRequest(Strict):
    """Corrections in order. Either all are recorded or none."""

    events = CappedList(
        fields.Dict(keys=fields.String()),
        MOST_CORRECTIONS,
        required=True,
        validate=validate.Length(1, MOST_CORRECTIONS),
        metadata={"description": 'corrections as in a log written as JSONL: {"do": "amend", …}'},
    )


class ClaimSchema(Strict):
    """A fact as the table claims it."""

    fact = make_text_field(64, least=1, required=True)
    value = _ANYTHING(required=True, metadata={"description": "a number or a word", "type": ["integer", "string"]})


class ClosingRequest(Strict):
    """The result that the table claims. The game then takes no more events."""

    claims = make_list_field(fields.Nested(ClaimSchema), 64, "the result as the table claims it", load_default=list)


class AnswerSchema(Strict):
    """The findings of one recorded event. For a correction, also the findings that appear or vanish at other events."""

    seq = fields.Integer(required=True)
    findings = fields.List(fields.Nested(FindingSchema), required=True)
    appears = fields.List(fields.Nested(FindingSchema), required=True)
    vanishes = fields.List(fields.Nested(FindingSchema), required=True)


class ReceiptSchema(Strict):
    """A receipt for recorded events. A saved `head` proves later that nothing before it has changed."""

    id = fields.String(required=True)
    first = fields.Integer(required=True)
    seq = fields.Integer(required=True)
    head = fields.String(required=True)
    recorded_at = fields.String(required=True)
    answers = fields.List(fields.Nested(AnswerSchema), required=True)


class ClosedSchema(ReceiptSchema):
    """A receipt for the last events, with the verdict of the game."""

    verdict = make_choice_field(*VERDICTS, required=True)
    result = fields.Nested(ResultSchema, required=True)


class LiveEventSchema(Strict):
    """A recorded event. Values hidden from the token's seat are `??`, and the hash is then null.

    `rulebook` and `printed` appear at an event from which another rulebook applies.
    """

    seq = fields.Integer(required=True)
    text = fields.String(required=True)
    event = fields.Dict(keys=fields.String(), required=True)
    recorded_at = fields.String(required=True)
    recorded_by = fields.String(required=True)
    hash = fields.String(required=True, allow_none=True)
    rulebook = fields.String()
    printed = fields.String(allow_none=True)


class LiveEventsSchema(Strict):
    """A page of recorded events."""

    items = fields.List(fields.Nested(LiveEventSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class LiveEventsQuery(Paging):
    """Which events to list."""

    after = Number(
        load_default=0, validate=validate.Range(0, 999_999_999), metadata={"description": "only those after this one"}
    )
    seat = make_text_field(64, _SEAT)


class FollowQuery(Strict):
    """Where to start following, and for which seat."""

    after = Number(
        validate=validate.Range(0, 999_999_999),
        metadata={"description": "only those after this one; Last-Event-ID wins"},
    )
    seat = make_text_field(64, _SEAT)


class LookQuery(Strict):
    """The place in a live game, and the seat to show it for."""

    seq = Number(validate=validate.Range(0, 999_999_999), metadata={"description": _SEQ})
    seat = make_text_field(64, _SEAT)
    book = make_choice_field(
        *BOOKS, load_default="adjudicated", says="with the arbiter's corrections, or as first written"
    )


class StepQuery(Strict):
    """The seat to show one event for."""

    seat = make_text_field(64, _SEAT)
    book = make_choice_field(
        *BOOKS, load_default="adjudicated", says="with the arbiter's corrections, or as first written"
    )


class BookQuery(Strict):
    """Which book to show."""

    book = make_choice_field(
        *BOOKS, load_default="adjudicated", says="with the arbiter's corrections, or as first written"
    )
