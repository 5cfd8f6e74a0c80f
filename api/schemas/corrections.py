"""Corrections beside an uploaded log, as requests and answers tell them."""

from __future__ import annotations

from marshmallow import fields

from api.schemas.audits import VERDICTS, FindingSchema, ResultSchema
from api.schemas.base import SHA256, Strict, make_choice_field, make_list_field, make_pattern_field
from api.schemas.live import CorrectionsRequest


class CorrectLogRequest(CorrectionsRequest):
    """Corrections in the order in which they are made; all are recorded, or none."""

    packs = make_list_field(
        make_pattern_field(SHA256, "the SHA-256 of a content pack of your club, made known by its id to the log"),
        64,
        load_default=list,
    )


class CorrectedSchema(Strict):
    """What was recorded beside the log, and what the log comes to with it; `head` kept elsewhere shows it later."""

    log = fields.String(required=True)
    first = fields.Integer(required=True)
    seq = fields.Integer(required=True)
    head = fields.String(required=True)
    recorded_at = fields.String(required=True)
    verdict = make_choice_field(*VERDICTS, required=True)
    result = fields.Nested(ResultSchema, required=True)
    appears = fields.List(fields.Nested(FindingSchema), required=True)
    vanishes = fields.List(fields.Nested(FindingSchema), required=True)


class BesideEventSchema(Strict):
    """One correction, as it was recorded; as an event of the log it is number `events` of the log + `seq`."""

    seq = fields.Integer(required=True)
    text = fields.String(required=True)
    event = fields.Dict(keys=fields.String(), required=True)
    recorded_at = fields.String(required=True)
    recorded_by = fields.String(required=True)
    hash = fields.String(required=True)


class BesideSchema(Strict):
    """All that was decided about a log, in order; without any, `head` is the log's own SHA-256."""

    log = fields.String(required=True)
    seq = fields.Integer(required=True)
    head = fields.String(required=True)
    items = fields.List(fields.Nested(BesideEventSchema), required=True)
