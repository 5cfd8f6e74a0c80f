"""Steps, facts and legal moves as answers tell them."""

from __future__ import annotations

from marshmallow import fields, validate

from api.schemas.audits import FindingSchema
from api.schemas.base import Number, Paging, Strict
from api.schemas.options import ReadingQuery


class StepSchema(Strict):
    """One event: what it says, what it changed (before and after), what of it could not be done, and what is wrong."""

    seq = fields.Integer(required=True)
    line = fields.Integer(required=True)
    text = fields.String(required=True)
    event = fields.Dict(keys=fields.String(), required=True)
    changed = fields.Dict(keys=fields.String(), values=fields.List(fields.Raw()), required=True)
    unapplied = fields.List(fields.String(), required=True)
    findings = fields.List(fields.Nested(FindingSchema), required=True)


class StepsSchema(Strict):
    """A page of steps."""

    items = fields.List(fields.Nested(StepSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class MoveSchema(Strict):
    """A move as a line of a log and as an event; `dead_end`: why it seems to lead nowhere."""

    text = fields.String(required=True)
    event = fields.Dict(keys=fields.String(), required=True)
    dead_end = fields.String()


class LegalSchema(Strict):
    """What could be done at a place; `in_doubt`: perhaps more, for want of something nobody wrote down."""

    seq = fields.Integer(required=True)
    phase = fields.String(required=True)
    waits_for = fields.String(required=True)
    in_doubt = fields.Boolean(required=True)
    moves = fields.List(fields.Nested(MoveSchema), required=True)


class PlaceSchema(Strict):
    """One place: the event that led there (none at the start), every fact, and what could be done."""

    seq = fields.Integer(required=True)
    line = fields.Integer()
    text = fields.String()
    event = fields.Dict(keys=fields.String())
    changed = fields.Dict(keys=fields.String(), values=fields.List(fields.Raw()))
    unapplied = fields.List(fields.String())
    findings = fields.List(fields.Nested(FindingSchema), required=True)
    facts = fields.Dict(keys=fields.String(), required=True)
    legal = fields.Nested(LegalSchema, required=True)


class FactsSchema(Strict):
    """Every fact after an event."""

    seq = fields.Integer(required=True)
    facts = fields.Dict(keys=fields.String(), required=True)


class StepsQuery(ReadingQuery, Paging):
    """How the log is read, and where in the list to go on."""


class SeqQuery(ReadingQuery):
    """How the log is read, and after which event."""

    seq = Number(validate=validate.Range(0, 999_999_999), metadata={"description": "after this event; else at the end"})
