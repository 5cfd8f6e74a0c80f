"""Problem details as the API document describes them."""

from __future__ import annotations

from marshmallow import INCLUDE, Schema, fields


class FaultPlaceSchema(Schema):
    """One thing that is wrong, and where: a JSON pointer, a parameter, a header, or line and column of the body."""

    says = fields.String(required=True)
    hint = fields.String()
    pointer = fields.String()
    parameter = fields.String()
    header = fields.String()
    line = fields.Integer()
    column = fields.Integer()


class ProblemSchema(Schema):
    """RFC 9457 problem details; `type` leads to a page about the code, some codes bring members of their own."""

    class Meta:
        """What marshmallow is told."""

        unknown = INCLUDE

    type = fields.String(required=True)
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    code = fields.String(required=True)
    request_id = fields.String(required=True)
    errors = fields.List(fields.Nested(FaultPlaceSchema))
