"""Schemas of steps, facts and legal moves."""

from __future__ import annotations

from marshmallow import fields, validate

from api.schemas.audits import FindingSchema
from api.schemas.base import Number, Paging, Strict
from api.schemas.options import ReadingQuery


class StepSchema(Strict):
    """One event: its text, the facts that it changed (before and after), effects not applied, and findings."""

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
    """A move as a line of a log and as an event. `dead_end` says why it seems to lead nowhere."""

    text = fields.String(required=True)
    event = fields.Dict(keys=fields.String(), required=True)
    dead_end = fields.String()


class LegalSchema(Strict):
    """The legal moves at a place. `in_doubt`: there may be more, because the record lacks something."""

    seq = fields.Integer(required=True)
    phase = fields.String(required=True)
    waits_for = fields.String(required=True)
    in_doubt = fields.Boolean(required=True)
    moves = fields.List(fields.Nested(MoveSchema), required=True)


class PlaceSchema(Strict):
    """One place: the event before it (none at the start), every fact, and the legal moves."""

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
    """Options for reading the log, and the place to continue the list from."""


class SeqQuery(ReadingQuery):
    """Options for reading the log, and the event after which to look."""

    seq = Number(validate=validate.Range(0, 999_999_999), metadata={"description": "after this event; else at the end"})
