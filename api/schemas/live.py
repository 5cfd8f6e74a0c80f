"""Live games as requests and answers tell them."""

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
# Each may change the whole game before it, which is then folded anew.
MOST_CORRECTIONS = 50
_SEQ = "after this event; else as things stand"
_SEAT = "as this seat sees it; empty: as an onlooker does"
_ANYTHING = fields.Raw


class LiveGameSchema(Strict):
    """A live game: what it began with, and how far it has come."""

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
    """What a game begins with: the header of a log, as JSON or as text, and if need be a pack of the club."""

    header = fields.Dict(keys=fields.String(), metadata={"description": "the header as JSON"})
    text = make_text_field(400_000, "the header as text, as at the top of a log")
    pack = make_pattern_field(SHA256, "the SHA-256 of a content pack of your club, which the game is played with")


class EventsRequest(Strict):
    """Events in the order in which they happened; all are recorded, or none."""

    events = CappedList(
        fields.Dict(keys=fields.String()),
        MOST_EVENTS,
        required=True,
        validate=validate.Length(1, MOST_EVENTS),
        metadata={"description": 'events as in a log written as JSONL: {"do": VERB, …}'},
    )


class CorrectionsRequest(Strict):
    """Corrections in the order in which they are made; all are recorded, or none."""

    events = CappedList(
        fields.Dict(keys=fields.String()),
        MOST_CORRECTIONS,
        required=True,
        validate=validate.Length(1, MOST_CORRECTIONS),
        metadata={"description": 'corrections as in a log written as JSONL: {"do": "amend", …}'},
    )


class ClaimSchema(Strict):
    """A fact as the table states it."""

    fact = make_text_field(64, least=1, required=True)
    value = _ANYTHING(required=True, metadata={"description": "a number or a word", "type": ["integer", "string"]})


class ClosingRequest(Strict):
    """What the table says came out; the game takes no more events after it."""

    claims = make_list_field(fields.Nested(ClaimSchema), 64, "the result as the table claims it", load_default=list)


class AnswerSchema(Strict):
    """What is said to one recorded event: what it breaks and, if it corrects the record, what changes elsewhere."""

    seq = fields.Integer(required=True)
    findings = fields.List(fields.Nested(FindingSchema), required=True)
    appears = fields.List(fields.Nested(FindingSchema), required=True)
    vanishes = fields.List(fields.Nested(FindingSchema), required=True)


class ReceiptSchema(Strict):
    """What was recorded; `head` kept elsewhere shows later that nothing before it was changed."""

    id = fields.String(required=True)
    first = fields.Integer(required=True)
    seq = fields.Integer(required=True)
    head = fields.String(required=True)
    recorded_at = fields.String(required=True)
    answers = fields.List(fields.Nested(AnswerSchema), required=True)


class ClosedSchema(ReceiptSchema):
    """What was recorded at last, and what the game comes to."""

    verdict = make_choice_field(*VERDICTS, required=True)
    result = fields.Nested(ResultSchema, required=True)


class LiveEventSchema(Strict):
    """A recorded event; what is hidden from the token's seat is `??`, and then there is no hash.

    `rulebook` and `printed` stand where the game went on under another rulebook than before.
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
    """Which events are wanted."""

    after = Number(
        load_default=0, validate=validate.Range(0, 999_999_999), metadata={"description": "only those after this one"}
    )
    seat = make_text_field(64, _SEAT)


class FollowQuery(Strict):
    """From where on to follow, and through whose eyes."""

    after = Number(
        validate=validate.Range(0, 999_999_999),
        metadata={"description": "only those after this one; Last-Event-ID wins"},
    )
    seat = make_text_field(64, _SEAT)


class LookQuery(Strict):
    """Where in a live game to look, and through whose eyes."""

    seq = Number(validate=validate.Range(0, 999_999_999), metadata={"description": _SEQ})
    seat = make_text_field(64, _SEAT)
    book = make_choice_field(
        *BOOKS, load_default="adjudicated", says="with the arbiter's corrections, or as first written"
    )


class StepQuery(Strict):
    """Through whose eyes to look at one event."""

    seat = make_text_field(64, _SEAT)
    book = make_choice_field(
        *BOOKS, load_default="adjudicated", says="with the arbiter's corrections, or as first written"
    )


class BookQuery(Strict):
    """Which book is wanted."""

    book = make_choice_field(
        *BOOKS, load_default="adjudicated", says="with the arbiter's corrections, or as first written"
    )
