"""Schemas of corrections to an uploaded log."""

from __future__ import annotations

from marshmallow import fields

from api.schemas.audits import VERDICTS, FindingSchema, ResultSchema
from api.schemas.base import SHA256, Strict, make_choice_field, make_list_field, make_pattern_field
from api.schemas.live import CorrectionsRequest


class CorrectLogRequest(CorrectionsRequest):
    """Corrections in order. Either all are recorded or none."""

    packs = make_list_field(
        make_pattern_field(SHA256, "the SHA-256 of a content pack of your club, made known by its id to the log"),
        64,
        load_default=list,
    )


class CorrectedSchema(Strict):
    """What was recorded, and the new verdict of the log. A saved `head` proves later that nothing has changed."""

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
    """One recorded correction. Its event number in the log is the log's number of events + `seq`."""

    seq = fields.Integer(required=True)
    text = fields.String(required=True)
    event = fields.Dict(keys=fields.String(), required=True)
    recorded_at = fields.String(required=True)
    recorded_by = fields.String(required=True)
    hash = fields.String(required=True)


class BesideSchema(Strict):
    """All corrections of a log, in order. Without any, `head` is the SHA-256 of the log."""

    log = fields.String(required=True)
    seq = fields.Integer(required=True)
    head = fields.String(required=True)
    items = fields.List(fields.Nested(BesideEventSchema), required=True)
