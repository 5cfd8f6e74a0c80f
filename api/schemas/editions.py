"""Schemas of a log judged by each edition (deadreckon.editions/1)."""

from __future__ import annotations

from marshmallow import fields

from api.schemas.audits import FindingSchema, ReportSchema
from api.schemas.base import Strict
from api.schemas.from_types import make_schema
from audit.model.document import LogMark


class EditionSchema(Strict):
    """The report of a log under one edition, with the edition's layer and title."""

    layer = fields.String(required=True)
    title = fields.String(required=True)
    report = fields.Nested(ReportSchema, required=True)


class EditionsPartSchema(Strict):
    """An event that the editions judge differently, with the findings of each, by layer."""

    seq = fields.Integer(required=True)
    line = fields.Integer(required=True)
    excerpt = fields.String(required=True)
    findings = fields.Dict(keys=fields.String(), values=fields.List(fields.Nested(FindingSchema)), required=True)


class EditionsSchema(Strict):
    """A log under each edition, side by side (deadreckon.editions/1)."""

    schema = fields.String(required=True)
    game = fields.String(required=True)
    log = fields.Nested(make_schema(LogMark), required=True)
    editions = fields.List(fields.Nested(EditionSchema), required=True)
    parts = fields.List(fields.Nested(EditionsPartSchema), required=True)
