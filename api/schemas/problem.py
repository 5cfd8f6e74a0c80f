"""Schemas of problem details, for the API document."""

from __future__ import annotations

from marshmallow import INCLUDE, Schema, fields


class FaultPlaceSchema(Schema):
    """One error and its place: a JSON pointer, a parameter, a header, or a line and column of the body."""

    says = fields.String(required=True)
    hint = fields.String()
    pointer = fields.String()
    parameter = fields.String()
    header = fields.String()
    line = fields.Integer()
    column = fields.Integer()


class ProblemSchema(Schema):
    """RFC 9457 problem details. `type` links to a page about the code, and some codes add members."""

    class Meta:
        """Options for marshmallow."""

        unknown = INCLUDE

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    code = fields.String(required=True)
    request_id = fields.String(required=True)
    errors = fields.List(fields.Nested(FaultPlaceSchema))
