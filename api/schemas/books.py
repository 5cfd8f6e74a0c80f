"""Schemas of both books of a record (deadreckon.books/1)."""

from __future__ import annotations

from marshmallow import fields

from api.schemas.audits import VERDICTS, CoverageSchema, FindingSchema, ResultSchema
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
