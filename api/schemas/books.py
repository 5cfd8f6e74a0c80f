"""Schemas of a log judged twice: by both books (deadreckon.books/1), and by each edition (deadreckon.editions/1)."""

from __future__ import annotations

from marshmallow import fields

from api.schemas.audits import VERDICTS, CoverageSchema, FindingSchema, ReportSchema, ResultSchema
from api.schemas.base import Strict, make_choice_field
from api.schemas.from_types import make_schema
from audit.model.document import LogMark


class BookSchema(Strict):
    """The verdict and findings of one book."""

    verdict = make_choice_field(*VERDICTS, required=True)
    result = fields.Nested(ResultSchema, required=True)
    findings = fields.List(fields.Nested(FindingSchema), required=True)
    coverage = fields.Nested(CoverageSchema, required=True)


class EndSchema(Strict):
    """The last event of the record."""

    events = fields.Integer(required=True)
    head = fields.String(required=True)


class PartsSchema(Strict):
    """The first event after which the states of the two books differ, and the facts that differ."""

    seq = fields.Integer(required=True)
    facts = fields.Dict(keys=fields.String(), required=True)


class BooksSchema(Strict):
    """Both books of a record (deadreckon.books/1)."""

    schema = fields.String(required=True)
    game = fields.String(required=True)
    log = fields.Nested(EndSchema, required=True)
    played = fields.Nested(BookSchema, required=True)
    adjudicated = fields.Nested(BookSchema, required=True)
    parts = fields.Nested(PartsSchema, required=True, allow_none=True)


class LogBooksSchema(BooksSchema):
    """Both books of a log (deadreckon.books/1)."""

    log = fields.Nested(make_schema(LogMark), required=True)


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
