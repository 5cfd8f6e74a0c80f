"""Schemas of reports, audits and findings. Those for parts of a report are made from its types."""

from __future__ import annotations

from typing import get_args

from marshmallow import fields, validate

from api.schemas.base import Flag, Number, Paging, Strict, make_choice_field, make_text_field
from api.schemas.from_types import make_schema
from audit.model.document import Coverage, ReportDocument, Result, Verdict
from audit.model.findings import Finding, Status

VERDICTS: tuple[str, ...] = get_args(Verdict)
STATUSES: tuple[str, ...] = get_args(Status)

FindingSchema = make_schema(Finding)
NumberedFindingSchema = make_schema(Finding, "NumberedFinding", number=fields.Integer(required=True))
ResultSchema = make_schema(Result)
CoverageSchema = make_schema(Coverage)
ReportSchema = make_schema(ReportDocument)


class AskedSchema(Strict):
    """The options of an audit."""

    policy = fields.String(required=True)
    book = fields.String(required=True)
    layers = fields.List(fields.String(), required=True)
    rulings = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    packs = fields.List(fields.String(), required=True)
    readings = fields.Boolean(required=True)
    strict = fields.Boolean(metadata={"description": "true if it was requested, else left out"})
    settled = fields.Boolean(metadata={"description": "true if it was requested, else left out"})
    corrections = fields.Integer(
        metadata={"description": "how many corrections of the log are included; left out if none"}
    )


class AuditSchema(Strict):
    """A stored audit. The same options on the same log give the same audit."""

    id = fields.String(required=True)
    log = fields.String(required=True)
    rulebook = fields.String(required=True)
    printed = fields.String(required=True, allow_none=True)
    engine = fields.String(required=True)
    asked = fields.Nested(AskedSchema, required=True)
    verdict = make_choice_field(*VERDICTS, required=True)
    made_at = fields.String(required=True)
    url = fields.String(required=True)


class AuditsSchema(Strict):
    """A page of audits."""

    items = fields.List(fields.Nested(AuditSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class FindingsSchema(Strict):
    """A page of findings."""

    items = fields.List(fields.Nested(NumberedFindingSchema), required=True)
    next = fields.String(required=True, allow_none=True)


class FindingsQuery(Paging):
    """Filters for findings."""

    rule = make_text_field(64, "only findings of this rule")
    status = make_choice_field(*STATUSES, says="only findings with this status")
    seat = make_text_field(64, "only findings about this seat")
    seq = Number(validate=validate.Range(0, 999_999_999), metadata={"description": "only findings at this event"})
    roots = Flag(load_default=False, metadata={"description": "only findings that follow from no other"})


class StandsSchema(Strict):
    """Whether a finding stands under one reading of one open question."""

    question = fields.String(required=True)
    reading = fields.String(required=True)
    says = fields.String(required=True)
    in_force = fields.Boolean(required=True)
    stands = fields.Boolean(required=True)


class ReadingsSchema(Strict):
    """The readings under which a finding stands, for each question that its rule depends on."""

    number = fields.Integer(required=True)
    rule = fields.String(required=True)
    seq = fields.Integer(required=True, allow_none=True)
    status = make_choice_field(*STATUSES, required=True)
    readings = fields.List(fields.Nested(StandsSchema), required=True)
